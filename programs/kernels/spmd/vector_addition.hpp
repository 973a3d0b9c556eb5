// Element-wise sums of two vectors: the smallest useful kernel.
//
// launch: vector_addition 32
// arg sum: zeros
// arg a: random
// arg b: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(vector_addition, float *sum, float *a, float *b)
  k_store(sum, k_load(a) + k_load(b));
spmd_kernel_end
