// c = a · b, of 4 × 4 numbers for each element: number (r, k) of all matrices is an array of n.
#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(product, int n, float *a, float *b, float *c)
  for (int r = 0; r < 4; ++r) {
    for (int column = 0; column < 4; ++column) {
      k_float sum = k_load((a + 4 * r * n)) * k_load((b + column * n));
      for (int k = 1; k < 4; ++k) {
        k_set(sum, sum + k_load((a + (4 * r + k) * n)) * k_load((b + (4 * k + column) * n)));
      }
      k_store((c + (4 * r + column) * n), sum);
    }
  }
spmd_kernel_end
