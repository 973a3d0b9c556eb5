#pragma once

#include <string>

#include "differential/backends/toolchain.hpp"

namespace musimd::differential {

/// nvcc with the project's own expansion of the DSL. The architecture is `sm_90` or the like, or `native`,
/// which needs a device. The compiler is $NVCC, else that of /usr/local/cuda, else nvcc; it may not be there.
Toolchain cuda_toolchain(const std::string& architecture);

}  // namespace musimd::differential
