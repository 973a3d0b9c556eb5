#pragma once

#include <optional>
#include <string>

#include "dsl/kernel.hpp"
#include "kernels/findings/finding.hpp"
#include "kernels/openmp/team_races.hpp"

namespace musimd::kernels::openmp {

/// The object of a race.
struct RacingObject {
    dsl::BufferId buffer = 0;
    std::string name = {};
    bool is_variable = false;
};

/// What would order the two accesses, of which one is by a task of the region.
std::optional<Hint> hint_of_tasks(const TeamRace& race, const Program& program, const dsl::Statement& region,
                                  const RacingObject& object);

}  // namespace musimd::kernels::openmp
