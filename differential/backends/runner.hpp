#pragma once

#include <span>
#include <vector>

#include "differential/backends/backend.hpp"

// Running compiled units in child processes.

namespace musimd::differential {

struct RunOptions {
    RunLimits limits;
    bool on_device = false;  ///< memory is copied to a device and back, and time is that of a clock
};

/// The cases in order, many to a child. One that crashes or has not ended at its limit is a result; the next
/// goes on in a new child. Blocks end at a page that cannot be accessed, so that what goes beyond is seen.
std::vector<CaseResult> run_cases(const CompiledUnit& unit, std::span<const KernelCase> cases,
                                  const RunOptions& options);

}  // namespace musimd::differential
