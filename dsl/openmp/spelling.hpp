#pragma once

#include <string>

#include "dsl/openmp/loop_function.hpp"

namespace musimd::dsl::openmp {

/// A text that two functions share if they are the same but for lines, and the names and numbers of
/// variables.
std::string spell(const LoopFunction& function);

}  // namespace musimd::dsl::openmp
