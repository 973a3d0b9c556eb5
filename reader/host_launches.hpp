#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reader/front_end.hpp"

// What the module exports about the host code of a file.

namespace musimd::reader {

/// A launch of a kernel in the host code of its file. Texts are C over the parameters of the kernel,
/// blockDim, gridDim, and `variables`. Numbers are exact.
struct HostLaunch {
    struct Variable {
        std::string name;
        Type type = Type::i32;
    };
    dsl::SourcePoint line = {};
    std::vector<Variable> variables = {};  ///< of the host, that the texts name
    /// What is true of this launch: a parameter, `gridDim.x` or the like, and its value.
    std::vector<std::pair<std::string, std::string>> values = {};
    std::vector<std::pair<std::string, std::string>> lengths = {};  ///< elements of an array, by parameter
    std::optional<std::string> shared_bytes = {};                   ///< of `extern __shared__` arrays
    /// Parameters that point into one array.
    std::vector<std::pair<std::string, std::string>> same = {};
};

/// The launches of the kernel that `Source::function` names, or of the only one; none if it is not known.
inline constexpr const char* kReadHostLaunchesName = "musimd_clang_read_host_launches";
using ReadHostLaunchesFunction = void (*)(const Source&, std::vector<HostLaunch>&);

}  // namespace musimd::reader
