// A conditional store: elements below the cap keep their old value.
//
// launch: cap 32
// arg level: between:-100:100
// arg reading: between:-100:100

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_kernel_1d(cap, float *level, float *reading)
  k_if (k_load(reading) > 25.0f)
    k_store(level, 25.0f);
  k_endif
spmd_kernel_end
