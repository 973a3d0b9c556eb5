#pragma once

#include <span>
#include <vector>

#include "kernels/compiled/backend.hpp"

// Running compiled units in child processes.

namespace musimd::kernels {

struct RunOptions {
    RunLimits limits;
    /// Memory is copied to a device and back. Limits are wall-clock time, at least five seconds per case.
    bool on_device = false;
};

/// Runs the cases in order, many per child process. A case that crashes or exceeds its limit is a result, and
/// a new child continues with the next one. Blocks end at an inaccessible page, so that accesses past the end
/// are caught. Throws std::runtime_error if the unit cannot be loaded, or its device cannot be used.
std::vector<CaseResult> run_cases(const CompiledUnit& unit, std::span<const KernelLaunch> cases,
                                  const RunOptions& options);

}  // namespace musimd::kernels
