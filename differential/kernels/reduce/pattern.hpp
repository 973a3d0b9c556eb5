#pragma once

#include "dsl/kernel.hpp"

namespace musimd::differential::kernels {

/// Whether a kernel has the parts of a defect's smallest one, in their order and inside of one another, so
/// that it may well show that defect too. Declarations and stores do not count, nor do names, numbers and
/// types.
bool contains(const dsl::Kernel& kernel, const dsl::Kernel& smallest);

}  // namespace musimd::differential::kernels
