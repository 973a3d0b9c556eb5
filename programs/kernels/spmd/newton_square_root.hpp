// Square roots by Newton's method until two steps agree. A variable that only the writing lanes read may be set
// unmasked: all lanes compute the next step, and those that continue take it.
//
// launch: newton_square_root 32
// arg root: zeros
// arg square: between:1:10000

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(newton_square_root, float *root, float *square)
  k_float s, x, next, change;
  k_unmasked_set(s, k_unmasked_load(square));
  k_unmasked_set(x, s);
  k_unmasked_set(change, k_float(1.0f));
  k_while (change > 0.001f)
    k_unmasked_set(next, (x + s / x) * 0.5f);
    k_set(change, k_abs(next - x));
    k_set(x, next);
  k_endwhile
  k_store(root, x);
spmd_kernel_end
