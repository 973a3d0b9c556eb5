#include <immintrin.h>

#include "simulator/fast/kernels.hpp"

#define MUSIMD_KERNELS_NAME "avx2"

namespace musimd::fast {
#include "simulator/fast/kernels.inc"

const Kernels* avx2_kernels() { return __builtin_cpu_supports("avx2") ? &kTable : nullptr; }

}  // namespace musimd::fast
