// Sorts 8 numbers of each element by odd-even transposition: number k of all elements is an array of n.
#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(sort, int n, int *a)
  for (int round = 0; round < 8; ++round) {
    for (int k = round % 2; k + 1 < 8; k += 2) {
      k_int x = k_load((a + k * n)), y = k_load((a + (k + 1) * n));
      k_store((a + k * n), k_min(x, y));
      k_store((a + (k + 1) * n), k_max(x, y));
    }
  }
spmd_kernel_end
