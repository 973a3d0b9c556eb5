#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "reader/front_end.hpp"

namespace musimd::kernels::cuda {

/// Compiles the host code of a program by Clang 19, and links it with the runtime that runs kernels on the
/// machine. Returns the program, in the folder; the compiler's warnings go to `messages`. An
/// error is the compiler's messages, or says what to install.
tl::expected<std::filesystem::path, std::string> build_program(const std::vector<reader::Source>& sources,
                                                               const std::filesystem::path& folder,
                                                               std::chrono::milliseconds limit,
                                                               std::string& messages);

}  // namespace musimd::kernels::cuda
