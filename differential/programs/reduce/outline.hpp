#pragma once

#include <string>

#include "isa/program.hpp"

namespace musimd::differential {

/// The operations of the program's instructions in their order: `st add shfl`. Equal for most reductions of
/// the same defect.
std::string outline(const Program& program);

}  // namespace musimd::differential
