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

/// The name of a kernel in a program of several: `k0003`.
std::string opencl_name(std::size_t number);

/// A program of these kernels; and of one alone, `k`.
std::string opencl_program_of(std::span<const Drawn> kernels);
std::string opencl_source_of(const Drawn& kernel);

}  // namespace musimd::differential::cuda
