#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "isa/program.hpp"

// Orders of turns of a grid's threads. One run shows one; a kernel that synchronises by atomics may be wrong
// in another.

namespace musimd::kernels::cuda {

struct Schedule {
    Order order = Order::ascending;
    std::uint64_t seed = 0;  ///< of Order::random
    friend bool operator==(const Schedule&, const Schedule&) = default;
};

/// `ascending`, `descending`, or the seed of a random one.
std::string to_string(const Schedule& schedule);
std::optional<Schedule> schedule_named(std::string_view name);

/// `musimd cuda …` with that schedule; as it is, if the name is empty.
std::string with_schedule(std::string command, std::string_view schedule);

/// Rounds give each thread one turn, so that in all of them a thread with less to do is earlier. In the
/// random schedules of even seeds, threads start late.
bool starts_late(const Schedule& schedule);

/// The schedule that is tried after so many others: ascending, descending, and random ones.
Schedule schedule_number(std::uint32_t number);

/// Whether threads may see in what order they come: they wait for each other, or use what an atomic has
/// found.
bool shows_schedule(const Program& program);

}  // namespace musimd::kernels::cuda
