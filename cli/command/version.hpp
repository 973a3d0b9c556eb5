#pragma once

#include <string>

namespace musimd::cli {

/// What `musimd --version` prints: the version on the first line, then the commit, the compiler, the engines
/// and this processor's vector extensions. With `json`, the same as one object (docs/interfaces.md).
std::string version_text(bool json);

}  // namespace musimd::cli
