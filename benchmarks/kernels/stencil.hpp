// The mean of each number of a grid and its four neighbours; `in` has a row more than `out` at either end.
#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(stencil, int width, float *in, float *out)
  k_float sum = k_load((in + width)) + k_load((in + width - 1));
  k_set(sum, sum + k_load((in + width + 1)));
  k_set(sum, sum + k_load(in));
  k_set(sum, sum + k_load((in + 2 * width)));
  k_store(out, sum * 0.2f);
spmd_kernel_end
