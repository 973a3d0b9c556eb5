// The magnitude of one float with the sign of another, by bit operations.
//
// launch: sign_transfer 32
// arg out: zeros
// arg magnitude: random
// arg sign: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(sign_transfer, float *out, float *magnitude, float *sign)
  k_uint m, s;
  k_set(m, k_reinterpret(k_uint, k_load(magnitude)));
  k_set(s, k_reinterpret(k_uint, k_load(sign)));
  k_set(m, k_orb(k_andb(m, k_uint(0x7fffffffu)), k_andb(s, k_uint(0x80000000u))));
  k_store(out, k_reinterpret(k_float, m));
spmd_kernel_end
