#include "simulator/fast/kernels.hpp"

#define MUSIMD_KERNELS_NAME "baseline"

namespace musimd::fast {
#include "simulator/fast/kernels.inc"

const Kernels* baseline_kernels() { return &kTable; }

const Kernels& kernels() {
    static const Kernels& best = [&]() -> const Kernels& {
        if (const Kernels* widest = avx512_kernels()) return *widest;
        if (const Kernels* wide = avx2_kernels()) return *wide;
        return kTable;
    }();
    return best;
}

}  // namespace musimd::fast
