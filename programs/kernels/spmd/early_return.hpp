// Elements without work return first.
//
// launch: early_return 32
// arg out: iota
// arg in: between:-10:10

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(early_return, int *out, int *in)
  k_int x;
  k_set(x, k_load(in));
  k_if (x <= 0)
    k_return;
  k_endif
  k_store(out, x * x);
spmd_kernel_end
