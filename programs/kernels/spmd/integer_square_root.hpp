// Integer square roots bit by bit, without floats.
//
// launch: integer_square_root 32
// arg root: zeros
// arg square: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(integer_square_root, unsigned int *root, unsigned int *square)
  k_uint rest, found;
  k_set(rest, k_load(square));
  k_set(found, 0);
  for (unsigned int bit = 1u << 30; bit != 0; bit >>= 2) {
    k_if (k_ge(rest, found + k_uint(bit)))
      k_set(rest, rest - found - k_uint(bit));
      k_set(found, k_shr(found, 1) + k_uint(bit));
    k_else
      k_set(found, k_shr(found, 1));
    k_endif
  }
  k_store(root, found);
spmd_kernel_end
