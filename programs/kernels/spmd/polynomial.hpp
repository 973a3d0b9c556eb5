// A cubic polynomial with infix operators.
//
// launch: polynomial<f32> 32
// launch: polynomial<f64> 64
// arg y: zeros
// arg x: between:-10:10

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(polynomial, T, T *y, T *x)
  k_float t;
  k_set(t, k_load(x));
  k_store(y, t * t * t * k_float(0.25) - t * t * k_float(3) + t * k_float(0.5) - k_float(7));
spmd_kernel_end
