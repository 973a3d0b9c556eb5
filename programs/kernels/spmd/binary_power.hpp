// Powers by squaring: each element iterates once per bit of its exponent.
//
// launch: binary_power 32
// arg power: zeros
// arg base: between:-3:3
// arg exponent: between:0:20

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(binary_power, float *power, float *base, int *exponent)
  k_float square, product;
  k_set(square, k_load(base));
  k_set(product, 1.0f);
  k_int rest;
  k_set(rest, k_load(exponent));
  k_while (rest > 0)
    k_if ((rest & 1) != 0)
      k_set(product, product * square);
    k_endif
    k_set(square, square * square);
    k_set(rest, k_shr(rest, 1));
  k_endwhile
  k_store(power, product);
spmd_kernel_end
