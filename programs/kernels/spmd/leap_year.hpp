// A combined condition: divisible by 4, but not by 100 unless by 400.
//
// launch: leap_year 32
// arg leap: zeros
// arg year: between:1500:2500

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_dev_func(k_int remainder_of, k_int x, k_int divisor)
  return x - k_div(x, divisor) * divisor;
spmd_dev_func_end

spmd_kernel_1d(leap_year, int *leap, int *year)
  k_int y, r4, r100, r400;
  k_set(y, k_load(year));
  k_set(r4, spmd_call_dev_func(remainder_of, y, k_int(4)));
  k_set(r100, spmd_call_dev_func(remainder_of, y, k_int(100)));
  k_set(r400, spmd_call_dev_func(remainder_of, y, k_int(400)));
  k_if ((r4 == 0 && !(r100 == 0)) || r400 == 0)
    k_store(leap, 1);
  k_else
    k_store(leap, 0);
  k_endif
spmd_kernel_end
