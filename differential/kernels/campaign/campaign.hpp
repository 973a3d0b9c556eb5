#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "differential/kernels/compare/target.hpp"
#include "differential/kernels/generate/generator.hpp"
#include "engines/engines.hpp"

// Campaigns of kernels: many random ones, each run on the machine and on targets, which must agree with it.
// What differs is reduced and grouped, so that a defect is reported once.

namespace musimd::differential::kernels {

/// Which kernels a campaign runs. Kernel k, from 0, is a pure function of seed, shape and k.
struct KernelCampaign {
    std::uint64_t seed = 0;
    KernelShape shape;
    std::optional<std::uint64_t> count;    ///< kernels; kernels that are left out count
    std::optional<std::uint64_t> seconds;  ///< duration, if there is no count
    std::size_t batch = 128;               ///< kernels in a unit that is compiled
    /// Percent of the kernels that are run though they have all the parts of a defect that was found already:
    /// most would show that and hide others.
    unsigned known = 10;
    std::uint64_t rules_every = 16;  ///< of so many kernels one is run by the rules engine, too; 0: none
    const Engine* rules = find_engine("rules");  ///< never null
};

/// The seed of kernel k; that of kernel 0 is the campaign's. A campaign with that seed has this kernel first.
std::uint64_t seed_of(const KernelCampaign& campaign, std::uint64_t k);

/// A defect: what every kernel that shows it was reduced to.
struct Group {
    Fault fault = Fault::none;
    std::string outline;
    std::uint64_t kernel = 0;  ///< k of the first that showed it
    Trial smallest;            ///< what that became
    /// All that show the defect: first those that are wrong about the smallest one, then those that are about
    /// others.
    std::vector<std::string> targets;
    std::string engine;  ///< of these: an engine of the machine; empty: none
    Run expected;
    Run actual;                     ///< of the first of the targets
    std::optional<CrashSite> site;  ///< of a crash of the first of the targets
    std::uint64_t reduced = 1;      ///< kernels that were reduced to this outline
    std::uint64_t supposed = 0;     ///< kernels at fault in the same way that have all its parts
    std::set<int> bits;             ///< of all of these
};

struct KernelCampaignOptions {
    unsigned jobs = 1;
    /// Polled regularly: true ends the campaign, with the results so far.
    std::function<bool()> interrupted = {};
    /// Called regularly with the progress, as `1280 kernels, 3 findings`.
    std::function<void(const std::string&)> progress = {};
    std::size_t most_groups = 50;
};

struct KernelCampaignRun {
    std::uint64_t kernels = 0;   ///< drawn
    std::uint64_t trapped = 0;   ///< of these: the machine traps, or does not end
    std::uint64_t left_out = 0;  ///< of these: they have all parts of a known defect
    std::uint64_t compared = 0;  ///< of these: run on the targets
    std::uint64_t findings = 0;  ///< kernels that a target, or the rules engine, was wrong about
    double machine_seconds = 0;  ///< for drawing, lowering and running them on the machine
    double target_seconds = 0;   ///< for compiling and running them on the targets
    double reduce_seconds = 0;
    std::vector<Group> groups;  ///< in the order in which they were found
    bool interrupted = false;
};

/// Without targets, only the machine is run.
KernelCampaignRun run_campaign(const KernelCampaign& campaign, std::span<const Target* const> targets,
                               const KernelCampaignOptions& options = {});

}  // namespace musimd::differential::kernels
