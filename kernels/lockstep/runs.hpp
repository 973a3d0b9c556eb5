#pragma once

#include <vector>

#include "kernels/lockstep/comparison.hpp"

namespace musimd::kernels::lockstep {

struct AllRuns {
    std::vector<TargetRun> runs;  ///< those on the machine first
    Compared compared;
};

/// Runs all targets, and compares their results.
AllRuns run_all(const Setting& setting, const Instances& instances,
                const std::vector<openmp::CallArguments>& arguments);

}  // namespace musimd::kernels::lockstep
