// the operands of a function are of one type
#include "dsl/spmd/spmd.hpp"

spmd_kernel_1d(kernel, int *dst)
    k_int x = k_load(dst);
    k_store(dst, k_add(x, k_cvt(k_float, x)));
spmd_kernel_end

void launch(int* dst) {
    spmd_launch_kernel_1d(kernel, 32, 1, 10, dst);
}
