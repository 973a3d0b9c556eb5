spmd_kernel_1d(kernel, i32 *out)
  k_int v0 = k_int((i32)(-2147483647 - 1));
  k_set(v0, k_subs((i32)0, v0));
  k_store(out, v0);
spmd_kernel_end
