#pragma once

#include <vector>

#include "cli/command/options.hpp"
#include "cli/kernels/cuda_report.hpp"

namespace musimd::cli {

/// musimd cuda --prove: prints what is shown of each kernel for all launches, or for each launch in the host
/// code (docs/prove.md). Returns the exit status: 0 all is proved, 1 something is refuted, 3 something is
/// unknown.
int prove_kernels(const Options& options, const std::vector<CudaRequest>& requests);

}  // namespace musimd::cli
