#pragma once

#include <cstdint>
#include <vector>

#include "kernels/cuda/launch_program.hpp"

namespace musimd::kernels::cuda {

/// On these lines, ascending, functions of lanes are those of all active threads of the warp, whatever the
/// mask names; `__ballot_sync` still gives lanes of the mask alone. So a launch goes on after a wrong mask.
void ignore_masks(const std::vector<std::uint32_t>& lines, PreparedLaunch& prepared);

}  // namespace musimd::kernels::cuda
