// How often each value, from 0 to 3, occurs among 32 numbers of each element: number k of all elements, and count b, is
// an array of n.
#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(histogram, int n, int *in, int *out)
  for (int b = 0; b < 4; ++b) {
    k_int count = 0;
    for (int k = 0; k < 32; ++k) {
      k_if (k_load((in + k * n)) == b)
        k_set(count, count + 1);
      k_endif
    }
    k_store((out + b * n), count);
  }
spmd_kernel_end
