// 7: elements whose divisor is 0 are not active in the k_if, but are divided anyway.
spmd_kernel_1d(guarded_division, i32 *out, i32 *in)
  k_int q = k_int((i32)0);
  k_if (k_ne(k_load(in), (i32)0))
    k_set(q, k_div((i32)100, k_load(in)));
  k_endif
  k_store(out, q);
spmd_kernel_end
