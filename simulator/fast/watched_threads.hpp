#pragma once

#include "semantics/observer.hpp"
#include "semantics/result.hpp"

namespace musimd::fast {

/// A run under `volta` whose observer sees no stacks (Π and Λ are empty in its events): where that can be,
/// each thread is a warp of its own that takes turns of one step, which is several times as fast as the
/// rules. The result is theirs.
Result run_watched_threads(const Program& program, const MachineOptions& options, Observer& observer);

}  // namespace musimd::fast
