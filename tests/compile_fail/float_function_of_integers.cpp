// a function of the DSL that does not take this type
#include "dsl/spmd/spmd.hpp"

spmd_kernel_1d(kernel, int *dst)
    k_int x = k_load(dst);
    k_store(dst, k_sqrt(x));
spmd_kernel_end

void launch(int* dst) {
    spmd_launch_kernel_1d(kernel, 32, 1, 10, dst);
}
