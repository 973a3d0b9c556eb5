#pragma once

#include <string>
#include <tl/expected.hpp>

#include "gpu_backend/portable/backend.hpp"

namespace musimd::portable {

/// The backend `vulkan`. Its source is GLSL (`#version 450`), a compute shader, or the bytes of a module of
/// SPIR-V. The buffers are storage buffers in set 0, binding 0, 1, …; the numbers are push constants, 32 bits
/// each. Launch::local_bytes must be empty, and Launch::threads is ignored: a shader has both by itself. Any
/// threads may compile and run at once. Where the device has it, a shader is maximally reconverging.
tl::expected<Backend*, std::string> find_vulkan();

}  // namespace musimd::portable
