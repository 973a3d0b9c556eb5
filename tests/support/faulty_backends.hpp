#pragma once

#include <memory>

#include "kernels/compiled/backend.hpp"

namespace musimd::support {

/// Also divides in dormant lanes (faulty_spmd.hpp), so that a divisor of 0 there raises SIGFPE.
std::unique_ptr<kernels::Backend> divides_in_dormant_lanes();

/// Loses the last element of a launch with unroll factor 2 if it follows full vectors.
std::unique_ptr<kernels::Backend> loses_tails_of_unrolled_launches();

}  // namespace musimd::support
