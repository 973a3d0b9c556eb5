#pragma once

#include "dsl/kernel.hpp"

namespace musimd::spmd {

/// Records the kernel's statements once more, by the calls that the keywords of its source would make: the
/// same kernel.
dsl::Kernel replay(const dsl::Kernel& kernel);

}  // namespace musimd::spmd
