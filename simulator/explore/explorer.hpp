#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "semantics/machine.hpp"
#include "simulator/explore/footprint.hpp"
#include "simulator/schedule.hpp"

namespace musimd::explore {

/// The progress of a search.
struct Progress {
    std::uint64_t schedules = 0;  ///< run to the end of their phase
    std::uint64_t steps = 0;      ///< taken in all of them; those that schedules share count once
    std::uint64_t states = 0;     ///< in which a phase began, or that are merged within one
    std::size_t results = 0;      ///< distinct results
};

/// When a search gives up.
struct Limits {
    std::uint64_t max_schedules = 1'000'000;
    std::size_t max_results = 1'000;
    std::size_t max_bytes = std::size_t{1} << 30;  ///< approximate memory use
    /// A machine that spins has no more turns (Spin), so that schedules need not be unfair to others. Not in
    /// programs with an `activemask`.
    bool rests_spinners = false;
    bool only_traps = false;  ///< other results are not kept
    std::function<bool(const Progress&)> keep_going =
        {};  ///< called often, if not empty; returning false ends the search
};

/// A result, and a schedule that leads to it.
struct Found {
    Schedule schedule;
    Result result;
};

/// Why a search ended.
enum class End : std::uint8_t { complete, schedules, results, memory, interrupted };

struct Exploration {
    std::vector<Found>
        found;  ///< the distinct results: traps, then limits, then stops, each in the order found
    Progress progress;
    End end = End::complete;
    bool is_limited = false;                ///< in some schedules, a machine has reached its limit
    std::optional<Schedule> spinning = {};  ///< after which all machines spin, or wait for those that do
};

/// Whether only one of equivalent schedules is run: those of one trace, or those that lead to one state
/// (phase.hpp). `on` does both, and ends when one has ended.
enum class Reduction : std::uint8_t { on, by_traces, by_states, off };

/// Runs a program under every schedule: every interleaving of the steps of its warps or, under `volta`, of
/// its threads, every order of the threads of each atomic instruction and, where the model leaves it open,
/// every choice of the group that steps and, unless the options choose, of the side of each branch.
///
/// Results are equal if result_key says so. The order and seed of the options are ignored. `dependence` is
/// what the reduction takes for dependent.
Exploration explore(const Program& program, const MachineOptions& options, const Limits& limits = {},
                    Reduction reduction = Reduction::on, Dependence dependence = are_dependent);

/// Which results of `a` end in a way in which none of `b` does: two explorations of one program under
/// different thread models.
std::vector<std::size_t> found_only_in(const Exploration& a, const Exploration& b, const Program& program);

}  // namespace musimd::explore
