#pragma once

#include <filesystem>
#include <string>
#include <vector>

// The paths of what backends need and produce.

namespace musimd::kernels {

/// The folder in which `dsl/spmd/scalar.hpp` is: that of an installation (beside the program's, or the one it
/// was built for), else the project's sources. Empty if neither exists.
std::filesystem::path header_folder();

/// The headers in it that define the DSL, sorted.
std::vector<std::filesystem::path> dsl_headers();

}  // namespace musimd::kernels
