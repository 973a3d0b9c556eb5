#include "gpu_backend/device/toolkit.hpp"

#include <system_error>

#include "host/environment.hpp"

namespace musimd::gpu {

namespace fs = std::filesystem;

fs::path cuda_folder() {
    const std::string named = host::environment("CUDA_HOME");
    return named.empty() ? "/usr/local/cuda" : named;
}

std::string nvcc() {
    const std::string named = host::environment("NVCC");
    if (!named.empty()) return named;
    const fs::path usual = cuda_folder() / "bin" / "nvcc";
    return fs::exists(usual) ? usual.string() : "nvcc";
}

}  // namespace musimd::gpu
