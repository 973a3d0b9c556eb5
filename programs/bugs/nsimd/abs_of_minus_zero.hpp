// 5: out holds zeros; the absolute value of -0 is 0.
spmd_kernel_1d(abs_of_minus_zero, f32 *out)
  k_store(out, k_abs(k_neg(k_load(out))));
spmd_kernel_end
