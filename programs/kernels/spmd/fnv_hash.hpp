// A hash of the bytes of a word: a C++ loop over uniform shifts.
//
// launch: fnv_hash 32
// arg hash: zeros
// arg word: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(fnv_hash, unsigned int *hash, unsigned int *word)
  k_uint h, w;
  k_set(w, k_load(word));
  k_set(h, k_uint(2166136261u));
  for (int shift = 0; shift < 32; shift += 8) {
    k_set(h, (h ^ (k_shr(w, shift) & k_uint(255u))) * k_uint(16777619u));
  }
  k_store(hash, h);
spmd_kernel_end
