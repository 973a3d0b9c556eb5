#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "semantics/machine.hpp"
#include "simulator/schedule.hpp"

namespace musimd::explore {

/// How far a search has come.
struct Progress {
    std::uint64_t schedules = 0;  ///< that were run to the end of their phase
    std::uint64_t states = 0;     ///< in which a phase was begun
    std::size_t results = 0;      ///< that differ
};

/// When a search ends before it is complete.
struct Limits {
    std::uint64_t max_schedules = 1'000'000;
    std::size_t max_results = 1'000;
    std::size_t max_bytes = std::size_t{1} << 30;     ///< for what it keeps, roughly
    std::function<bool(const Progress&)> go_on = {};  ///< asked often, if there is one; false ends the search
};

/// A result, and a schedule that gives it.
struct Found {
    Schedule schedule;
    Result result;
};

/// Why a search came to its end.
enum class End : std::uint8_t { complete, schedules, results, memory, interrupted };

struct Exploration {
    std::vector<Found>
        found;  ///< the results that differ: traps, then limits, then stops, each as they were found
    Progress progress;
    End end = End::complete;
};

/// Runs a program under every schedule: in every interleaving of the steps of its warps, and with the threads
/// of each atomic_inc in every order; but only one of those that cannot be told apart (phase.hpp).
///
/// Results count as one if result_key says so. The order and seed of the options have no meaning here.
Exploration explore(const Program& program, const MachineOptions& options, const Limits& limits = {});

}  // namespace musimd::explore
