#pragma once

#include <optional>
#include <string>

#include "host/compiler.hpp"
#include "simulator/vector_extension.hpp"

namespace musimd::codegen {

/// The compiler where CXX names none; c++ unless this is called, which must be before any thread compiles.
void use_compiler(const std::string& command);

/// $CXX, or c++, with -O3 and the user's cache. Targets this processor or, if an extension is given, a
/// processor without wider vectors.
host::CompileSettings host_settings(std::optional<VectorExtension> extension = requested_vector_extension());

/// The error message, with the compiler's lines as they can be displayed; each line ends with a newline.
std::string error_text(const host::CompileError& error);

}  // namespace musimd::codegen
