// Launches that are not: errors at the line of the launch.

#include "dsl/spmd/spmd.hpp"

spmd_kernel_1d(kernel, i32 *dst)
  k_bool c(true);
  k_if (c)
  k_endif
spmd_kernel_end

void launch(i32* ints, float n) {
  spmd_launch_kernel_1d(kernel, 24, 1, 10, ints);  // error: the width of a launch must be 8, 16, 32 or 64 bits
  spmd_launch_kernel_1d(kernel, 32, 1, n, ints);   // error: the number of elements must be an integer
}
