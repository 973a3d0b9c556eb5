#pragma once

#include <string>
#include <string_view>

#include "cli/command/options.hpp"

namespace musimd::cli {

/// Writes what `musimd compile` made to the file of --output, or to standard output.
void write_compiled(const Options& options, std::string_view source);

/// The program as OpenCL C, GLSL, SPIR-V or ISPC.
std::string portable_source(const Options& options);

}  // namespace musimd::cli
