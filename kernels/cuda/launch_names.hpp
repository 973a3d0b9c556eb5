#pragma once

#include <nlohmann/json_fwd.hpp>

#include "kernels/cuda/launch_program.hpp"

// What a page needs to show the memory and the variables of a launch as its source names them: docs/web.md.

namespace musimd::kernels::cuda {

/// The arrays of the launch, with their types and shapes.
nlohmann::ordered_json arrays_json(const LaunchProgram& launch);

/// Of each variable of the kernel that the program has, its name there, and its type.
nlohmann::ordered_json variables_json(const LaunchProgram& launch);

}  // namespace musimd::kernels::cuda
