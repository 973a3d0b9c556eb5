#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "differential/programs/campaign/tally.hpp"
#include "differential/programs/compare/comparison.hpp"
#include "differential/programs/generate/generator.hpp"
#include "differential/programs/generate/small_programs.hpp"
#include "simulator/engine.hpp"

// Campaigns: many random programs, each run on several engines, which must agree.

namespace musimd::differential {

/// Which programs a campaign runs, and on what. Program k, from 0, is a pure function of it and k.
struct Campaign {
    std::uint64_t seed = 0;
    std::optional<Profile> profile;  ///< of every program; nothing: all profiles in turn
    Shape shape;
    std::optional<SmallProgramsUpTo> small;  ///< in place of random programs: every one of these
    std::vector<Engine> engines;             ///< two or more; all are compared with the first
    std::optional<std::uint64_t> count;      ///< programs of all shards together
    std::optional<std::uint64_t> seconds;    ///< duration, if there is no count
    std::uint64_t shard = 1;   ///< this part of it, 1 … shards: programs k with k ≡ shard − 1
    std::uint64_t shards = 1;  ///< modulo shards
};

/// The profile and the seed of program k; program 0 has the campaign's seed. A campaign of one program with
/// that profile and that seed makes the same one.
Profile profile_of(const Campaign& campaign, std::uint64_t k);
std::uint64_t seed_of(const Campaign& campaign, std::uint64_t k);

/// Program k and its options, which its text also contains. Instruction i is on line i, so that traps have
/// locations. Nothing where the campaign is of small programs and k is the number of none.
std::optional<Case> case_of(const Campaign& campaign, std::uint64_t k);

/// Compares the case on the campaign's engines. Of small programs it also says, as a difference, where one
/// that passes the structure check breaks its structure.
Comparison compare_case(const Campaign& campaign, const Case& c, const CompareOptions& options);

/// Whether every engine is observed on program k, which costs twice the time; else the first alone is.
bool observes_all(std::uint64_t k);

/// A program on which the engines do not agree.
struct Finding {
    enum class Kind : std::uint8_t { difference, crash, hang };
    std::uint64_t program = 0;  ///< k
    Kind kind = Kind::difference;
    /// Of a crash or a hang: the number of the engine; nothing if the program was being made.
    std::optional<std::size_t> engine;
    std::string how;  ///< of a crash: `signal 6 (Aborted)`

    friend bool operator==(const Finding&, const Finding&) = default;
};

std::string_view to_string(Finding::Kind kind);

/// The most findings that a campaign lists, those with the lowest numbers; the rest are counted.
inline constexpr std::size_t kMaxFindings = 1'000;

struct CampaignOptions {
    unsigned jobs = 1;                                          ///< processes at once, from 1
    std::chrono::milliseconds limit = std::chrono::minutes(1);  ///< for one program; longer is a hang
    /// Polled regularly: true ends the campaign with the results so far.
    std::function<bool()> interrupted = {};
    /// Called regularly: the number of programs done so far, and of findings.
    std::function<void(std::uint64_t programs, std::uint64_t findings)> progress = {};
    /// Called at most once: the engine native cannot compile a program, and leaves it to fast.
    std::function<void(const std::string& warning)> warn = {};
};

struct CampaignRun {
    Tally tally;
    std::vector<Finding> findings;  ///< by program
    bool interrupted = false;
    std::string failure;  ///< why it ended before its end, if an engine could run nothing more (Unavailable)
};

/// Runs the programs of the campaign's shard in `jobs` processes. An engine that crashes or hangs ends its
/// process, and a new process continues with the next program. The result does not depend on the number of
/// jobs, except for the number of programs within `seconds`. Throws std::system_error if there can be no
/// processes.
CampaignRun run_campaign(const Campaign& campaign, const CampaignOptions& options = {});

}  // namespace musimd::differential
