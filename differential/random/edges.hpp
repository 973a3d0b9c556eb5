#pragma once

#include <cstdint>

#include "differential/random/dice.hpp"
#include "isa/type.hpp"

namespace musimd::differential::spmd {

/// A special value of its type: 0, ±1, the smallest and the largest; for floats also ±inf, −0, subnormals,
/// ties and NaN.
std::uint64_t edge_pattern(Type type, Dice& dice);

/// A value for memory: mostly small numbers, special values, any bits; for floats no signalling NaN.
std::uint64_t input_pattern(Type type, Dice& dice);

}  // namespace musimd::differential::spmd
