#pragma once

#include <memory>

#include "differential/backends/backend.hpp"

namespace musimd::support {

/// Divides in dormant lanes, too (faulty_spmd.hpp), so that a divisor of 0 there ends it by SIGFPE.
std::unique_ptr<differential::Backend> divides_in_dormant_lanes();

/// Loses the last element of a launch that unrolls twice, where it follows full vectors.
std::unique_ptr<differential::Backend> loses_tails_of_unrolled_launches();

}  // namespace musimd::support
