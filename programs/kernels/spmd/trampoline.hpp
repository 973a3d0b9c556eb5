// A kernel parameterised by a type: device functions that are members of a struct, called
// through a templated device function.
//
// launch: combine<sum_of> 32
// launch: combine<larger_of> 32
// launch: combine<product_of> 32
// arg result: zeros
// arg a: between:-1000:1000
// arg b: between:-1000:1000

#pragma once

#include <nsimd/modules/spmd.hpp>

struct sum_of {
  spmd_dev_func(static k_float apply, k_float a, k_float b)
    return a + b;
  spmd_dev_func_end
};

struct product_of {
  spmd_dev_func(static k_float apply, k_float a, k_float b)
    return a * b;
  spmd_dev_func_end
};

struct larger_of {
  spmd_dev_func(static k_float apply, k_float a, k_float b)
    k_float larger;
    k_set(larger, a);
    k_if (b > a)
      k_set(larger, b);
    k_endif
    return larger;
  spmd_dev_func_end
};

spmd_tmpl_dev_func(k_float through, Op, k_float a, k_float b)
  return Op::template spmd_call_dev_func(apply, a, b);
spmd_dev_func_end

spmd_tmpl_kernel_1d(combine, Op, float *result, float *a, float *b)
  k_store(result, spmd_call_tmpl_dev_func(through, Op, k_load(a), k_load(b)));
spmd_kernel_end
