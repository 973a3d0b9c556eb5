#pragma once

#include <optional>
#include <string>

#include "kernels/findings/finding.hpp"
#include "kernels/openmp/team_races.hpp"
#include "kernels/openmp/updates.hpp"

namespace musimd::kernels::openmp {

/// What would order the two accesses, of which one is by a task. `name`: that of the object.
std::optional<Hint> hint_of_tasks(const TeamRace& race, const Program& program, const ObjectUses& uses,
                                  const std::string& name);

}  // namespace musimd::kernels::openmp
