// Products of complex numbers stored as separate arrays of parts.
//
// launch: complex_multiply<f32> 32
// launch: complex_multiply<f64> 64
// arg re: zeros
// arg im: zeros
// arg a_re: random
// arg a_im: random
// arg b_re: random
// arg b_im: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(complex_multiply, T, T *re, T *im, T *a_re, T *a_im, T *b_re, T *b_im)
  k_float x = k_load(a_re), y = k_load(a_im), u = k_load(b_re), v = k_load(b_im);
  k_store(re, x * u - y * v);
  k_store(im, x * v + y * u);
spmd_kernel_end
