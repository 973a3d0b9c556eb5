// 3: the launch does not terminate: the condition still holds in the elements that left the loop.
spmd_kernel_1d(break_of_a_while, i32 *out)
  k_int v0 = k_int((i32)1);
  k_int v1 = k_int((i32)0);
  k_while (k_lt(v1, v0))
    k_break;
  k_endwhile
  k_store(out, v0);
spmd_kernel_end
