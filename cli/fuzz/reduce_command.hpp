#pragma once

#include <chrono>
#include <string>

#include "cli/command/options.hpp"
#include "host/files.hpp"

// What `musimd reduce` does for programs and for sources of other languages.

namespace musimd::cli {

/// The seconds of `--limit`.
std::chrono::milliseconds trial_limit(const Options& options);

/// The value of `--command`, in which there must be {}.
std::string command_of_trials(const Options& options);

/// Runs the command of `--command` on a file of this name in a folder of its own.
class TrialCommand {
  public:
    TrialCommand(const Options& options, const std::string& file_name);

    bool succeeds_on(const std::string& text) const;

  private:
    host::TemporaryFolder folder_;
    std::string file_;
    std::string line_;
    std::chrono::milliseconds limit_;
};

/// Writes the result to `--out`, or prints it. False if `--out` could not be written: then it is printed, so
/// that the result of a long search is not lost.
bool deliver_result(const Options& options, const std::string& text);

}  // namespace musimd::cli
