// Doubles the contrast of 16-bit pixels around a uniform middle, with saturation.
//
// launch: image_contrast 16
// arg out: zeros
// arg in: random
// arg middle: 1000

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(image_contrast, short *out, short *in, short middle)
  k_int distance;
  k_set(distance, k_subs(k_load(in), k_int(middle)));
  k_store(out, k_adds(k_adds(distance, distance), k_int(middle)));
spmd_kernel_end
