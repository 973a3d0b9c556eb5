// Horner's scheme with k_fma and uniform coefficients. Targets without fused operations round twice.
//
// launch: horner<f32> 32
// launch: horner<f64> 64
// arg y: zeros
// arg x: between:0:2
// compare: 8 ulp

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(horner, T, T *y, T *x)
  const double coefficients[] = {0.125, 0.25, 1.5, 2, 0.5, 3};
  k_float t, sum;
  k_set(t, k_load(x));
  k_set(sum, 0);
  for (int i = 0; i < 6; i++) {
    k_set(sum, k_fma(sum, t, k_float(T(coefficients[i]))));
  }
  k_store(y, sum);
spmd_kernel_end
