#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "differential/harness/plan.hpp"
#include "differential/spmd/generate/generator.hpp"
#include "differential/spmd/target.hpp"
#include "engines/engines.hpp"

// Campaigns of kernels: many random kernels, each run on the machine and on targets, which must agree with
// it. Mismatches are reduced and grouped, so that each defect is reported once.

namespace musimd::differential::spmd {

/// Which kernels a campaign runs. Kernel k, from 0, is a pure function of seed, shape and k.
/// Kernels that are skipped count, too. A shard skips only kernels with defects that it has found itself.
struct KernelCampaign : harness::Plan {
    KernelShape shape;
    std::size_t batch = 128;  ///< kernels in a unit that is compiled
    /// Percentage of the kernels with all parts of a known defect that are run nevertheless. Most would only
    /// show that defect and hide others.
    unsigned known = 10;
    std::uint64_t rules_every = 16;  ///< one of this many kernels also runs on the rules engine; 0: none
    const Engine* rules = find_engine("rules");  ///< never null
};

/// A defect, and the kernel that mismatches were reduced to.
struct Group {
    Fault fault = Fault::none;
    std::string outline;
    std::uint64_t kernel = 0;      ///< k of the first that showed it
    kernels::KernelCase smallest;  ///< its reduction
    /// All targets that show the defect: first those that fail on the smallest kernel, then those that fail
    /// on others.
    std::vector<std::string> targets;
    std::string engine;  ///< engine of the machine, if one is a target; empty: none
    Run expected;
    Run actual;                     ///< run of the first target
    std::optional<CrashSite> site;  ///< for crashes: site in the first target
    std::uint64_t reduced = 1;      ///< kernels that were reduced to this outline
    std::uint64_t supposed = 0;     ///< kernels with the same fault and all its parts
    std::set<int> bits;             ///< widths of all of these
};

struct KernelCampaignOptions : harness::Control {
    std::size_t max_groups = 50;
};

struct KernelCampaignRun {
    std::uint64_t kernels = 0;     ///< drawn
    std::uint64_t trapped = 0;     ///< kernels that trap, or reach the step limit, on the machine
    std::uint64_t left_out = 0;    ///< kernels that have all parts of a known defect
    std::uint64_t compared = 0;    ///< kernels that ran on the targets
    std::uint64_t mismatches = 0;  ///< kernels on which a target was wrong, or an engine of the machine
    double machine_seconds = 0;    ///< for drawing, lowering and running them on the machine
    double target_seconds = 0;     ///< for compiling and running them on the targets
    double reduce_seconds = 0;
    std::vector<Group> groups;  ///< in the order in which they were found
    bool interrupted = false;
};

/// Runs the kernels of the campaign's shard. Without targets, only the machine is run.
///
/// Unlike a campaign of programs (programs/campaign/workers.hpp), this one uses threads: what takes its time
/// are compilers, which are processes anyway, and a defect that one thread has found changes which kernels
/// all of them run. Compiled kernels and the engines of the machine run in child processes, so one that
/// crashes or hangs is a mismatch like any other. Generating and lowering for display are done in this
/// process, and a crash there ends the campaign.
KernelCampaignRun run_campaign(const KernelCampaign& campaign, std::span<const Target* const> targets,
                               const KernelCampaignOptions& options = {});

}  // namespace musimd::differential::spmd
