#pragma once

#include "gpu_backend/interpreted/prelude/lane.hpp"

namespace musimd::interpreter {

/// Collective: the run warns at the instruction of the warp, once of each kind. `word` is this lane's word of
/// the threads concerned.
MUSIMD_DEVICE inline void warn(Lane& l, Warned kind, std::uint32_t pc, std::uint32_t warp,
                               std::uint32_t word) {
    Machine& m = l.machine;
    const std::uint8_t kinds = m.warned[pc - 1];
    const auto with = static_cast<std::uint8_t>(kinds | 1U << static_cast<unsigned>(kind));
    const std::uint32_t number = m.warning_count;
    sync();  // all lanes have read them
    if (with == kinds) return;
    if (l.has_word()) m.warned_threads[std::size_t{number} * m.strips + l.lane] = word;
    if (l.lane == 0) {
        m.warned[pc - 1] = with;
        m.warnings[number] = {pc, warp, kind};
        m.warning_count = number + 1;
    }
    sync();
}

/// This lane's word of the lanes of a warp that are threads: fewer than N in the last warp of a block.
MUSIMD_DEVICE inline std::uint32_t lanes_of(const Lane& l, std::uint32_t warp) {
    const Machine& m = l.machine;
    std::uint32_t count = m.threads;
    if (m.block_threads != 0) {
        const std::uint32_t left = m.block_threads - warp % m.block_warps * m.threads;
        count = left < count ? left : count;
    }
    const std::uint32_t first = kLanes * l.lane;
    if (first >= count) return 0;
    return count - first >= kLanes ? 0xFFFFFFFFU : (std::uint32_t{1} << (count - first)) - 1;
}

/// This lane's word of the threads of a warp that have exited.
MUSIMD_DEVICE inline std::uint32_t exited(const Lane& l, std::uint32_t warp) {
    return l.has_word() ? lanes_of(l, warp) & ~l.machine.warps[warp].all[l.lane] : 0;
}

}  // namespace musimd::interpreter
