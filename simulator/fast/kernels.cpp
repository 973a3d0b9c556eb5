#include "simulator/fast/kernels.hpp"

namespace musimd::fast {

const KernelSet& kernels(VectorExtension extension) {
#if defined(__x86_64__) && !defined(MUSIMD_BASELINE_ONLY)
    switch (extension) {
        case VectorExtension::avx512:
            return kAvx512Kernels;
        case VectorExtension::avx2:
            return kAvx2Kernels;
        case VectorExtension::baseline:
            break;
    }
#else
    static_cast<void>(extension);
#endif
    return kBaselineKernels;
}

const KernelSet& kernels() {
    static const KernelSet& chosen = kernels(vector_extension());
    return chosen;
}

}  // namespace musimd::fast
