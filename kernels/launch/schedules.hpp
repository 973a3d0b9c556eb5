#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "isa/program.hpp"
#include "kernels/launch/turns.hpp"

// Orders of turns of the threads of a grid, or of OpenMP. One run shows one; a program that synchronises by
// atomics may be wrong in another.

namespace musimd::kernels {

struct Schedule {
    Order order = Order::ascending;
    std::uint64_t seed = 0;  ///< of Order::random
    bool is_uneven = false;  ///< threads get far ahead of each other; else each has a turn in each round
    /// These first; those that are not possible are left out.
    std::vector<Turn> turns = {};
    friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// `ascending`, `descending`, the seed of a random one, `uneven` and a seed, or that of its turns.
std::string to_string(const Schedule& schedule);
std::optional<Schedule> schedule_named(std::string_view name);

/// `musimd cuda …` with that schedule; as it is, if the name is empty, or the command has one.
std::string with_schedule(std::string command, std::string_view schedule);

/// Rounds give each thread one turn, so that in all of them a thread with less to do is earlier. In the
/// random schedules of even seeds, threads start late.
bool starts_late(const Schedule& schedule);

/// The message of a finding of that schedule, which is named if the name is short; as it is, if it is empty.
std::string with_schedule_noted(const std::string& message, std::string_view schedule);

/// Schedules of runs that take more steps are tried on demand only. By steps, not by time, so that it is the
/// same on all machines.
inline constexpr std::uint64_t kMostStepsOfSchedules = 100'000;

/// Of the launches of a kernel or of a loop, so many are tried in several schedules.
inline constexpr std::uint64_t kLaunchesInSchedules = 4;

/// The schedule that is tried after so many others: ascending, descending, and random ones.
Schedule schedule_number(std::uint32_t number);

/// Whether threads may see in what order they come: they wait for each other, or use what an atomic has
/// found.
bool shows_schedule(const Program& program);

}  // namespace musimd::kernels
