// The acceleration of each of n bodies in a plane by the next 64, which x, y and mass have again after the last.
#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(n_body, float *x, float *y, float *mass, float *ax, float *ay)
  k_float my_x = k_load(x), my_y = k_load(y), sum_x = 0.0f, sum_y = 0.0f;
  for (int j = 1; j <= 64; ++j) {
    k_float dx = k_load((x + j)) - my_x, dy = k_load((y + j)) - my_y;
    k_float square = dx * dx + dy * dy + 0.5f;
    k_float factor = k_load((mass + j)) / (square * k_sqrt(square));
    k_set(sum_x, sum_x + factor * dx);
    k_set(sum_y, sum_y + factor * dy);
  }
  k_store(ax, sum_x);
  k_store(ay, sum_y);
spmd_kernel_end
