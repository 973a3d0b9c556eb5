// k_return in nested conditionals of a kernel: each element stores once.
//
// launch: nested_returns 32
// arg out: zeros
// arg in: between:0:20

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(nested_returns, float *out, float *in)
  k_float x;
  k_set(x, k_load(in));
  k_if (x > 4.0f)
    k_if (x > 12.0f)
      k_store(out, x - 12.0f);
      k_return;
    k_endif
    k_store(out, x * 2.0f);
    k_return;
  k_endif
  k_store(out, -x);
spmd_kernel_end
