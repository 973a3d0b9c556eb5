#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "kernels/cuda/launch_program.hpp"

// Which global memory a launch uses.

namespace musimd::kernels::cuda {

/// The lines of the kernel where an element is used first; 0: it is not.
struct ElementUse {
    std::uint32_t read = 0;
    std::uint32_t written = 0;
};

/// By address. The launch runs again, in the memory that it has begun with; nullopt if that takes too long.
std::optional<std::map<std::int64_t, ElementUse>> uses_of(const dsl::cuda::KernelFunction& kernel,
                                                          const openmp::CallState& memory,
                                                          const LaunchConfiguration& config);

}  // namespace musimd::kernels::cuda
