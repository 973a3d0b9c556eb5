#pragma once

#include <cstdint>
#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// The order of the active threads in the next step of a warp that has taken `steps` steps. Only atomic_inc
/// depends on it. A random order sorts threads t by (key(seed, warp, steps, t), t).
std::vector<Thread> thread_order(Order order, std::uint64_t seed, std::uint32_t warp, std::uint64_t steps,
                                 const ThreadSet& active);

/// Puts the warps of turn `turn` (from 0) in order. A random order sorts warps w by
/// (key(seed, 2^64 − 1, turn, w), w).
void order_warps(Order order, std::uint64_t seed, std::uint64_t turn, std::vector<std::uint32_t>& warps);

/// The pure function that makes random choices: mix(mix(mix(mix(seed) ^ a) ^ b) ^ c), mix as in splitmix64.
std::uint64_t order_key(std::uint64_t seed, std::uint64_t a, std::uint64_t b, std::uint64_t c);

}  // namespace musimd
