// Signed numbers as unsigned ones that are small near 0, and back.
//
// launch: zigzag<i8> 8
// launch: zigzag<i16> 16
// launch: zigzag<i32> 32
// launch: zigzag<i64> 64
// arg code: zeros
// arg back: zeros
// arg in: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(zigzag, T, T *code, T *back, T *in)
  k_int x, z;
  k_set(x, k_load(in));
  k_set(z, k_xorb(k_shl(x, 1), k_shra(x, int(8 * sizeof(T)) - 1)));
  k_store(code, z);
  k_store(back, k_xorb(k_shr(z, 1), k_neg(k_andb(z, k_int(1)))));
spmd_kernel_end
