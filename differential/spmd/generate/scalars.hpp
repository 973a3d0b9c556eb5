#pragma once

#include "differential/random/dice.hpp"
#include "dsl/kernel.hpp"

// Uniform parameters of random kernels.

namespace musimd::differential::spmd {

/// Adds some to the kernel, with values: a small number that may bound a loop, a count for shifts, any
/// number, edges of the types included.
void add_scalars(dsl::Kernel& kernel, Dice& dice);

/// Adds a shift count that is too large, or negative.
void add_far_count(dsl::Kernel& kernel, Dice& dice);

/// Removes unused parameters.
void drop_unused_scalars(dsl::Kernel& kernel);

}  // namespace musimd::differential::spmd
