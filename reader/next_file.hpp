#pragma once

#include <string_view>

namespace musimd::reader {

/// A macro that is defined before each further source of a program.
inline constexpr std::string_view kNextFile = "__musimd_next_file";

}  // namespace musimd::reader
