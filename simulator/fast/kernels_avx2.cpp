#include <immintrin.h>

#include "simulator/fast/kernels.hpp"
#include "simulator/fast/typed.hpp"

#define MUSIMD_KERNELS_NAME "avx2"
#define MUSIMD_TYPED_KERNELS kTypedAvx2

namespace musimd::fast {
#include "simulator/fast/kernels.inc"

const KernelSet* avx2_kernels() {
    // The typed loops fuse products and sums, too.
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? &kSet : nullptr;
}

}  // namespace musimd::fast
