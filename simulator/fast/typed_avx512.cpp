#ifdef __x86_64__
#include <immintrin.h>

#include "simulator/fast/typed.hpp"

namespace musimd::fast {
#include "simulator/fast/typed_loops.inc"

const TypedKernels kTypedAvx512 = kTypedTable;

}  // namespace musimd::fast
#endif
