// The bits of a word in reverse order, by swapping ever larger groups.
//
// launch: bit_reversal 32
// arg out: zeros
// arg in: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(bit_reversal, unsigned int *out, unsigned int *in)
  k_uint x;
  k_set(x, k_load(in));
  k_set(x, k_orb(k_andb(k_shr(x, 1), k_uint(0x55555555u)), k_shl(k_andb(x, k_uint(0x55555555u)), 1)));
  k_set(x, k_orb(k_andb(k_shr(x, 2), k_uint(0x33333333u)), k_shl(k_andb(x, k_uint(0x33333333u)), 2)));
  k_set(x, k_orb(k_andb(k_shr(x, 4), k_uint(0x0f0f0f0fu)), k_shl(k_andb(x, k_uint(0x0f0f0f0fu)), 4)));
  k_set(x, k_orb(k_andb(k_shr(x, 8), k_uint(0x00ff00ffu)), k_shl(k_andb(x, k_uint(0x00ff00ffu)), 8)));
  k_store(out, k_orb(k_shr(x, 16), k_shl(x, 16)));
spmd_kernel_end
