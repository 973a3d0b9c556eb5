#pragma once

#include "dsl/kernel.hpp"

namespace musimd::spmd {

/// Records the kernel again, with the calls that the keywords of its source would make. Returns the same
/// kernel.
dsl::Kernel replay(const dsl::Kernel& kernel);

}  // namespace musimd::spmd
