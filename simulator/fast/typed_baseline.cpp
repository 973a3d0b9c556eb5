#include "simulator/fast/typed.hpp"

namespace musimd::fast {
#include "simulator/fast/typed_loops.inc"

const TypedKernels kTypedBaseline = kTypedTable;

}  // namespace musimd::fast
