#include "kernels/cuda/program/runtime_parts.hpp"

#include <algorithm>
#include <string_view>

#include "host/files.hpp"

namespace musimd::kernels::cuda {
namespace {

struct Part {
    const char* file;
    std::string_view begin;  ///< of names of its functions
};
constexpr Part kParts[] = {
    {"musimd_cuda_nvrtc.cu", "nvrtc"},
    {"musimd_cuda_driver_textures.cu", "cuMemcpy2D"},
    {"musimd_cuda_textures.cu", "cuMemcpy2D"},
    {"musimd_cuda_driver_textures.cu", "cuSurfObject"},
    {"musimd_cuda_textures.cu", "cuSurfObject"},
    {"musimd_cuda_driver_textures.cu", "cuTexObject"},
    {"musimd_cuda_textures.cu", "cuTexObject"},
    {"musimd_cuda_driver_textures.cu", "cuArray"},
    {"musimd_cuda_textures.cu", "cuArray"},
    {"musimd_cuda_graphs.cu", "cudaGraph"},
    {"musimd_cuda_graphs.cu", "cudaStreamBeginCapture"},
    {"musimd_cuda_graphs.cu", "cudaStreamIsCapturing"},
    {"musimd_cuda_graphs.cu", "cudaThreadExchangeStreamCaptureMode"},
    {"musimd_cuda_textures.cu", "cudaCreate"},
    {"musimd_cuda_textures.cu", "cudaMallocArray"},
    {"musimd_cuda_textures.cu", "cudaMalloc3DArray"},
    {"musimd_cuda_textures.cu", "cudaFreeArray"},
    {"musimd_cuda_textures.cu", "cudaDestroy"},
    {"musimd_cuda_textures.cu", "musimd_cuda_bind"},
    {"musimd_cuda_managed.cu", "musimd_managed"},  // a section
};
constexpr const char* kDriver = "musimd_cuda_driver.cu";

/// Whether one of the texts between zeros begins so, as the names of symbols do.
bool has_name(const std::string& bytes, std::string_view begin) {
    return bytes.find(std::string(1, '\0') + std::string(begin)) != std::string::npos;
}

/// A name of the driver's interface: `cu` and a capital letter.
bool calls_driver(const std::string& bytes) {
    for (char letter = 'A'; letter <= 'Z'; ++letter) {
        if (has_name(bytes, std::string("cu") + letter)) return true;
    }
    return false;
}

}  // namespace

std::vector<std::string> runtime_parts(const std::vector<std::filesystem::path>& objects) {
    std::vector<std::string> parts;
    for (const std::filesystem::path& object : objects) {
        const std::string bytes = host::read_file(object);
        const auto add = [&](const char* file, bool is_called) {
            if (is_called && std::ranges::find(parts, file) == parts.end()) parts.emplace_back(file);
        };
        add(kDriver, calls_driver(bytes));
        for (const Part& part : kParts) add(part.file, has_name(bytes, part.begin));
    }
    return parts;
}

}  // namespace musimd::kernels::cuda
