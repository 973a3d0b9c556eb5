// Device functions that call each other.
//
// launch: norm2 32
// arg norm: zeros
// arg x: between:-1000:1000
// arg y: between:-1000:1000

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_dev_func(k_float square, k_float x)
  return x * x;
spmd_dev_func_end

spmd_dev_func(k_float sum_of_squares, k_float x, k_float y)
  return spmd_call_dev_func(square, x) + spmd_call_dev_func(square, y);
spmd_dev_func_end

spmd_kernel_1d(norm2, float *norm, float *x, float *y)
  k_store(norm, spmd_call_dev_func(sum_of_squares, k_load(x), k_load(y)));
spmd_kernel_end
