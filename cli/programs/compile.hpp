#pragma once

#include <string_view>

#include "cli/command/options.hpp"

namespace musimd::cli {

/// Writes what `musimd compile` made to the file of --output, or to standard output.
void write_compiled(const Options& options, std::string_view source);

}  // namespace musimd::cli
