#pragma once

#include <string>
#include <vector>

namespace musimd::kernels::cuda {

/// What options of NVRTC, or of nvcc, mean for the reader.
struct ModuleOptions {
    std::vector<std::string> words;    ///< for the compiler
    std::vector<std::string> unknown;  ///< not NVRTC's
    bool is_device_default = false;    ///< functions without `__device__` are of the device
};
ModuleOptions module_options(const std::vector<std::string>& options);

/// The headers of CUDA are C++17: older standards are read as that, with what C++17 removed.
std::vector<std::string> standard_words(const std::string& option);

}  // namespace musimd::kernels::cuda
