// Limits by uniform bounds, at every width, signed.
//
// launch: clamp<i8> 8
// launch: clamp<i16> 16
// launch: clamp<i32> 32
// launch: clamp<i64> 64
// arg out: zeros
// arg in: random
// arg low: -20
// arg high: 30

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(clamp, T, T *out, T *in, T low, T high)
  k_store(out, k_min(k_max(k_load(in), k_int(low)), k_int(high)));
spmd_kernel_end
