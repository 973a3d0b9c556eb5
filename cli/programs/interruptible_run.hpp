#pragma once

#include "simulator/endless/watched_run.hpp"
#include "simulator/engine.hpp"

namespace musimd::cli {

/// Runs the program until Ctrl-C or SIGTERM (from note_interruptions on), when it returns
/// Outcome::interrupted. If the engine does not notice them, this ends the process with a message and exit
/// status 130. Without an observer, a run that never ends takes less time.
WatchedRun run_until_interrupted(const Engine& engine, const Program& program, MachineOptions options,
                                 Observer* observer);

/// The same, with Engine::count.
Result count_until_interrupted(const Engine& engine, const Program& program, MachineOptions options,
                               std::int64_t segment, Statistics& statistics);

}  // namespace musimd::cli
