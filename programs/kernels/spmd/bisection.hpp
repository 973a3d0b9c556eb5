// The root of x^3 + x = c between 0 and 16 by halving the interval.
//
// launch: bisection<f32> 32
// launch: bisection<f64> 64
// arg root: zeros
// arg c: between:0:1000

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(bisection, T, T *root, T *c)
  k_float low, high, middle, wanted;
  k_set(wanted, k_load(c));
  k_set(low, 0);
  k_set(high, k_float(16));
  for (int i = 0; i < 20; i++) {
    k_set(middle, (low + high) * k_float(0.5));
    k_if (middle * middle * middle + middle > wanted)
      k_set(high, middle);
    k_else
      k_set(low, middle);
    k_endif
  }
  k_store(root, low);
spmd_kernel_end
