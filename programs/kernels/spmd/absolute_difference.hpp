// The distance of two bytes: one of the two saturating differences is 0.
//
// launch: absolute_difference<u8> 8
// launch: absolute_difference<u16> 16
// arg out: zeros
// arg a: random
// arg b: random

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_tmpl_kernel_1d(absolute_difference, T, T *out, T *a, T *b)
  k_store(out, k_orb(k_subs(k_load(a), k_load(b)), k_subs(k_load(b), k_load(a))));
spmd_kernel_end
