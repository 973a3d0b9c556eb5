#pragma once

#include <chrono>
#include <string>
#include <tl/expected.hpp>

namespace musimd {

/// The seconds, 1 to 86,400, that an environment variable sets; `usual` if it is not set. The error is an
/// error message, with its newline.
tl::expected<std::chrono::seconds, std::string> time_limit(const char* variable, std::chrono::seconds usual);

}  // namespace musimd
