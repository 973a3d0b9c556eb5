#include "simulator/fast/kernels.hpp"
#include "simulator/fast/typed.hpp"

#define MUSIMD_KERNELS_NAME "baseline"
#define MUSIMD_TYPED_KERNELS kTypedBaseline

namespace musimd::fast {
#include "simulator/fast/kernels.inc"

const KernelSet* baseline_kernels() {
    return &kSet;
}

const KernelSet& kernels() {
    static const KernelSet& best = [&]() -> const KernelSet& {
        if (const KernelSet* widest = avx512_kernels()) return *widest;
        if (const KernelSet* wide = avx2_kernels()) return *wide;
        return kSet;
    }();
    return best;
}

}  // namespace musimd::fast
