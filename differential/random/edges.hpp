#pragma once

#include <cstdint>

#include "differential/random/dice.hpp"
#include "isa/type.hpp"

namespace musimd::differential::kernels {

/// A number at an edge of its type: 0, ±1, the least and the most; of floats also ±inf, −0, subnormals, ties
/// and NaN.
std::uint64_t edge_pattern(Type type, Dice& dice);

/// What memory holds: small numbers mostly, edges, any bits; of floats no signalling NaN.
std::uint64_t input_pattern(Type type, Dice& dice);

}  // namespace musimd::differential::kernels
