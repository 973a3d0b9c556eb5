#pragma once

#include <filesystem>
#include <string>

namespace musimd::gpu {

/// The folder of the CUDA toolkit: $CUDA_HOME, else /usr/local/cuda. It may not exist.
std::filesystem::path cuda_folder();

/// $NVCC, else nvcc in cuda_folder(), else nvcc.
std::string nvcc();

}  // namespace musimd::gpu
