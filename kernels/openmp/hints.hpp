#pragma once

#include <cstdint>
#include <optional>

#include "dsl/openmp/loop_function.hpp"
#include "kernels/findings/finding.hpp"
#include "kernels/launch/element_names.hpp"
#include "kernels/openmp/simd_races.hpp"
#include "semantics/races.hpp"

namespace musimd::kernels::openmp {

/// Two accesses to an object that race.
struct RacingLines {
    dsl::BufferId buffer = 0;
    std::uint32_t earlier = 0;
    std::uint32_t later = 0;
    Use earlier_use = Use::read;
    Use later_use = Use::read;
};

/// What the source would say if the accesses were meant to be as they are: a clause of a directive, a
/// barrier, an atomic access. None if nothing is obvious. `loop`: the parallel loop, or the region.
std::optional<Hint> hint_for(const dsl::openmp::LoopFunction& function, const dsl::Statement& loop,
                             const RacingLines& race, const ElementNames& names);

/// Of a race between teams, which begin on this line: what the threads of each reduce, the teams do not.
std::optional<Hint> hint_for_teams(const dsl::openmp::LoopFunction& function, const RacingLines& race,
                                   std::uint32_t teams);

/// The same of two iterations of a loop that depend on each other. `loop`: of the race.
std::optional<Hint> hint_for(const SimdRace& race, const dsl::SimdLoopCode& loop, const Program& program);

}  // namespace musimd::kernels::openmp
