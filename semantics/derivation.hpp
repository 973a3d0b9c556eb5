#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/program.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/result.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/state.hpp"

namespace musimd {

/// A derivation as the paper draws it: the rule that gives the conclusion, and the derivations of its
/// premises.
struct Derivation {
    RuleId rule = RuleId::STOP;
    std::string conclusion;            ///< `M(Θ, …) ⇓`, `t, β ⊢ tid = 3`, …
    std::vector<Derivation> premises;  ///< of a control rule: for IT the data instruction's; then the rest's
};

/// How deep evaluate and derive go at most: a derivation is as deep as the run is long.
inline constexpr std::uint64_t kMaxDerivationSteps = 2'000;

/// Evaluates a program of one warp big-step, as the paper writes the rules: the value of M(Θ, β, Σ, Π, Λ, P,
/// pc) is that of the state in the rule's premise, down to the leaf STOP. It gives what the stepping machine
/// gives, with at most min(options.max_steps, kMaxDerivationSteps) steps.
Result evaluate_big_step(const Program& program, const MachineOptions& options = {});

/// The derivation of a run of one warp, with at most kMaxDerivationSteps steps. The last premise of each
/// control rule but STOP is the derivation of the state that it continues as. A run that traps, or that goes
/// on for longer, has no derivation: what there is of it, without the leaf; nothing if its first step traps.
std::optional<Derivation> derive(const Program& program, const MachineOptions& options = {});

}  // namespace musimd
