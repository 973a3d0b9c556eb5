#pragma once

#include <vector>

#include "cli/command/options.hpp"
#include "cli/kernels/cuda_report.hpp"

namespace musimd::cli {

/// musimd cuda --prove: prints what is shown of each kernel for all launches, or for each launch in the host
/// code (docs/prove.md). Returns the exit status: 0 all is proved, 1 (or --error-exitcode) something is
/// refuted, 3 something is unknown, 4 a run contradicts a proof.
int prove_kernels(const Options& options, const std::vector<CudaRequest>& requests,
                  const kernels::Judgement& judgement);

}  // namespace musimd::cli
