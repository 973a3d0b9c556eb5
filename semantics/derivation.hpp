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

/// A derivation as the paper draws it: the rule that yields the conclusion, and the derivations of its
/// premises.
struct Derivation {
    RuleId rule = RuleId::STOP;
    std::string conclusion;  ///< `M(Θ, …) ⇓`, `t, β ⊢ tid = 3`, …
    std::vector<Derivation>
        premises;  ///< for control rules: for IT, the data instruction; then the rest of the run
};

/// The maximum depth of evaluate and derive: a derivation is as deep as the run is long.
inline constexpr std::uint64_t kMaxDerivationSteps = 2'000;

/// Evaluates a program of one warp big-step, as the paper writes the rules: the value of M(Θ, β, Σ, Π, Λ, P,
/// pc) is that of the state in the rule's premise, down to the leaf STOP. Returns what the stepping machine
/// returns with at most min(options.max_steps, kMaxDerivationSteps) steps.
Result evaluate_big_step(const Program& program, const MachineOptions& options = {});

/// The derivation of a run of one warp, with at most kMaxDerivationSteps steps. The last premise of each
/// control rule but STOP is the derivation of the next state. A run that traps, or that takes more steps, has
/// no complete derivation: this returns it without the leaf, or nullopt if the first step traps.
std::optional<Derivation> derive(const Program& program, const MachineOptions& options = {});

/// The derivation of a data step of the warp in its first `max_threads` active threads, by rule TL; names of
/// the program are between backquotes (see formula.hpp). A thread's premises are the operands and words that
/// it read.
Derivation data_derivation(const Program& program, const Warp& before, const Warp& after,
                           std::size_t max_threads);

/// `tid`, `x`, `3`
std::string operand_name(const Operand& operand, const Program& program);

}  // namespace musimd
