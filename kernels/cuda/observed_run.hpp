#pragma once

#include <functional>
#include <vector>

#include "kernels/cuda/launch_program.hpp"
#include "kernels/findings/finding.hpp"
#include "semantics/observer.hpp"
#include "semantics/result.hpp"

namespace musimd::kernels::cuda {

/// Whether what a run warns of is an error of the kernel, although the run goes on: CUDA demands of a barrier
/// that no thread of the block has exited.
inline bool is_error(const Finding& warning) {
    return warning.kind == to_string(WarningKind::barrier_exited);
}

/// A run whose steps are looked at, and what is wrong with it.
struct ObservedRun {
    Result result;
    std::vector<Finding> findings;  ///< only the first, unless LaunchConfiguration::goes_on
    std::vector<Finding> warnings;
};

/// Whether an access of the program is of a volatile object.
bool has_volatiles(const Program& program);

/// `run`: runs the program of the launch, with its options, and reports the steps to the observer. `others`
/// see them first.
ObservedRun observed_run(LaunchProgram& launch, const LaunchConfiguration& config, Observers& others,
                         const std::function<Result(Observer&)>& run);

}  // namespace musimd::kernels::cuda
