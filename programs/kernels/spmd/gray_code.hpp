// To Gray code and back: the output equals the input.
//
// launch: gray_code<u8> 8
// launch: gray_code<u16> 16
// launch: gray_code<u32> 32
// launch: gray_code<u64> 64
// arg code: zeros
// arg back: zeros
// arg in: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(gray_code, T, T *code, T *back, T *in)
  k_uint g, x;
  k_set(g, k_load(in));
  k_set(g, k_xorb(g, k_shr(g, 1)));
  k_store(code, g);
  k_set(x, g);
  for (int shift = 1; shift < int(8 * sizeof(T)); shift *= 2) {
    k_set(x, k_xorb(x, k_shr(x, shift)));
  }
  k_store(back, x);
spmd_kernel_end
