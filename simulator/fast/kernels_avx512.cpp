#include <immintrin.h>

#include "simulator/fast/kernels.hpp"
#include "simulator/fast/typed.hpp"

#define MUSIMD_KERNELS_NAME "avx512"
#define MUSIMD_TYPED_KERNELS kTypedAvx512

namespace musimd::fast {
#include "simulator/fast/kernels.inc"

const KernelSet* avx512_kernels() {
    const bool there = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
                       __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw");
    return there ? &kSet : nullptr;
}

}  // namespace musimd::fast
