// The unmasked forms with all lanes active: little more than a copy.
//
// launch: unmasked_copy 32
// arg to: zeros
// arg from: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(unmasked_copy, float *to, float *from)
  k_float a, b;
  k_unmasked_set(a, k_unmasked_load(from));
  k_unmasked_set(b, a + 1.0f);
  k_unmasked_store(to, b);
spmd_kernel_end
