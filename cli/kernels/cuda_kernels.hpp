#pragma once

#include <list>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/kernels/cuda_report.hpp"

// What `musimd cuda` prints of a file whose kernels all run, because none is named.

namespace musimd::cli {

/// A kernel of the file: its report, or the error instead.
struct KernelOutcome {
    std::string name;  ///< as for --kernel
    CudaRequest request = {};
    std::unique_ptr<CudaReport> report = {};
    std::string error = {};  ///< messages of the front end, or what is wrong with the launch
};

/// Prints the reports in the format that the options name, and the findings. With --write-baseline, these
/// take the place of the kernels' in the baseline. Returns the exit status, that of the worst.
int finish_reports(const Options& options, const std::list<KernelOutcome>& kernels);

}  // namespace musimd::cli
