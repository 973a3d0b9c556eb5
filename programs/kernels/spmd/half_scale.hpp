// Scaled 16-bit numbers, each product rounded once.
//
// launch: half_scale 16
// arg out: zeros
// arg in: between:-100:100
// arg factor: between:-2:2

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(half_scale, f16 *out, f16 *in, f16 *factor)
  k_store(out, k_mul(k_load(in), k_load(factor)));
spmd_kernel_end
