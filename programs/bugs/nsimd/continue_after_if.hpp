// 4: after the first trip no element is active past the k_endif.
spmd_kernel_1d(continue_after_if, i32 *out)
  k_int v0 = k_int((i32)0);
  k_int v1 = k_int((i32)0);
  k_while (k_lt(v1, (i32)3))
    k_set(v1, k_add(v1, (i32)1));
    k_if (k_ne(k_int((i32)0), (i32)0))
      k_set(v0, (i32)0);
    k_endif
    k_store(out, v1);
    k_continue;
  k_endwhile
spmd_kernel_end
