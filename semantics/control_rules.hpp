#pragma once

#include <tl/expected.hpp>
#include <variant>

#include "isa/program.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/state.hpp"
#include "semantics/trap.hpp"

namespace musimd {

/// The step would make the warp's stacks larger than kMaxStackBytes: it is not done, and the run ends.
struct StackLimit {};

/// What became of a step: the control rule that was applied, or why none could be. Then nothing changed.
using Step = std::variant<RuleId, Failure, StackLimit>;

/// Applies the control rule of the warp's next instruction, which is a control instruction; `all` is Θ_all.
/// Operand rules used are added to `rules`. STOP changes nothing but pc's meaning: the warp has stopped. A
/// `barrier` is stepped past; the grid calls this only when it is open, or when it fails.
Step control(Warp& warp, const Program& program, const ThreadSet& all, const Instruction& instruction,
             RuleSet& rules);

/// push(Π, Θw, pc, l) of figure 6. The entry whose branch is pc, if it is on top, takes Θw; else there is a
/// new one.
void push(Warp& warp, const ThreadSet& waiting, Label pc, Label l);

// ---- what the printed variants (printed_rules.hpp) have in common with these rules

/// split(Θ, β, v) = (Θ0, Θn)
struct Split {
    ThreadSet zero;      ///< Θ0 = {t ∈ Θ | β[t](v) = 0}
    ThreadSet not_zero;  ///< Θn = {t ∈ Θ | β[t](v) ≠ 0}
};
tl::expected<Split, Failure> split(const Warp& warp, const Program& program, const Operand& v,
                                   RuleSet& rules);

/// Whether the push of the warp's next instruction, a branch, would come to kMaxStackBytes.
bool push_exceeds_limit(const Warp& warp, const Program& program);

RuleId BT(Warp& warp, Label l);
RuleId BF(Warp& warp, Label l);
RuleId BD(Warp& warp, Label l, const ThreadSet& branching, ThreadSet going_on);
RuleId SS(Warp& warp);
RuleId SP(Warp& warp);

}  // namespace musimd
