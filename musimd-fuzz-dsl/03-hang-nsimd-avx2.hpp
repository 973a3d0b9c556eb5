spmd_kernel_1d(kernel, i32 *out)
  k_while (k_int((i32)0) < (i32)1)
    k_break;
  k_endwhile
spmd_kernel_end
