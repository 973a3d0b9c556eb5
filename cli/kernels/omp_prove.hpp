#pragma once

#include <functional>
#include <vector>

#include "cli/command/options.hpp"
#include "cli/kernels/omp_report.hpp"

namespace musimd::cli {

/// Reads the function with other options.
using ReadRequest = std::function<OmpRequest(const Options&)>;

/// musimd omp --prove: prints what is shown of each loop, for all numbers of iterations and all values around
/// it (docs/prove.md). What is unknown is looked for in runs. Returns the exit status: 0 all is proved, 1
/// something is refuted, 3 something is unknown.
int prove_loops(const Options& options, const ReadRequest& read,
                const std::vector<kernels::openmp::Configuration>& configurations, const Engine& engine);

}  // namespace musimd::cli
