// Sorts three numbers with a network of minima and maxima.
//
// launch: sort_three<i8> 8
// launch: sort_three<i16> 16
// launch: sort_three<i32> 32
// launch: sort_three<i64> 64
// arg a: random
// arg b: random
// arg c: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(sort_three, T, T *a, T *b, T *c)
  k_int x = k_load(a), y = k_load(b), z = k_load(c), low, high;
  k_set(low, k_min(x, y));
  k_set(high, k_max(x, y));
  k_set(x, k_min(low, z));
  k_set(z, k_max(low, z));
  k_store(a, x);
  k_store(b, k_min(high, z));
  k_store(c, k_max(high, z));
spmd_kernel_end
