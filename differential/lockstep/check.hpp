#pragma once

#include <span>
#include <string>
#include <vector>

#include "differential/harness/checked_kind.hpp"
#include "differential/harness/fault.hpp"
#include "differential/lockstep/plain_run.hpp"

// A random kernel on the machine: its text is read by the front end, and each instance must give what
// run_plainly does.

namespace musimd::differential::lockstep {

/// The first mismatch of each target.
harness::Checked<PlainRun> check(const Drawn& kernel, std::span<const harness::MachineTarget> targets);

}  // namespace musimd::differential::lockstep
