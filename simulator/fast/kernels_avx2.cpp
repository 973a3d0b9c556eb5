#include <immintrin.h>

#include "simulator/fast/kernels.hpp"

#define MUSIMD_KERNELS_NAME "avx2"

namespace musimd::fast {
#include "simulator/fast/kernels.inc"

const KernelSet* avx2_kernels() {
    return __builtin_cpu_supports("avx2") ? &kSet : nullptr;
}

}  // namespace musimd::fast
