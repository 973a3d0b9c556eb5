#include "simulator/fast/kernels.hpp"

namespace musimd::fast {
#include "simulator/fast/kernels.inc"

const RowKernels kBaselineShortRows = kRowKernels<Word32>;

}  // namespace musimd::fast
