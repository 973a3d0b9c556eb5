// The least power of two not below a number: the highest bit is copied downward.
//
// launch: next_power_of_two 32
// arg out: zeros
// arg in: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(next_power_of_two, unsigned int *out, unsigned int *in)
  k_uint x;
  k_set(x, k_load(in) - 1u);
  for (int shift = 1; shift < 32; shift *= 2) {
    k_set(x, x | k_shr(x, shift));
  }
  k_store(out, x + 1u);
spmd_kernel_end
