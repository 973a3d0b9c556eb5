// A device function with early returns: k_return ends the call for the lanes that reach it, and the
// result is the value of its variable at that point.
//
// launch: bands 32
// arg band: zeros
// arg reading: between:-50:50

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_dev_func(k_int band_of, k_int reading)
  k_int band;
  k_set(band, 0);
  k_if (reading < 0)
    k_set(band, -1);
    k_return;
  k_endif
  k_if (reading < 10)
    k_return;
  k_endif
  k_set(band, 1);
  k_if (reading < 30)
    k_return;
  k_endif
  k_set(band, 2);
  return band;
spmd_dev_func_end

spmd_kernel_1d(bands, int *band, int *reading)
  k_store(band, spmd_call_dev_func(band_of, k_load(reading)));
spmd_kernel_end
