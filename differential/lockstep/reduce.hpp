#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "differential/lockstep/tree.hpp"

namespace musimd::differential::lockstep {

/// Whether variables are declared where they are used, and statements are where they may be.
bool is_well_formed(const Drawn& kernel);

/// The smallest kernel that it finds for which `shows` holds, as it does for the kernel itself.
Drawn reduced(Drawn kernel, const std::function<bool(const Drawn&)>& shows);

/// How large it is: statements, parts of expressions, instances, then workers, blocks and indices.
std::vector<std::uint64_t> weight_of(const Drawn& kernel);

/// Its statements, without numbers: the same for one defect.
std::string outline_of(const Drawn& kernel);

}  // namespace musimd::differential::lockstep
