spmd_kernel_1d(kernel, i32 *out, i32 *a)
  k_int v0 = k_load(a);
  k_set(v0, k_andb(k_mul(v0, v0), (i32)2147483647));
  k_store(out, v0);
spmd_kernel_end
