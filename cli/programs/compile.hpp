#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "cli/command/options.hpp"
#include "isa/program.hpp"

namespace musimd::cli {

/// Writes what `musimd compile` made to the file of --output, or to standard output.
void write_compiled(const Options& options, std::string_view source);

/// The program of the command's file as OpenCL C, GLSL, SPIR-V, HLSL or ISPC, with Σ up to `max_address`.
std::string portable_source(const Options& options, const Program& program, std::int64_t max_address);

}  // namespace musimd::cli
