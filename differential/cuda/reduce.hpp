#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "differential/cuda/tree.hpp"

namespace musimd::differential::cuda {

/// Whether variables are declared where they are used, and break and continue are in loops.
bool is_well_formed(const Drawn& kernel);

/// The smallest kernel that it finds for which `shows` holds, as it does for the kernel itself.
Drawn reduced(Drawn kernel, const std::function<bool(const Drawn&)>& shows);

/// How large it is: statements, then parts of expressions, then threads.
std::vector<std::uint64_t> weight_of(const Drawn& kernel);

/// Its statements, without types, names and numbers: the same for one defect.
std::string outline_of(const Drawn& kernel);

}  // namespace musimd::differential::cuda
