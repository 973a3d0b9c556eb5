// The sum of 64 numbers for each element: number k of all elements is an array of n.
#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(reduction, int n, int *in, int *out)
  k_int sum = k_load(in);
  for (int k = 1; k < 64; ++k) {
    k_set(sum, sum + k_load((in + k * n)));
  }
  k_store(out, sum);
spmd_kernel_end
