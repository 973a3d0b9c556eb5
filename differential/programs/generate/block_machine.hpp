#pragma once

#include "differential/programs/generate/generator.hpp"
#include "differential/random/dice.hpp"

namespace musimd::differential {

/// The most threads of a random grid, without a shape that says otherwise.
inline constexpr std::uint32_t kMaxGridThreads = 140;

/// A machine with blocks of one to three warps, the last of which may be partial; no instructions yet, and no
/// memory.
Program make_block_machine(Profile profile, Dice& dice, const Shape& shape);

}  // namespace musimd::differential
