#pragma once

#include <cstdint>
#include <vector>

#include "dsl/kernel.hpp"

namespace musimd::kernels::cuda {

/// The variables that these lines, ascending, read are 0 where they are declared without a value. So a launch
/// goes on after a read of such a variable.
void zero_variables(const std::vector<std::uint32_t>& lines, dsl::Kernel& kernel);

}  // namespace musimd::kernels::cuda
