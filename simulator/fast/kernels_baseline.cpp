#include "simulator/fast/kernels.hpp"

namespace musimd::fast {
#include "simulator/fast/kernels.inc"

const RowKernels kBaselineRows = kRowKernels<Word64>;

}  // namespace musimd::fast
