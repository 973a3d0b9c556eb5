// there is no k_float of 8 bits
#include "dsl/spmd/spmd.hpp"

spmd_kernel_1d(kernel, i8 *dst)
    k_float x(1.0f);
    k_store(dst, k_load(dst));
spmd_kernel_end

void launch(i8* dst) {
    spmd_launch_kernel_1d(kernel, 8, 1, 10, dst);
}
