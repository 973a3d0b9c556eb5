#pragma once

#include <span>
#include <string>
#include <vector>

#include "differential/harness/fault.hpp"
#include "differential/lockstep/plain_run.hpp"
#include "engines/engines.hpp"

// A random kernel on the machine: its text is read by the front end, and each instance must give what
// run_plainly does.

namespace musimd::differential::lockstep {

/// An engine under a thread model.
struct MachineTarget {
    const Engine* engine = nullptr;
    ThreadModel model = ThreadModel::lockstep;
    std::string name() const;  ///< `fast lockstep`
};

/// The front end, as a target.
inline constexpr const char* kFrontEnd = "front end";

struct Mismatch {
    std::string target;
    Fault fault = Fault::none;
    std::string what;
};

struct Checked {
    PlainRun expected;
    std::vector<Mismatch> mismatches;  ///< of a target, the first
};

Checked check(const Drawn& kernel, std::span<const MachineTarget> targets);

}  // namespace musimd::differential::lockstep
