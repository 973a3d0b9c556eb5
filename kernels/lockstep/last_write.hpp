#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "kernels/cuda/launch_run.hpp"

namespace musimd::kernels::lockstep {

/// The line that writes the element of the array last; nullopt if nothing does, or the run does not stop.
std::optional<std::uint32_t> last_write(const dsl::cuda::KernelFunction& kernel,
                                        const openmp::CallArguments& arguments,
                                        const cuda::LaunchConfiguration& config, const Engine& engine,
                                        dsl::BufferId buffer, std::size_t element);

}  // namespace musimd::kernels::lockstep
