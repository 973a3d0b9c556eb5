#pragma once

#include <string>
#include <tl/expected.hpp>

#include "gpu_backend/portable/spirv.hpp"

// GLSL to SPIR-V, by glslang. Its program takes a fifth of a second for each shader, most of it to read its
// own declarations. Where its libraries for developers are installed, they are linked into a shared object,
// once for the user's cache, and a shader takes two milliseconds.

namespace musimd::portable {

/// Compiles a compute shader for Vulkan 1.2; else what glslang says. Any thread may call it.
tl::expected<spirv::Words, std::string> compile_glsl(const std::string& source);

/// What compile_glsl uses: `glslang in this process`, or the program's path; else what to install.
tl::expected<std::string, std::string> glsl_compiler();

}  // namespace musimd::portable
