// Fibonacci numbers modulo a power of two, by repeated addition.
//
// launch: fibonacci<u8> 8
// launch: fibonacci<u16> 16
// launch: fibonacci<u32> 32
// launch: fibonacci<u64> 64
// arg number: zeros
// arg index: between:0:60

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(fibonacci, T, T *number, T *index)
  k_uint a, b, next, left;
  k_set(a, 0);
  k_set(b, 1);
  k_set(left, k_load(index));
  k_while (k_gt(left, k_uint(0)))
    k_set(next, k_add(a, b));
    k_set(a, b);
    k_set(b, next);
    k_set(left, k_sub(left, k_uint(1)));
  k_endwhile
  k_store(number, a);
spmd_kernel_end
