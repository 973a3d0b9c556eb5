#pragma once

#include "differential/lockstep/tree.hpp"

namespace musimd::differential::lockstep {

/// How large random kernels are.
struct DrawnShape {
    unsigned statements = 14;  ///< about
    unsigned mutants = 30;     ///< percent of kernels in which one barrier was removed
};

/// A kernel without races, whose results depend on neither workers, nor simdSize, nor orders: a pure function
/// of seed and shape. Some have one mistake: see Drawn::mutation.
Drawn random_kernel(std::uint64_t seed, const DrawnShape& shape = {});

}  // namespace musimd::differential::lockstep
