// use k_set(variable, value)
#include "dsl/spmd/spmd.hpp"

spmd_kernel_1d(kernel, int *dst)
    k_int x = k_load(dst);
    x = x + 1;
spmd_kernel_end

void launch(int* dst) {
    spmd_launch_kernel_1d(kernel, 32, 1, 10, dst);
}
