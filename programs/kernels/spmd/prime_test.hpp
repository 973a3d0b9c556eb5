// Trial division: a loop ended by a flag.
//
// launch: prime_test 32
// arg prime: zeros
// arg number: between:0:400

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(prime_test, int *prime, int *number)
  k_int n, d, candidate;
  k_set(n, k_load(number));
  k_set(candidate, 1);
  k_if (n < 2)
    k_set(candidate, 0);
  k_endif
  k_set(d, 2);
  k_while (k_to_bool(d * d <= n) && k_to_bool(candidate == 1))
    k_if (n - k_div(n, d) * d == 0)
      k_set(candidate, 0);
    k_endif
    k_set(d, d + 1);
  k_endwhile
  k_store(prime, candidate);
spmd_kernel_end
