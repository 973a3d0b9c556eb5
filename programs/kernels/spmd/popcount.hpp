// The number of set bits, one iteration each: x & (x - 1) clears the lowest.
//
// launch: popcount<u8> 8
// launch: popcount<u16> 16
// launch: popcount<u32> 32
// launch: popcount<u64> 64
// arg count: zeros
// arg word: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(popcount, T, T *count, T *word)
  k_uint rest, n;
  k_set(rest, k_load(word));
  k_set(n, 0);
  k_while (k_ne(rest, k_uint(0)))
    k_set(rest, k_andb(rest, k_sub(rest, k_uint(1))));
    k_set(n, k_add(n, k_uint(1)));
  k_endwhile
  k_store(count, n);
spmd_kernel_end
