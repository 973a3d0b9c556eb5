// The number of bits in which two words differ, by sums of ever wider fields.
//
// launch: hamming_distance 32
// arg distance: zeros
// arg a: random
// arg b: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(hamming_distance, unsigned int *distance, unsigned int *a, unsigned int *b)
  k_uint x;
  k_set(x, k_xorb(k_load(a), k_load(b)));
  k_set(x, x - k_andb(k_shr(x, 1), k_uint(0x55555555u)));
  k_set(x, k_andb(x, k_uint(0x33333333u)) + k_andb(k_shr(x, 2), k_uint(0x33333333u)));
  k_set(x, k_andb(x + k_shr(x, 4), k_uint(0x0f0f0f0fu)));
  k_store(distance, k_shr(x * k_uint(0x01010101u), 24));
spmd_kernel_end
