#pragma once

#include <filesystem>
#include <string>

#include "differential/backends/toolchain.hpp"

namespace musimd::differential {

/// The folder of the CUDA toolkit: $CUDA_HOME, else /usr/local/cuda. It may not exist.
std::filesystem::path cuda_folder();

/// $NVCC, else nvcc in cuda_folder(), else nvcc.
std::string nvcc();

/// nvcc with the project's own expansion of the DSL. The architecture is `sm_90` or the like, or `native`,
/// which needs a device.
Toolchain cuda_toolchain(const std::string& architecture);

/// The same with NSIMD's expansion, of the NSIMD in nsimd_root().
Toolchain nsimd_cuda_toolchain(const std::string& architecture);

}  // namespace musimd::differential
