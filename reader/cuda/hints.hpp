#pragma once

#include <string>

namespace musimd::reader {

/// Clang's messages, with what would be right after errors that many users of CUDA meet: functions without
/// `_sync`, and headers of libraries that are not supported.
std::string with_hints(const std::string& messages);

}  // namespace musimd::reader
