#pragma once

#include <cstdint>

#include "differential/cuda/tree.hpp"

namespace musimd::differential::cuda {

/// How large random kernels are.
struct DrawnShape {
    unsigned statements = 16;  ///< about
    unsigned mutants = 30;     ///< percent of kernels in which one thing was made wrong
    bool has_warps = true;     ///< whether threads of a warp work together: __shfl_sync and the like
};

/// A kernel without races and without undefined behaviour, whose results are the same under every schedule: a
/// pure function of seed and shape. Some have one mistake: see Drawn::mutation.
Drawn random_kernel(std::uint64_t seed, const DrawnShape& shape = {});

}  // namespace musimd::differential::cuda
