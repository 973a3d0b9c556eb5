// Greatest common divisors by subtraction: two branches in a loop whose length depends on the numbers.
//
// launch: gcd<u32> 32
// launch: gcd<u64> 64
// arg divisor: zeros
// arg a: between:1:300
// arg b: between:1:300

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(gcd, T, T *divisor, T *a, T *b)
  k_uint x, y;
  k_set(x, k_load(a));
  k_set(y, k_load(b));
  k_while (x != y)
    k_if (x > y)
      k_set(x, x - y);
    k_else
      k_set(y, y - x);
    k_endif
  k_endwhile
  k_store(divisor, x);
spmd_kernel_end
