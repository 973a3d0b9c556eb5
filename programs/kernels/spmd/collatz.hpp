// How many steps a number takes to reach 1: loops of very different lengths side by side.
//
// launch: collatz<u32> 32
// launch: collatz<u64> 64
// arg steps: zeros
// arg start: between:1:2000

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(collatz, T, T *steps, T *start)
  k_uint x, count;
  k_set(x, k_load(start));
  k_set(count, 0);
  k_while (x > k_uint(1))
    k_if ((x & k_uint(1)) == k_uint(0))
      k_set(x, k_shr(x, 1));
    k_else
      k_set(x, x * k_uint(3) + k_uint(1));
    k_endif
    k_set(count, count + k_uint(1));
  k_endwhile
  k_store(steps, count);
spmd_kernel_end
