// k_if and k_while want a condition
#include "dsl/spmd/spmd.hpp"

spmd_kernel_1d(kernel, int *dst)
    k_int x = k_load(dst);
    k_if (x) k_store(dst, 1); k_endif
spmd_kernel_end

void launch(int* dst) {
    spmd_launch_kernel_1d(kernel, 32, 1, 10, dst);
}
