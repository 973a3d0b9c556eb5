// Euclid's greatest common divisor. Finished lanes hold a zero, by which the other lanes must not divide.
//
// launch: gcd_euclid 32
// arg divisor: zeros
// arg a: between:0:100000
// arg b: between:0:100000
// known nsimd: a dormant lane divides by its zero, and the process ends with SIGFPE

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(gcd_euclid, unsigned int *divisor, unsigned int *a, unsigned int *b)
  k_uint x, y, rest;
  k_set(x, k_load(a));
  k_set(y, k_load(b));
  k_while (y != 0u)
    k_set(rest, k_sub(x, k_mul(k_div(x, y), y)));
    k_set(x, y);
    k_set(y, rest);
  k_endwhile
  k_store(divisor, x);
spmd_kernel_end
