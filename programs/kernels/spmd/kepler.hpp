// Kepler's equation E - e sin E = M by Newton's method, with sine and cosine.
//
// launch: kepler 64
// arg anomaly: zeros
// arg mean: between:0:6
// arg eccentricity: between:0:0.8
// compare: near 0.000000001

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(kepler, double *anomaly, double *mean, double *eccentricity)
  k_float m, e, x;
  k_set(m, k_load(mean));
  k_set(e, k_load(eccentricity));
  k_set(x, m + e * k_sin_u10(m));
  for (int i = 0; i < 6; i++) {
    k_set(x, x - (x - e * k_sin_u10(x) - m) / (k_float(1) - e * k_cos_u10(x)));
  }
  k_store(anomaly, x);
spmd_kernel_end
