#pragma once

#include <string_view>

#include "isa/diagnostic.hpp"
#include "isa/syntax.hpp"

namespace musimd {

/// Reads a program as JSON (docs/interfaces.md) into lines of assembly, one for each of its parts, whose
/// numbers are lines of the JSON text.
syntax::File read_json_lines(std::string_view text, Diagnostics& diagnostics);

}  // namespace musimd
