#pragma once

#include <span>
#include <string>
#include <vector>

#include "differential/backends/backend.hpp"
#include "differential/lockstep/setting.hpp"
#include "differential/openmp/run.hpp"

// Instances of a kernel for C++ compilers: an entry of differential/backends/launch.hpp for each.

namespace musimd::differential::lockstep {

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

}  // namespace musimd::differential::lockstep
