#include "simulator/fast/kernels.hpp"
#include "simulator/fast/typed.hpp"

#define MUSIMD_TYPED_KERNELS kTypedBaseline

namespace musimd::fast {
#include "simulator/fast/kernels.inc"

const KernelSet kBaselineKernels = kSet;

}  // namespace musimd::fast
