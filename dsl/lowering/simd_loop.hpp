#pragma once

#include <map>

#include "dsl/lowering/lowering.hpp"

namespace musimd::dsl {

/// The kernel with the iterations of each simd loop as a loop of statements. A simd loop that runs one
/// iteration after the other, as all do under LoopModel::spmd, becomes a while loop. One that runs `width` at
/// once keeps its kind, and its width is not 0: the body is a while loop from `variable`, which begins as the
/// lane's number, up to the only argument, whose value is the number of iterations.
/// `loops`: by the variable with the iteration's number, all but the addresses in the program.
Kernel with_loops_of_statements(const Kernel& kernel, LoopModel model,
                                std::map<VariableId, SimdLoopCode>& loops);

}  // namespace musimd::dsl
