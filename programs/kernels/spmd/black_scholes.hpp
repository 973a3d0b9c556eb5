// Prices of European calls: exp, log, erfc and square roots. Targets differ in their last digits,
// so prices are compared within a tolerance.
//
// launch: black_scholes 32
// arg price: zeros
// arg spot: between:20:150
// arg strike: between:20:150
// arg years: between:0.25:3
// arg rate: 0.03
// arg volatility: 0.25
// compare: near 0.0001

#pragma once

#include <nsimd/modules/spmd.hpp>

spmd_dev_func(k_float normal_cdf, k_float x)
  return k_erfc_u15(x * -0.70710678f) * 0.5f;
spmd_dev_func_end

spmd_kernel_1d(black_scholes, float *price, float *spot, float *strike, float *years, float rate, float volatility)
  k_float s, k, t, root, d1, d2;
  k_set(s, k_load(spot));
  k_set(k, k_load(strike));
  k_set(t, k_load(years));
  k_set(root, k_sqrt(t) * volatility);
  k_set(d1, (k_log_u10(s / k) + t * (rate + volatility * volatility * 0.5f)) / root);
  k_set(d2, d1 - root);
  k_store(price, s * spmd_call_dev_func(normal_cdf, d1) -
                     k * k_exp_u10(t * -rate) * spmd_call_dev_func(normal_cdf, d2));
spmd_kernel_end
