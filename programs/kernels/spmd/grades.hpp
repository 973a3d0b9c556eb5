// A chain of k_elseif: the first condition that holds decides, k_else covers the rest.
//
// launch: grades 32
// arg grade: zeros
// arg points: between:0:20

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(grades, float *grade, float *points)
  k_float p, g;
  k_set(p, k_load(points));
  k_if (p >= 16.0f)
    k_set(g, 1.0f);
  k_elseif (p >= 12.0f)
    k_set(g, 2.0f);
  k_elseif (p >= 8.0f)
    k_set(g, 3.0f);
  k_else
    k_set(g, 4.0f);
  k_endif
  k_store(grade, g);
spmd_kernel_end
