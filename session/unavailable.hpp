#pragma once

#include <optional>
#include <string>

#include "isa/program.hpp"

namespace musimd::web {

/// Whether this build computes the operation on floats: not the functions that only MPFR rounds correctly.
bool has_on_floats(TypedOperation operation);

/// What the program needs and this build has not: an operation with its line, or memory.
std::optional<std::string> unavailable(const Program& program);

}  // namespace musimd::web
