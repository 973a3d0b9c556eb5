// Distances without overflow, compared within the accuracy that the function promises.
//
// launch: distance<f32> 32
// launch: distance<f64> 64
// arg out: zeros
// arg x: between:-1000:1000
// arg y: between:-1000:1000
// compare: 4 ulp

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(distance, T, T *out, T *x, T *y)
  k_store(out, k_hypot_u35(k_load(x), k_load(y)));
spmd_kernel_end
