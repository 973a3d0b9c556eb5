// Nested loops with k_break and k_continue: the number of ways to write a number as a sum of two squares.
//
// launch: pairs_of_squares 32
// arg ways: zeros
// arg number: between:0:60
// known nsimd: a lane that left by k_break never ends the loop

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(pairs_of_squares, int *ways, int *number)
  k_int n, count, a, b;
  k_set(n, k_load(number));
  k_set(count, 0);
  k_set(a, -1);
  k_while (a < 8)
    k_set(a, a + 1);
    k_if (a * a > n)
      k_break;
    k_endif
    k_set(b, a - 1);
    k_while (b < 8)
      k_set(b, b + 1);
      k_if (a * a + b * b < n)
        k_continue;
      k_endif
      k_if (a * a + b * b > n)
        k_break;
      k_endif
      k_set(count, count + 1);
    k_endwhile
  k_endwhile
  k_store(ways, count);
spmd_kernel_end
