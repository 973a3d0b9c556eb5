// 1: where no instruction saturates, NSIMD negates the subtrahend, and the least number has no negation.
spmd_kernel_1d(subs, i32 *out, i32 *in)
  k_store(out, k_subs((i32)0, k_load(in)));
spmd_kernel_end
