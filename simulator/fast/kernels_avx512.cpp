#ifdef __x86_64__
#include <immintrin.h>

#include "simulator/fast/kernels.hpp"
#include "simulator/fast/typed.hpp"

#define MUSIMD_TYPED_KERNELS kTypedAvx512

namespace musimd::fast {
#include "simulator/fast/kernels.inc"

const KernelSet kAvx512Kernels = kSet;

}  // namespace musimd::fast
#endif
