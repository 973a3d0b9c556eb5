#pragma once

#include <span>
#include <string>
#include <vector>

#include "kernels/compiled/backend.hpp"
#include "kernels/lockstep/setting.hpp"
#include "kernels/openmp/run.hpp"

// Instances of a kernel for C++ compilers: an entry of kernels/compiled/launch.hpp for each.

namespace musimd::kernels::lockstep {

/// Why compiled code cannot have the kernel's arguments; empty if it can.
std::string why_not_compiled(const dsl::cuda::KernelFunction& kernel);

/// C++ that follows the user's file. On the host, the last block of memory receives the counts.
std::string host_entries(const Setting& setting, const std::vector<Shape>& shapes,
                         const dsl::cuda::KernelFunction& kernel);
/// CUDA C++ that follows the user's file.
std::string device_entries(const Setting& setting, const std::vector<Shape>& shapes,
                           const dsl::cuda::KernelFunction& kernel);

/// The bytes of the arguments. `counts`: with a block for the counts.
KernelLaunch compiled_launch(const dsl::cuda::KernelFunction& kernel, const openmp::CallArguments& arguments,
                             std::size_t entry, bool counts);

/// After a run.
std::vector<std::vector<std::uint64_t>> elements_of(const dsl::cuda::KernelFunction& kernel,
                                                    const std::vector<std::vector<std::byte>>& memory);

}  // namespace musimd::kernels::lockstep
