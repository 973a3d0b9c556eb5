#pragma once

#include <functional>
#include <vector>

#include "cli/command/options.hpp"
#include "kernels/findings/source_lines.hpp"
#include "simulator/engine.hpp"

// --debug of the commands that run kernels.

namespace musimd::cli {

/// Whether a launch is debugged instead of reported; throws UsageError with an option that excludes it.
bool debugs_launch(const Options& options);

/// Debugs a launch on the user's lines. `run` runs the command's launches on the engine that it is given.
/// Of what the engine runs, `counts` selects what is a launch for the user; all, if it is empty. `words`
/// turns the message of a trap into the source language's. Returns the exit status.
int debug_launch(const Options& options, const reader::Source& source,
                 const std::vector<dsl::cuda::IncludedFile>& included,
                 const std::function<void(const Engine&)>& run, std::function<bool()> counts = {},
                 const std::function<std::string(std::string)>& words = {});

}  // namespace musimd::cli
