// 2: no element is active in the k_if, but c0 becomes false anyway.
spmd_kernel_1d(set_of_bool, i32 *out)
  k_bool c0 = k_to_bool(k_float(0.0f) <= 0.0f);
  k_if (k_gt(k_float(0.0f), 0.0f))
    k_set(c0, c0);
  k_endif
  k_store(out, k_to_mask(k_int, c0));
spmd_kernel_end
