#pragma once

#include <cstdint>

#include "semantics/state.hpp"

namespace musimd {

/// A warp of the program without threads and variables, before its first step. `shared`: the address of the
/// first block's shared memory.
inline Warp warp_of(const Program& program, std::uint32_t number, std::int64_t shared) {
    Warp warp;
    warp.number = number;
    warp.block = program.block_of(number);
    warp.first_in_block = number % program.warps_per_block() * program.threads;
    warp.shared_base = shared + warp.block * program.shared_words();
    return warp;
}

}  // namespace musimd
