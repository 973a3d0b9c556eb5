// 8: a launch that unrolls does not compile.
spmd_kernel_1d(unrolled_store, i32 *out)
  k_store(out, (i32)1);
spmd_kernel_end
