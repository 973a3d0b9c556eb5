#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "differential/cuda/plain_run.hpp"
#include "differential/cuda/tree.hpp"
#include "differential/harness/fault.hpp"
#include "engines/engines.hpp"

// A random kernel on the machine: its text is read by the front end, and runs are compared with that of
// run_plainly.

namespace musimd::differential::cuda {

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
    std::vector<Mismatch> mismatches;
};

Checked check(const Drawn& kernel, std::span<const MachineTarget> targets);

/// `out0[3] is 5, expected 4`; empty: they are equal. All NaNs are.
std::string first_difference(const Drawn& kernel, const std::vector<std::vector<std::uint64_t>>& expected,
                             const std::vector<std::vector<std::uint64_t>>& actual);

}  // namespace musimd::differential::cuda
