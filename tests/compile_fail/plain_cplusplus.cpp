// Keywords of C++ where those of the DSL are needed.

#include "dsl/spmd/spmd.hpp"

spmd_kernel_1d(assigns, i32 *dst)
  k_int x = k_load(dst);
  x = x + 1;  // error: use_k_set_instead_of_a_plain_assignment
spmd_kernel_end

spmd_kernel_1d(copies, i32 *dst)
  k_int x = k_load(dst);
  k_int y;
  y = x;  // error: use_k_set_instead_of_a_plain_assignment
spmd_kernel_end

spmd_kernel_1d(plain_if, i32 *dst)
  k_int x = k_load(dst);
  if (x > 0) k_store(dst, 1);  // error: use_k_if_or_k_while_instead_of_plain_C_control_flow
spmd_kernel_end

spmd_kernel_1d(plain_while, i32 *dst)
  k_int x = k_load(dst);
  while (x > 0) k_set(x, x - 1);  // error: use_k_if_or_k_while_instead_of_plain_C_control_flow
spmd_kernel_end

void launch(i8* bytes, i32* ints, f32* floats) {
  spmd_launch_kernel_1d(assigns, 32, 1, 10, ints);
  spmd_launch_kernel_1d(copies, 32, 1, 10, ints);
  spmd_launch_kernel_1d(plain_if, 32, 1, 10, ints);
  spmd_launch_kernel_1d(plain_while, 32, 1, 10, ints);
}
