#pragma once

#include "session/requests.hpp"

namespace musimd::web {

/// kernel {text, file, name?, grid?, block?, warp?, shared?, model?, arguments?, input?}: a kernel of the
/// kernel language as a program: docs/web.md.
Json kernel_answer(const Json& request);

/// findings {the members of kernel, max_steps?}: what is wrong with a run of the kernel, as `musimd cuda`
/// says it.
Json findings_answer(const Json& request);

}  // namespace musimd::web
