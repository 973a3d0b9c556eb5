#pragma once

#include "cli/command/command.hpp"

// Commands of the program itself that need kernels for some of their arguments.

namespace musimd::cli {

/// `musimd compile FILE.cu`.
int compile_kernel(const Arguments& arguments);
/// `musimd doctor`, with what kernels use.
int doctor_with_kernels(const Arguments& arguments);
/// `musimd web --add FILE`.
int web_with_kernels(const Arguments& arguments);

}  // namespace musimd::cli
