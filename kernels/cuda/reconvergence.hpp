#pragma once

#include <functional>
#include <optional>

#include "kernels/cuda/launch_run.hpp"

// Launches under the models of reconvergence: section 12 of the semantics.

namespace musimd::kernels::cuda {

/// Why the launch's model does not run the kernel; nothing if it does.
struct NotAccepted {
    std::string why;
    dsl::SourcePoint line = {};
};
std::optional<NotAccepted> not_accepted(const LaunchProgram& launch);

/// Runs the launch. Where the model leaves open which side of a branch runs first, and the configuration
/// does not say it, it runs with both: what is wrong with the other side is added, and a difference of the
/// results is a warning.
LaunchRun run_with_sides(const dsl::cuda::KernelFunction& kernel, const openmp::CallState& memory,
                         const LaunchConfiguration& config,
                         const std::function<LaunchRun(const LaunchConfiguration&)>& run_in);

/// Where a thread first does something else under the second model than under the first: the line, or
/// nothing if it is not known.
std::optional<dsl::SourcePoint> first_difference(const dsl::cuda::KernelFunction& kernel,
                                                 const openmp::CallArguments& arguments,
                                                 const LaunchConfiguration& first,
                                                 const LaunchConfiguration& second, const Engine& engine);

}  // namespace musimd::kernels::cuda
