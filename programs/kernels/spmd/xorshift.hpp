// Steps of a random number generator in each element.
//
// launch: xorshift 32
// arg state: random
// arg steps: 8

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(xorshift, unsigned int *state, int steps)
  k_uint x;
  k_set(x, k_load(state));
  for (int i = 0; i < steps; i++) {
    k_set(x, k_xorb(x, k_shl(x, 13)));
    k_set(x, k_xorb(x, k_shr(x, 17)));
    k_set(x, k_xorb(x, k_shl(x, 5)));
  }
  k_store(state, x);
spmd_kernel_end
