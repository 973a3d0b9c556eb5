#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "differential/cuda/check.hpp"
#include "differential/cuda/compilers.hpp"
#include "differential/cuda/random_kernel.hpp"
#include "differential/harness/plan.hpp"

// Campaigns of random CUDA kernels: each runs on the machine and plainly, which must agree.

namespace musimd::differential::cuda {

/// A target, and how many of the kernels it runs: one of `every`.
struct PlannedTarget {
    MachineTarget target;
    std::uint64_t every = 1;
};

struct DrawnCampaign : harness::Plan {
    DrawnShape shape;
    std::size_t batch = 32;            ///< kernels of one process
    std::size_t reports = 10;          ///< findings that are reduced
    std::uint64_t compile_every = 32;  ///< one of so many is given to other compilers
    std::vector<PlannedTarget> targets;
    std::vector<SourceCompiler> compilers;
    bool has_gpu = false;
};

/// A kernel that shows a defect of ours.
struct DrawnFinding {
    std::uint64_t kernel = 0;  ///< k of the first
    Fault fault = Fault::none;
    std::vector<std::string> targets;  ///< all that show it
    std::string what;                  ///< of the first of them, on the reduced kernel
    std::string outline;               ///< empty if it was not reduced
    Drawn smallest;
    std::uint64_t kernels = 1;  ///< that were reduced to this outline
};

struct DrawnCampaignRun {
    std::uint64_t kernels = 0;
    std::uint64_t wrong = 0;                        ///< of these: with a mistake that must be found
    std::map<std::string, std::uint64_t> runs;      ///< by target
    std::map<std::string, std::uint64_t> mistakes;  ///< that must be found, by what was made wrong
    std::uint64_t mismatches = 0;                   ///< kernels on which a target was wrong
    std::vector<DrawnFinding> findings;             ///< in the order in which they were found
    bool interrupted = false;
};

DrawnCampaignRun run_campaign(const DrawnCampaign& campaign, const harness::Control& options = {});

}  // namespace musimd::differential::cuda
