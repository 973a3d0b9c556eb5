#pragma once

#include "semantics/filled_rule.hpp"
#include "semantics/models/groups.hpp"

// The rule of a step of a group with the values of its premises (section 12).

namespace musimd::models {

/// A warp of groups before or after a step: Θ and pc of the group that steps, β, G, and what Λ has saved.
struct GroupState {
    const Warp& warp;
    const Groups& groups;
    const std::vector<SavedGroups>& saved;
};

/// As musimd::filled_premises, without the premises about Π; those about G take their place. `outcome` is the
/// rule, or why none applies; `after` is null if the step is not done.
FilledRule filled_premises(const Program& program, const GroupState& before, const Step& outcome,
                           StateNotation& notation, const GroupState* after);

/// The conclusion's left side: `M(G, β, Σ, Λ, P)`.
std::string state_formula(const GroupState& state, StateNotation& notation);

/// Why the step of the trap fails, with the values of the rules. The warp has Θ and pc of the group that
/// failed.
Failure failure_of(const Trap& trap, const Program& program, const Warp& warp, const Memory& memory,
                   const MachineOptions& options);

}  // namespace musimd::models
