// the width of a launch is 8, 16, 32 or 64 bits
#include "dsl/spmd/spmd.hpp"

spmd_kernel_1d(kernel, int *dst)
    k_store(dst, 1);
spmd_kernel_end

void launch(int* dst) {
    spmd_launch_kernel_1d(kernel, 24, 1, 10, dst);
}
