#pragma once

#include <optional>
#include <tl/expected.hpp>
#include <variant>

#include "isa/program.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/state.hpp"
#include "semantics/trap.hpp"

namespace musimd {

/// The step would make the warp's stacks larger than kMaxStackBytes: it is not taken, and the run ends.
struct StackLimit {};

/// The outcome of a step: the control rule that was applied, or why none applies. Then nothing has changed.
using Step = std::variant<RuleId, Failure, StackLimit>;

/// Applies the control rule of the warp's next instruction, which must be a control instruction; `all` is
/// Θ_all. Operand rules used are added to `rules`. STOP changes nothing: the caller records that the warp has
/// stopped, as it does if EX leaves no active thread. A barrier is stepped past; the grid calls this only if
/// the barrier is open or fails.
Step control(Warp& warp, const Program& program, const ThreadSet& all, const Instruction& instruction,
             RuleSet& rules);

/// Why the warp cannot wait at its next instruction, a block barrier: an open block, threads that are not
/// active, or an operand that is not defined; nothing if it can.
std::optional<Failure> block_barrier_failure(const Warp& warp, const Program& program, RuleSet& rules);

/// push(Π, Θw, pc, l) of figure 6. If the top entry's branch is pc, it takes Θw; otherwise a new entry is
/// pushed.
void push(Warp& warp, const ThreadSet& waiting, Label pc, Label l);

// ---- shared with the printed variants (printed_rules.hpp)

/// split(Θ, β, v) = (Θ0, Θn)
struct Split {
    ThreadSet zero;      ///< Θ0 = {t ∈ Θ | β[t](v) = 0}
    ThreadSet not_zero;  ///< Θn = {t ∈ Θ | β[t](v) ≠ 0}
};
tl::expected<Split, Failure> split(const Warp& warp, const Program& program, const Operand& v,
                                   RuleSet& rules);

/// Whether the push of the warp's next instruction, a branch, would exceed kMaxStackBytes.
bool push_exceeds_limit(const Warp& warp, const Program& program);

RuleId BT(Warp& warp, Label l);
RuleId BF(Warp& warp, Label l);
RuleId BD(Warp& warp, Label l, const ThreadSet& branching, ThreadSet going_on);
RuleId SS(Warp& warp);
RuleId SP(Warp& warp);

}  // namespace musimd
