#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/command/options.hpp"
#include "dsl/cuda/kernel_function.hpp"
#include "prove/launch_terms.hpp"

// Random inputs on which two kernels are run, for `musimd equivalent`.

namespace musimd::cli {

/// A kernel and its file. Its parameters have the names of the first kernel; `names`: their own, by number.
struct ComparedKernel {
    std::string file;
    dsl::cuda::KernelFunction kernel;
    std::vector<std::string> names;
};

/// An element that differs after both have run.
struct MemoryDifference {
    std::string array;
    std::int64_t element = 0;
    std::string first = {}, second = {};                  ///< its value after each
    std::string first_command = {}, second_command = {};  ///< that run them again
};

struct ComparedRuns {
    std::optional<MemoryDifference> difference = {};
    unsigned same = 0;                 ///< inputs after which memory is the same
    unsigned skipped = 0;              ///< inputs with which one of them has a finding, or does not end
    std::string skipped_command = {};  ///< that shows the first of these findings
};

/// Runs both with up to `inputs` inputs that fulfil the premises, until memory differs.
ComparedRuns compare_runs(const Options& options, const ComparedKernel& first, const ComparedKernel& second,
                          const prove::Premises& premises, unsigned inputs);

}  // namespace musimd::cli
