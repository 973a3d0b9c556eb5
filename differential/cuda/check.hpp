#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "differential/cuda/plain_run.hpp"
#include "differential/cuda/tree.hpp"
#include "differential/harness/checked_kind.hpp"
#include "differential/harness/fault.hpp"

// A random kernel on the machine: its text is read by the front end, and runs are compared with that of
// run_plainly.

namespace musimd::differential::cuda {

harness::Checked<PlainRun> check(const Drawn& kernel, std::span<const harness::MachineTarget> targets);

/// `out0[3] is 5, expected 4`; empty: they are equal. All NaNs are.
std::string first_difference(const Drawn& kernel, const std::vector<std::vector<std::uint64_t>>& expected,
                             const std::vector<std::vector<std::uint64_t>>& actual);

}  // namespace musimd::differential::cuda
