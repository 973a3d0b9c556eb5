#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "simulator/schedule.hpp"

// A schedule turn by turn, as a word of a command line.

namespace musimd::kernels {

/// Consecutive steps of a machine of the grid: a warp or, under `volta`, a thread.
struct Turn {
    std::uint32_t machine = 0;  ///< Machine::machines
    std::uint64_t steps = 1;
    std::vector<Thread> lanes = {};  ///< of one atomic instruction of a warp: its order; empty: ascending
    friend bool operator==(const Turn&, const Turn&) = default;
};

std::vector<Turn> turns_of(const musimd::Schedule& schedule, const Program& program);

/// `turns:0x12,1,2-5x3,0:2.0.1`: twelve steps of machine 0, one of 1, three each of 2 to 5, and one of 0
/// whose lanes go in this order.
std::string to_string(const std::vector<Turn>& turns);
/// nullopt: it is no such name.
std::optional<std::vector<Turn>> turns_named(std::string_view name);

}  // namespace musimd::kernels
