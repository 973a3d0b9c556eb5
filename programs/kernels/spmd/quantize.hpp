// Floats rounded down to integers, and the loss.
//
// launch: quantize 32
// arg level: zeros
// arg loss: zeros
// arg in: between:-1000:1000
// arg step: 0.5

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(quantize, int *level, float *loss, float *in, float step)
  k_float scaled, whole;
  k_set(scaled, k_load(in) / step);
  k_set(whole, k_floor(scaled));
  k_store(level, k_cvt(k_int, whole));
  k_store(loss, (scaled - whole) * step);
spmd_kernel_end
