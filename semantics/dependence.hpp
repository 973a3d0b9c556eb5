#pragma once

#include <string>

#include "semantics/result.hpp"

namespace musimd {

/// Warns that the result of a run depends on what its model leaves open, at the first instruction of the
/// program that `is_it`, which there is.
void warn_of_dependence(Result& result, const Program& program, WarningKind kind,
                        bool (*is_it)(const Instruction&), std::string message);

}  // namespace musimd
