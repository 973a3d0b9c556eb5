#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "differential/cuda/tree.hpp"

// Random kernels as OpenCL C 1.2, with double and atomics of 64 bits. Its launch has the buffers, then the
// dynamic arrays, then n.

namespace musimd::differential::cuda {

/// Why the kernel cannot be written in OpenCL C: it has functions of warps, and no device has sub-groups of
/// 32 threads.
std::optional<std::string_view> why_no_opencl(const Drawn& kernel);

/// A program of these kernels; they are named `k0`, `k1`, and so on; one alone is `k`.
std::string opencl_program_of(std::span<const Drawn> kernels);
std::string opencl_source_of(const Drawn& kernel);

}  // namespace musimd::differential::cuda
