// Two images of bytes: their sum where it is below 255, and their mean without a wider type.
//
// launch: image_blend 8
// arg sum: zeros
// arg mean: zeros
// arg a: random
// arg b: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(image_blend, unsigned char *sum, unsigned char *mean, unsigned char *a, unsigned char *b)
  k_uint x, y;
  k_set(x, k_load(a));
  k_set(y, k_load(b));
  k_store(sum, k_adds(x, y));
  k_store(mean, k_add(k_andb(x, y), k_shr(k_xorb(x, y), 1)));
spmd_kernel_end
