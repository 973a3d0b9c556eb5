#pragma once

#include <string>

#include "gpu_backend/device/toolkit.hpp"
#include "kernels/compiled/toolchain.hpp"

namespace musimd::kernels {

using gpu::nvcc;

/// nvcc, for a source that has its entries.
Toolchain nvcc_toolchain(const std::string& architecture);

/// CUDA C++ that defines what entries need: MUSIMD_LAUNCH(number of arguments, a launch), in which
/// `musimd_arguments` are the patterns of numbers, and addresses on the device.
std::string cuda_entries_prelude();

/// nvcc with the project's own expansion of the DSL. The architecture is `sm_90` or the like, or `native`,
/// which needs a device.
Toolchain cuda_toolchain(const std::string& architecture);

/// The same with NSIMD's expansion, of the NSIMD in nsimd_root().
Toolchain nsimd_cuda_toolchain(const std::string& architecture);

}  // namespace musimd::kernels
