#include "reader/cuda/hints.hpp"

#include <algorithm>
#include <string_view>

namespace musimd::reader {
namespace {

/// CUDA 9 replaced them, and no device since Volta has them.
constexpr std::string_view kWithoutSync[] = {"__shfl", "__shfl_up", "__shfl_down", "__shfl_xor",
                                             "__any",  "__all",     "__ballot"};

struct KnownLibrary {
    std::string_view prefix;  ///< of the header's name
    std::string_view hint;
};

constexpr KnownLibrary kLibraries[] = {
    {"mma.h", "the machine has no tensor cores; write the product with `__shared__` tiles"},
    {"curand", "cuRAND is not supported; pass random numbers in an array, or write the generator"},
    {"cub/", "CUB is not supported; <cooperative_groups/reduce.h> and <cooperative_groups/scan.h> are"},
    {"thrust/", "Thrust is not supported; write the kernel, or compile this part with nvcc alone"},
    {"cublas", "cuBLAS is not supported; only kernels in source can run on the machine"},
    {"cusparse", "cuSPARSE is not supported; only kernels in source can run on the machine"},
    {"cusolver", "cuSOLVER is not supported; only kernels in source can run on the machine"},
    {"cufft", "cuFFT is not supported; only kernels in source can run on the machine"},
    {"cudnn", "cuDNN is not supported; only kernels in source can run on the machine"},
    {"nccl", "NCCL is not supported; the machine has one device"},
    {"cutlass/", "CUTLASS's headers were not found; name their folder with -I"},
    {"cute/", "CUTLASS's headers were not found; name their folder with -I"},
    {"nvToolsExt", "NVTX is not supported; define an empty header of this name, and name its folder with -I"},
    {"nvtx3/", "NVTX is not supported; define an empty header of this name, and name its folder with -I"},
    {"cuda/std/", "libcu++ is supported only in part; <cuda/atomic> and <cuda/barrier> are"},
    {"cuda_gl_interop", "OpenGL is not supported; run the part of the program that computes"},
    {"mpi.h", "MPI's headers were not found; name their folder with -I (mpicc --showme:compile)"},
};

/// The text between the first two quotes; empty without quotes.
std::string_view quoted_in(std::string_view text) {
    const std::size_t begin = text.find('\'');
    const std::size_t end = begin == std::string_view::npos ? begin : text.find('\'', begin + 1);
    return end == std::string_view::npos ? std::string_view() : text.substr(begin + 1, end - begin - 1);
}

std::string hint_for(std::string_view error) {
    const std::string_view name = quoted_in(error);
    if (error.starts_with("use of undeclared identifier")) {
        for (const std::string_view function : kWithoutSync) {
            if (name == function)
                return "; use `" + std::string(name) +
                       "_sync`, whose first argument is the mask of the threads that take part";
        }
    }
    if (error.starts_with("use of undeclared identifier") && (name == "lockstep" || name == "pmacc"))
        return "; #include <pmacc/lockstep.hpp>, which is built in";
    if (!error.ends_with("file not found")) return {};
    for (const KnownLibrary& library : kLibraries) {
        if (name.starts_with(library.prefix)) return "; " + std::string(library.hint);
    }
    return {};
}

}  // namespace

std::string with_hints(const std::string& messages) {
    constexpr std::string_view kError = "error: ";
    std::string result;
    for (std::string_view rest = messages; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        const std::string_view line = rest.substr(0, end);
        const std::size_t error = line.find(kError);
        result += line;
        if (error != std::string_view::npos) result += hint_for(line.substr(error + kError.size()));
        if (end < rest.size()) result += '\n';
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return result;
}

}  // namespace musimd::reader
