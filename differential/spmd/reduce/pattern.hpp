#pragma once

#include "dsl/kernel.hpp"

namespace musimd::differential::spmd {

/// Whether a kernel has the parts of a defect's smallest kernel, in the same order and nesting, so that it
/// probably shows that defect too. Declarations, stores, names, numbers and types are ignored.
bool contains(const dsl::Kernel& kernel, const dsl::Kernel& smallest);

}  // namespace musimd::differential::spmd
