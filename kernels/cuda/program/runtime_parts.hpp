#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace musimd::kernels::cuda {

/// The part of the runtime that every program has.
inline constexpr const char* kRuntime = "musimd_cuda_runtime.cu";

/// The other parts that these objects, archives and libraries call, by the names in them.
std::vector<std::string> runtime_parts(const std::vector<std::filesystem::path>& objects);

}  // namespace musimd::kernels::cuda
