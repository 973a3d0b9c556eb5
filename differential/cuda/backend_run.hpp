#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "differential/cuda/tree.hpp"
#include "differential/harness/run.hpp"

// Random kernels on backends of standard APIs (gpu_backend/portable).

namespace musimd::differential::cuda {

/// As the name of a backend: Oclgrind with its checks. Then it does not optimise: its check of uninitialized
/// values ends a run at a `freeze` of LLVM.
inline constexpr std::string_view kOclgrindChecks = "oclgrind checks";

/// The runs of the kernels, as one program in a child process; `memory` is by array. A crash or a hang is
/// that of the kernel that ran. `message` of a run that is done: what Oclgrind's checks report.
std::vector<harness::Run> run_on_backend(const std::string& backend, std::span<const Drawn> kernels);

/// The version of a backend; empty if it is missing.
std::string version_of_backend(const std::string& backend);

/// The kinds of what Oclgrind reports, by our names of findings; what has none is `other`.
std::set<std::string> kinds_of_reports(std::string_view reports);

}  // namespace musimd::differential::cuda
