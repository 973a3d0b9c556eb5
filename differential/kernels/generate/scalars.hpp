#pragma once

#include "differential/random/dice.hpp"
#include "dsl/kernel.hpp"

// Uniform parameters of random kernels.

namespace musimd::differential::kernels {

/// Adds some with values: a small number that may bound a loop, a shift count, any number, including the
/// edges of the types.
void add_scalars(dsl::Kernel& kernel, Dice& dice);

/// Adds a shift count that is too large, or negative.
void add_far_count(dsl::Kernel& kernel, Dice& dice);

/// Removes those that nothing reads.
void drop_unused_scalars(dsl::Kernel& kernel);

}  // namespace musimd::differential::kernels
