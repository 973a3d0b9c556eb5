#pragma once

#include <string>

#include "isa/program.hpp"
#include "kernels/findings/finding.hpp"

// Threads in CUDA's coordinates.

namespace musimd::kernels::cuda {

/// The shape of a launch.
struct GridShape {
    dsl::Dimensions grid = {1, 1, 1};
    dsl::Dimensions block = {1, 1, 1};
    std::uint32_t first_block = 0;  ///< that runs
    dsl::Sample sample = {};        ///< then it is among these

    /// Of the i-th that runs.
    std::uint32_t block_number(std::uint32_t i) const { return sample.number(first_block + i, grid); }
    bool is_linear() const { return grid[1] == 1 && grid[2] == 1 && block[1] == 1 && block[2] == 1; }
};

/// The thread that is this lane of the warp.
GridThread grid_thread(std::uint32_t warp, Thread lane, const Program& program, const GridShape& shape);

/// `thread (40, 0, 0) of block (1, 0, 0)`; in one dimension `thread 40 of block 1`.
std::string thread_text(const GridThread& thread, const GridShape& shape);

/// A message of the machine about a warp, with threads of blocks in place of lanes of warps.
std::string with_grid_threads(const std::string& message, std::uint32_t warp, const Program& program,
                              const GridShape& shape);

}  // namespace musimd::kernels::cuda
