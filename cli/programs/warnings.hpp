#pragma once

#include <string>
#include <string_view>

#include "analysis/lint/lint.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {

/// The warnings as diagnostics of the text, in the same order.
Diagnostics diagnostics_of(const Warnings& warnings, std::string_view text);

/// The printed form of the warnings: `FILE:LINE:COLUMN: warning: …`, the line, a caret. `file` as on the
/// command line: `-` is standard input.
std::string render_warnings(const Warnings& warnings, std::string_view file, std::string_view text);

}  // namespace musimd::cli
