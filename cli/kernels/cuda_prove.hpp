#pragma once

#include "cli/command/options.hpp"
#include "cli/kernels/cuda_report.hpp"

namespace musimd::cli {

/// musimd cuda --prove: prints what is shown of the kernel for all launches (docs/prove.md). Returns the exit
/// status: 0 all is proved, 1 something is refuted, 3 something is unknown.
int prove_kernel(const Options& options, const CudaRequest& request);

}  // namespace musimd::cli
