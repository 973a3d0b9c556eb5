#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/program.hpp"
#include "semantics/control_rules.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/formula.hpp"
#include "semantics/models/groups.hpp"
#include "semantics/rule_schemas.hpp"
#include "semantics/state.hpp"

// The control rule of one step with the values of its premises.

namespace musimd {

/// How the parts of a state are written in a formula: here, as values. A set or a stack of many parts is
/// shortened.
class StateNotation {
  public:
    StateNotation() = default;
    StateNotation(const StateNotation&) = delete;
    StateNotation& operator=(const StateNotation&) = delete;
    virtual ~StateNotation() = default;

    virtual std::string threads(const ThreadSet& threads);
    /// Θ, Θ_mask and Θ_all of the state itself.
    virtual std::string state_threads(const ThreadSet& set) { return threads(set); }
    virtual std::string sync_stack(const SyncStack& stack);
    virtual std::string context_stack(const ContextStack& stack);
    /// G, and the J of one of its groups (section 12).
    virtual std::string groups(const models::Groups& groups);
    std::string joins(const models::Groups& groups, const models::Group& of);
    /// β and Σ before a data step, β' and Σ' after it.
    virtual std::string bank() { return "β"; }
    virtual std::string memory() { return "Σ"; }
    virtual std::string next_bank() { return "β'"; }
    virtual std::string next_memory() { return "Σ'"; }
};

/// A premise of a rule.
struct FilledPremise {
    std::string_view schema;  ///< as the rule has it
    /// With the values filled in. A premise for every thread has one formula for each value that occurs, up
    /// to kMaxValueGroups; the others share a formula.
    std::vector<std::string> filled;
    bool holds = true;                      ///< all formulas
    std::vector<std::size_t> failing = {};  ///< the formulas, of several, that do not hold

    bool formula_holds(std::size_t i) const {
        return holds || (!failing.empty() && std::ranges::find(failing, i) == failing.end());
    }
};

inline constexpr std::size_t kMaxValueGroups = 8;

/// The premise that makes a step fail, if it is not one of the control rule: of a data rule or an operand.
struct FailedPremise {
    RuleId rule = RuleId::MV;
    std::string formula;  ///< filled in
};

/// A control rule at a state.
struct FilledRule {
    RuleId rule = RuleId::STOP;
    const InferenceSchema* schema = nullptr;
    std::vector<FilledPremise> premises;  ///< without that for the rest of the run
    std::string conclusion;               ///< `M({0-3}, β, Σ, ∅, ∅, P, 4) ⇓ R`
    std::optional<TrapKind> trap;         ///< if the rule does not apply, and no other does
    std::optional<FailedPremise> failed;
};

/// The control rule of the warp's next step and its premises. `outcome` is the rule, or why no rule applies:
/// that of Machine::step, or of rule_of_next_step. `after` is the warp after the step; if it is null, control
/// rules are applied to a copy, and the value of a block barrier is not filled in.
FilledRule filled_premises(const Program& program, const Warp& before, const Step& outcome,
                           StateNotation& notation, const Warp* after = nullptr);
/// The same with values.
FilledRule filled_premises(const Program& program, const Warp& before, const Step& outcome);

/// What the warp's next step will be under `lockstep`, without taking it. A barrier counts as open, and races
/// with other warps and earlier instructions are not seen.
Step rule_of_next_step(const Program& program, const Warp& before, const Memory& memory,
                       const MachineOptions& options = {});

/// The conclusion's left side: `M(Θ, β, Σ, Π, Λ, P, pc)`.
std::string state_formula(const Warp& warp, StateNotation& notation);

}  // namespace musimd
