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

using harness::MachineTarget;
using harness::Mismatch;

struct Checked {
    PlainRun expected;
    std::vector<Mismatch> mismatches;  ///< the first mismatch of a target
};

Checked check(const Drawn& kernel, std::span<const MachineTarget> targets);

}  // namespace musimd::differential::lockstep
