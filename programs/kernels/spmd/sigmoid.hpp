// 1 / (1 + e^-x), within what exp promises.
//
// launch: sigmoid<f32> 32
// launch: sigmoid<f64> 64
// arg y: zeros
// arg x: between:-20:20
// compare: 4 ulp

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(sigmoid, T, T *y, T *x)
  k_store(y, k_rec(k_float(1) + k_exp_u10(-k_load(x))));
spmd_kernel_end
