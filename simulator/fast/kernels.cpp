#include "simulator/fast/kernels.hpp"

#include "simulator/fast/typed.hpp"

namespace musimd::fast {
namespace {

constexpr KernelSet kBaseline = {kBaselineRows, kBaselineShortRows, kTypedBaseline};
#ifdef MUSIMD_WITH_AVX2
constexpr KernelSet kAvx2 = {kAvx2Rows, kAvx2ShortRows, kTypedAvx2};
#endif
#ifdef MUSIMD_WITH_AVX512
constexpr KernelSet kAvx512 = {kAvx512Rows, kAvx512ShortRows, kTypedAvx512};
#endif

}  // namespace

const KernelSet& kernels(VectorExtension extension) {
    switch (extension) {
        case VectorExtension::avx512:
#ifdef MUSIMD_WITH_AVX512
            return kAvx512;
#endif
        case VectorExtension::avx2:
#ifdef MUSIMD_WITH_AVX2
            return kAvx2;
#endif
        case VectorExtension::baseline:
            break;
    }
    return kBaseline;
}

const KernelSet& kernels() {
    static const KernelSet& chosen = kernels(vector_extension());
    return chosen;
}

}  // namespace musimd::fast
