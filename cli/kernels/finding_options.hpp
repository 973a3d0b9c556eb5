#pragma once

#include <functional>
#include <string>

#include "cli/command/options.hpp"
#include "kernels/findings/list.hpp"

// What is done with findings: --warnings, --error-exitcode, --suppress, --baseline, --write-baseline and
// --format.

namespace musimd::cli {

/// Throws InputError if a file cannot be read.
kernels::Judgement judgement_of(const Options& options);

/// The list as SARIF, JUnit or as compute-sanitizer prints it; an empty text for other formats. `command`: as
/// in `musimd cuda`.
std::string formatted(const kernels::FindingList& list, const std::string& format,
                      const std::string& command);

/// --write-baseline: lets `change` put findings into the baseline in the file, or into a new one. False if
/// the option is not given.
bool write_baseline(const Options& options, const std::function<void(kernels::Baseline&)>& change);

}  // namespace musimd::cli
