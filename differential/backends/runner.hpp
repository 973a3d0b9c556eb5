#pragma once

#include <span>
#include <vector>

#include "differential/backends/backend.hpp"

// Running compiled units in child processes.

namespace musimd::differential {

struct RunOptions {
    RunLimits limits;
    /// Memory is copied to a device and back. Time is that of a clock, and a case has five seconds at least.
    bool on_device = false;
};

/// The cases in order, many to a child. One that crashes or has not ended at its limit is a result; the next
/// goes on in a new child. Blocks end at a page that cannot be accessed, so that what goes beyond is seen.
/// Throws std::runtime_error if the unit cannot be loaded, or its device not be used.
std::vector<CaseResult> run_cases(const CompiledUnit& unit, std::span<const KernelCase> cases,
                                  const RunOptions& options);

}  // namespace musimd::differential
