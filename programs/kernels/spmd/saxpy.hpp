// y = ax + y, in place, with a uniform factor; one template for two widths.
//
// launch: saxpy<f32> 32
// launch: saxpy<f64> 64
// arg y: random
// arg x: random
// arg a: 2.5

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(saxpy, T, T *y, T *x, T a)
  k_store(y, k_load(x) * k_float(a) + k_load(y));
spmd_kernel_end
