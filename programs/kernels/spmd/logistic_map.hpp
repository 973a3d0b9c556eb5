// A chaotic map, iterated by a C++ loop over a uniform count: every rounding shows in the result.
//
// launch: logistic_map<f32> 32
// launch: logistic_map<f64> 64
// arg x: between:0:1
// arg rate: 3.9
// arg steps: 25

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(logistic_map, T, T *x, T rate, int steps)
  k_float now;
  k_set(now, k_load(x));
  for (int i = 0; i < steps; i++) {
    k_set(now, k_float(rate) * now * (k_float(1) - now));
  }
  k_store(x, now);
spmd_kernel_end
