// Steps until a point leaves the circle of radius 2, at most 40: a condition with two parts.
//
// launch: mandelbrot<f32> 32
// launch: mandelbrot<f64> 64
// arg steps: zeros
// arg re: between:-2:1
// arg im: between:-1:1

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(mandelbrot, T, T *steps, T *re, T *im)
  k_float cx, cy, x, y, old, count;
  k_set(cx, k_load(re));
  k_set(cy, k_load(im));
  k_set(x, 0);
  k_set(y, 0);
  k_set(count, 0);
  k_while (k_to_bool(x * x + y * y <= k_float(4)) && k_to_bool(count < k_float(40)))
    k_set(old, x);
    k_set(x, x * x - y * y + cx);
    k_set(y, k_float(2) * old * y + cy);
    k_set(count, count + k_float(1));
  k_endwhile
  k_store(steps, count);
spmd_kernel_end
