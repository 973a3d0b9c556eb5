// Products of numbers with 16 fractional bits, in words of 64 bits.
//
// launch: fixed_point 64
// arg product: zeros
// arg a: between:-1000000:1000000
// arg b: between:-1000000:1000000

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(fixed_point, long *product, long *a, long *b)
  k_store(product, k_shra(k_mul(k_load(a), k_load(b)) + k_int(32768), 16));
spmd_kernel_end
