#pragma once

#include <vector>

#include "dsl/kernel.hpp"

namespace musimd::dsl {

/// By VariableId: the variable of the program that it has, as the first variable of the tree that has it. A
/// variable that all lanes set where they declare it, outside of conditionals and loops, takes that of an
/// earlier one of its type that nothing mentions any more. Only of kernels in which no dormant lane acts.
std::vector<VariableId> shared_variables(const Kernel& kernel);

}  // namespace musimd::dsl
