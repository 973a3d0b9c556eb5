#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <tl/expected.hpp>
#include <vector>

// Object files of host code that are kept for the next run, as ccache keeps them.

namespace musimd::kernels::cuda {

/// A compilation of one file.
struct ObjectRequest {
    std::vector<std::string> compiler;  ///< the command with its options, in words, without files
    std::filesystem::path source;
    std::filesystem::path headers;  ///< the folder of musimd's own headers, which is another in each run
    std::string headers_key;        ///< identifies their texts
    std::filesystem::path object;   ///< the file to write
    std::chrono::milliseconds limit = std::chrono::minutes(5);
};

struct ObjectFile {
    /// Equal for equal source, headers, options and compiler; empty if the source names the time.
    std::string key;
    std::string messages;  ///< the compiler's warnings
};

/// Writes the object, from the user's cache if the source, every header that it included, the options and
/// the compiler are those of an earlier run. An error is the compiler's messages.
tl::expected<ObjectFile, std::string> make_object(const ObjectRequest& request);

/// The error of a compiler, or a linker, that has not ended in time.
std::string took_too_long(const std::string& compiler);

}  // namespace musimd::kernels::cuda
