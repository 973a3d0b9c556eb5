#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "differential/harness/fault.hpp"
#include "differential/harness/plan.hpp"
#include "differential/programs/campaign/tally.hpp"
#include "differential/programs/compare/comparison.hpp"
#include "differential/programs/generate/generator.hpp"
#include "differential/programs/generate/small_programs.hpp"
#include "simulator/engine.hpp"

// Campaigns: many random programs, each run on several engines, which must agree.

namespace musimd::differential {

/// Which programs a campaign runs, and on what. Program k, from 0, is a pure function of it and k.
struct Campaign : harness::Plan {
    std::optional<Profile> profile;  ///< profile of every program; nullopt: all profiles in turn
    Shape shape;
    std::optional<SmallProgramsUpTo> small;  ///< every one of these instead of random programs
    std::vector<Engine> engines;             ///< two or more; all are compared with the first
};

/// The profile of program k. A campaign of one program with that profile and the seed of program k makes the
/// same one.
Profile profile_of(const Campaign& campaign, std::uint64_t k);

/// Program k and how it is run, which is also in its text. Instruction i has the location line i, so that
/// traps have locations. Returns nullopt if small program k does not exist.
std::optional<Case> case_of(const Campaign& campaign, std::uint64_t k);

/// Compares the case on the campaign's engines. A small program that passes the structure check and ends in a
/// structural trap counts as a difference.
Comparison compare_case(const Campaign& campaign, const Case& c, const CompareOptions& options);

/// Whether every engine is observed on program k, which takes twice as long; else only the first is.
bool observes_all(std::uint64_t k);

/// A program on which the engines do not agree.
struct Mismatch {
    std::uint64_t program = 0;       ///< k
    Fault kind = Fault::difference;  ///< or crash, or hang
    /// Of a crash or a hang: the number of the engine; nullopt if it happened in the generator.
    std::optional<std::size_t> engine;
    std::string ending;  ///< for crashes: `signal 6 (Aborted)`

    friend bool operator==(const Mismatch&, const Mismatch&) = default;
};

/// A campaign lists this many mismatches, those with the lowest numbers, and counts the rest.
inline constexpr std::size_t kMaxMismatches = 1'000;

struct CampaignOptions : harness::Control {
    std::chrono::milliseconds limit = std::chrono::minutes(1);  ///< for one program; longer is a hang
    /// Called at most once: the engine native cannot compile a program, which then runs on fast.
    std::function<void(const std::string& warning)> warn = {};
};

struct CampaignRun {
    Tally tally;
    std::vector<Mismatch> mismatches;  ///< by program
    bool interrupted = false;
    std::string failure;  ///< why the campaign ended early, if an engine was Unavailable
};

/// Runs the programs of the campaign's shard in `jobs` processes. An engine that crashes or hangs ends its
/// process, and a new process continues with the next program. The result does not depend on the number of
/// jobs, except for how many programs run within `seconds`. Throws std::system_error if no process can be
/// started.
CampaignRun run_campaign(const Campaign& campaign, const CampaignOptions& options = {});

}  // namespace musimd::differential
