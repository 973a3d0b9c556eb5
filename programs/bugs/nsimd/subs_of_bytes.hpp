// 1, at 8 bits, where processors have an instruction that saturates: wrong only in the elements of an incomplete vector.
spmd_kernel_1d(subs, i8 *out, i8 *in)
  k_store(out, k_subs((i8)0, k_load(in)));
spmd_kernel_end
