#pragma once

#include <string>

#include "session/requests.hpp"

namespace musimd::web {

/// kernel {text, file, name?, grid?, block?, warp?, shared?, model?, arguments?}: a kernel of the kernel
/// language as a program: docs/web.md.
Json kernel_answer(const Json& request);

}  // namespace musimd::web
