#pragma once

#include <string>
#include <vector>

#include "cli/test_report.hpp"
#include "differential/foreign/implementation.hpp"

namespace musimd::cli {

/// Runs the programs of the files that have `.expect` lines on an implementation by others, and compares each
/// result with musimd's. The records' engine is `impl`.
TestReport test_implementation(const std::vector<std::string>& files,
                               const differential::ImplementationSetting& setting);

}  // namespace musimd::cli
