// the pointer's elements have not the launch's width
#include "dsl/spmd/spmd.hpp"

spmd_kernel_1d(kernel, short *dst)
    k_store(dst, k_load(dst));
spmd_kernel_end

void launch(short* dst) {
    spmd_launch_kernel_1d(kernel, 32, 1, 10, dst);
}
