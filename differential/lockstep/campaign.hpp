#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "differential/harness/plan.hpp"
#include "differential/lockstep/check.hpp"
#include "differential/lockstep/random_kernel.hpp"

// Campaigns of random kernels of the lockstep model: each runs on the machine in several instances, and
// plainly, which must agree.

namespace musimd::differential::lockstep {

/// A target, and how many of the kernels it runs: one of `every`.
struct PlannedTarget {
    MachineTarget target;
    std::uint64_t every = 1;
};

struct LockstepCampaign : harness::Plan {
    DrawnShape shape;
    std::size_t batch = 16;    ///< kernels of one process
    std::size_t reports = 10;  ///< findings that are reduced
    std::vector<PlannedTarget> targets;
};

/// A kernel that shows a defect of ours.
struct LockstepFinding {
    std::uint64_t kernel = 0;  ///< k of the first
    Fault fault = Fault::none;
    std::vector<std::string> targets;  ///< all that show it
    std::string what;                  ///< of the first of them, on the reduced kernel
    std::string outline;               ///< empty if it was not reduced
    Drawn smallest;
    std::uint64_t kernels = 1;  ///< that were reduced to this outline
};

struct LockstepCampaignRun {
    std::uint64_t kernels = 0;
    std::uint64_t instances = 0;                ///< of these, each on all targets of its kernel
    std::uint64_t mutants = 0;                  ///< with a barrier that is missing
    std::uint64_t wrong = 0;                    ///< of these: with a race that must be found
    std::map<std::string, std::uint64_t> runs;  ///< kernels by target
    std::uint64_t mismatches = 0;               ///< kernels on which a target was wrong
    std::vector<LockstepFinding> findings;      ///< in the order in which they were found
    bool interrupted = false;
};

LockstepCampaignRun run_campaign(const LockstepCampaign& campaign, const harness::Control& options = {});

}  // namespace musimd::differential::lockstep
