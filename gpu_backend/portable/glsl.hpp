#pragma once

#include <optional>
#include <string>
#include <tl/expected.hpp>

#include "gpu_backend/portable/spirv.hpp"

// GLSL to SPIR-V, by glslang. Its program takes a fifth of a second for each shader, most of it to read its
// own declarations. Where its libraries for developers are installed, they are linked into a shared object,
// once for the user's cache, and a shader takes two milliseconds.

namespace musimd::portable {

/// Compiles a compute shader for Vulkan 1.2; else what glslang says. Any thread may call it.
tl::expected<spirv::Words, std::string> compile_glsl(const std::string& source);

/// What to install if there is no compiler of GLSL.
std::optional<std::string> why_no_glsl();

}  // namespace musimd::portable
