#pragma once

#include "gpu_backend/interpreted/prelude/lane.hpp"

// Who has used each word, so that no race is missed. What is found here is a race or is ordered by fences, by
// a `syncwarp`, or by block barriers of several blocks: the fast engine decides that.
//
// Time is counted in epochs, which openings of barriers begin. A claim has the uses of one agent, of several
// of a block, or of several blocks. An agent's block has ordered what it did before its barrier last opened,
// and a `barrier` what anybody did before it.

namespace musimd::interpreter {

enum class Use : std::uint8_t { read, write, atomic };

/// 64 bits in memory: from the lowest on, three of uses, three of uses before, 27 of the owner, 31 of the
/// epoch.
struct Claim {
    std::uint64_t uses;    ///< since the barrier of the owner's block opened; 0 if nobody has used the word
    std::uint64_t before;  ///< until then, since the last `barrier`
    std::uint64_t owner;   ///< an agent, or one of the marks below
    std::uint64_t epoch;
};

inline constexpr std::uint64_t kSeveralOfBlock = kMaxAgents;  ///< plus the number of the block
inline constexpr std::uint64_t kSeveralBlocks = 2 * kMaxAgents - 1;
inline constexpr std::uint64_t kMaxEpochs = (std::uint64_t{1} << 31) - 1;

MUSIMD_DEVICE inline Claim unpacked(std::uint64_t claim) {
    return {claim & 7, claim >> 3 & 7, claim >> 6 & (2 * kMaxAgents - 1), claim >> 33};
}
MUSIMD_DEVICE inline std::uint64_t packed(const Claim& claim) {
    return claim.uses | claim.before << 3 | claim.owner << 6 | claim.epoch << 33;
}

MUSIMD_DEVICE inline std::uint64_t bit_of(Use use) {
    return std::uint64_t{1} << static_cast<unsigned>(use);
}
MUSIMD_DEVICE inline bool conflict(std::uint64_t uses, Use use) {
    return (uses & bit_of(Use::write)) != 0 || (use != Use::read && (uses & bit_of(Use::read)) != 0) ||
           (use != Use::atomic && (uses & bit_of(Use::atomic)) != 0);
}

/// Adds a use by an agent of the lane's block. Returns false if it conflicts with a use by another.
MUSIMD_DEVICE inline bool add_use(const Lane& l, Claim& claim, std::uint64_t agent, Use use) {
    const Machine& m = l.machine;
    const std::uint64_t several = kSeveralOfBlock + l.block_number;
    if (claim.uses == 0 || claim.epoch < m.phase) {
        claim = {bit_of(use), 0, agent, m.epoch};
        return true;
    }
    const bool is_of_block =
        claim.owner == agent || claim.owner == several ||
        (claim.owner < kSeveralOfBlock && claim.owner / m.block_agents == l.block_number);
    if (is_of_block && claim.epoch < l.opened_at) {
        claim = {bit_of(use), claim.uses | claim.before, agent, m.epoch};
        return true;
    }
    if (claim.owner != agent) {
        if (!is_of_block) claim.uses |= claim.before;
        if (conflict(claim.uses, use)) return false;
        claim.owner = is_of_block ? several : kSeveralBlocks;
    }
    claim.uses |= bit_of(use);
    return true;
}

/// Records that this lane's thread of the strip, or the warp, uses the word. Returns false if that conflicts
/// with another use.
MUSIMD_DEVICE inline bool claim(const Lane& l, std::int64_t word, unsigned s, Use use) {
    const Machine& m = l.machine;
    if (m.claims == nullptr) return true;
    const std::uint64_t thread = std::uint64_t{kLanes} * s + l.lane;
    const std::uint64_t agent = m.thread_races ? std::uint64_t{l.number} * m.threads + thread : l.number;
    std::uint64_t* const cell = m.claims + word;
    std::uint64_t now = hardware::compare_exchange(cell, 0, 0);
    while (true) {
        Claim claim = unpacked(now);
        if (!add_use(l, claim, agent, use)) return false;
        const std::uint64_t next = packed(claim);
        if (next == now) return true;
        const std::uint64_t found = hardware::compare_exchange(cell, now, next);
        if (found == now) return true;
        now = found;
    }
}

}  // namespace musimd::interpreter
