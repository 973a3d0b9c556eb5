#pragma once

#include <functional>
#include <optional>

#include "semantics/result.hpp"
#include "simulator/endless/endless.hpp"

namespace musimd {

struct WatchedRun {
    Result result;
    std::optional<Endless> endless;  ///< if it reached its limit of steps, and is known never to end
};

/// A run by `run`, of an engine without an observer. While it takes long, another thread looks whether it
/// never ends. If so, the result is that of the same run with a lower limit, which ends in the same state.
WatchedRun run_watched(const Program& program, const MachineOptions& options,
                       const std::function<Result(const MachineOptions&)>& run);

}  // namespace musimd
