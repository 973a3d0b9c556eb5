#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "differential/harness/plan.hpp"
#include "differential/openmp/random_nest.hpp"
#include "differential/openmp/target.hpp"

// Campaigns of random nests: each runs on targets, which must agree, and some go to C and back to a tree.

namespace musimd::differential::openmp {

/// A target, and how many of the nests it runs: one of `every`.
struct PlannedTarget {
    const NestTarget* target = nullptr;
    std::uint64_t every = 1;
};

struct NestCampaign : harness::Plan {
    NestShape shape;
    std::size_t batch = 64;         ///< nests that are compiled together
    std::uint64_t trip_every = 50;  ///< one of so many goes to C and back; 0: none
    std::size_t reports = 10;       ///< findings that are reduced
};

/// A nest that shows a defect.
struct NestFinding {
    std::uint64_t nest = 0;  ///< k of the first
    Fault fault = Fault::none;
    std::vector<std::string> targets;  ///< all that show it; `C and back` for the front end
    std::string what;                  ///< of the first of them, on the reduced nest
    std::string outline;               ///< empty if it was not reduced
    NestCase smallest;
    std::uint64_t nests = 1;  ///< that were reduced to this outline
};

struct NestCampaignRun {
    std::uint64_t nests = 0;
    std::uint64_t trips = 0;                    ///< of these: to C and back
    std::map<std::string, std::uint64_t> runs;  ///< by target
    std::uint64_t mismatches = 0;               ///< nests on which a target was wrong
    std::vector<NestFinding> findings;          ///< in the order in which they were found
    bool interrupted = false;
};

/// The first target is what the others are compared with, the second one the machine under the other model:
/// only nests on which both agree count when those for C compilers are reduced.
NestCampaignRun run_nest_campaign(const NestCampaign& campaign, std::span<const PlannedTarget> targets,
                                  const harness::Control& options = {});

/// Prints the nest as C and reads it. What came back different, or an error; empty if it is the same.
std::string trip_to_c(const NestCase& nest);

}  // namespace musimd::differential::openmp
