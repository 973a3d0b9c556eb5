spmd_kernel_1d(kernel, i32 *out)
  k_bool c0 = k_to_bool(k_ne(k_float(0.0f), 1.0f));
  k_if (k_lt(k_uint((u32)0u), (u32)0u))
    k_set(c0, c0);
  k_endif
  k_store(out, k_to_mask(k_int, c0));
spmd_kernel_end
