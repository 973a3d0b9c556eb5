// 6: 232341016 squared does not fit 32 bits. The compiler drops the mask, since a square is not negative.
spmd_kernel_1d(overflow, i32 *out, i32 *in)
  k_int v0 = k_load(in);
  k_set(v0, k_andb(k_mul(v0, v0), (i32)2147483647));
  k_store(out, v0);
spmd_kernel_end
