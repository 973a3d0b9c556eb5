#ifdef __x86_64__
#include <immintrin.h>

#include "simulator/fast/kernels.hpp"

namespace musimd::fast {
#include "simulator/fast/kernels.inc"

const RowKernels kAvx512ShortRows = kRowKernels<Word32>;

}  // namespace musimd::fast
#endif
