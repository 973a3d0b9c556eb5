// Weighted sums of three neighbours: loads at offsets in a longer buffer.
//
// launch: stencil 32
// arg out: zeros
// arg in: between:-100:100[n+2]

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(stencil, float *out, float *in)
  k_store(out, k_load(in) * 0.25f + k_load((in + 1)) * 0.5f + k_load((in + 2)) * 0.25f);
spmd_kernel_end
