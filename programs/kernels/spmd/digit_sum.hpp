// The sum of the decimal digits.
//
// launch: digit_sum<u32> 32
// launch: digit_sum<u64> 64
// arg sum: zeros
// arg number: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(digit_sum, T, T *sum, T *number)
  k_uint rest, tenth, total;
  k_set(rest, k_load(number));
  k_set(total, 0);
  k_while (rest > k_uint(0))
    k_set(tenth, k_div(rest, k_uint(10)));
    k_set(total, total + (rest - tenth * k_uint(10)));
    k_set(rest, tenth);
  k_endwhile
  k_store(sum, total);
spmd_kernel_end
