#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "isa/program.hpp"
#include "kernels/cuda/device_launches.hpp"

// How `musimd cuda --stats` counts the grids that device code launches.

namespace musimd::cli {

struct LaunchCountRow {
    std::string kernel;
    ThreadModel model = ThreadModel::lockstep;
    std::string engine;
    kernels::cuda::DeviceLaunchCount count;
};

std::string launch_counts_text(const std::vector<LaunchCountRow>& rows);
nlohmann::ordered_json launch_counts_json(const kernels::cuda::DeviceLaunchCount& count);

/// As in a launch: `4`, `(4, 2)`.
std::string dimensions_text(const dsl::Dimensions& d);

}  // namespace musimd::cli
