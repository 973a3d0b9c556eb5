#pragma once

#include <string>

#include "semantics/trap.hpp"

namespace musimd::typed {

/// Why a typed operation has no result, with its operands read as the type's: `thread 3 divides 7 by zero`.
std::string explain(const Failure& failure, const Instruction& instruction);

}  // namespace musimd::typed
