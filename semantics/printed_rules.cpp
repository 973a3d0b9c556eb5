#include "semantics/printed_rules.hpp"

#include <fmt/format.h>

#include <optional>

#include "isa/printer.hpp"

// One function per printed rule. The comment is the rule: above the bar the premises, and below it the state
// before and after, as in control_rules.cpp.

namespace musimd::printed {
namespace {

Failure stuck(Erratum erratum, RuleId rule) {
    return {.kind = TrapKind::stuck, .rule = rule, .all_active = true, .erratum = erratum};
}

// ---- branches: E1, E2, E18

/// E18, split: every active thread in which v is defined is in one of the sets; the others are lost. If one
/// set is empty and the other is not Θ, BD applies, since it has no premise on the sets, and one half has no
/// threads.
///
///     Θ0 = {t ∈ Θ | β[t](v) = 0}    Θn = {t ∈ Θ | β[t](v) ≠ 0}
Split split(const Warp& w, const Program& program, const Operand& v, RuleSet& rules) {
    Split parts;
    w.active.for_each([&](Thread t) {
        const auto c = evaluate(v, t, w, program, rules);
        if (c) (*c == 0 ? parts.zero : parts.not_zero).insert(t);
    });
    return parts;
}

/// E2, push: it is defined if the top entry's Θd is empty, and if there is no entry.
///
///     push((pc', ∅, l', Θ'w) : Π,  Θw, pc, l) = (pc, ∅, l, Θw) : (pc', ∅, l', Θ'w) : Π      if pc ≠ pc'
///     push((pc,  ∅, l,  Θ'w) : Π,  Θw, pc, l) = (pc, ∅, l, Θ'w ∪ Θw) : Π
bool push_is_defined(const Warp& w) {
    return w.sync_stack.empty() || w.sync_stack.top().done.empty();
}

/// E1, BD:   P[pc] = bz v, l    split(Θ, β, v) = (Θ0, Θn)                             (bnz: the same)
///           ────────────────────────────────────────────
///           M(Θ, Π, pc)  →  M(Θ0, push(Π, Θn, pc, l), pc+1)
RuleId BD(Warp& w, Label l, Split parts) {
    return musimd::BD(w, l, parts.not_zero, std::move(parts.zero));
}

Step branch(Errata errata, Warp& w, const Program& program, const Instruction& i, RuleSet& rules) {
    tl::expected<Split, Failure> parts = errata.contains(Erratum::E18)
                                             ? printed::split(w, program, i.operands[0], rules)
                                             : musimd::split(w, program, i.operands[0], rules);
    if (!parts) return parts.error();
    const ThreadSet& branching = i.opcode == Opcode::bz ? parts->zero : parts->not_zero;
    const ThreadSet& going_on = i.opcode == Opcode::bz ? parts->not_zero : parts->zero;
    const RuleId rule = branching == w.active ? RuleId::BT : going_on == w.active ? RuleId::BF : RuleId::BD;
    if (errata.contains(Erratum::E2) && !push_is_defined(w)) return stuck(Erratum::E2, rule);
    if (push_exceeds_limit(w, program)) return StackLimit{};
    if (rule == RuleId::BT) return BT(w, i.target);
    if (rule == RuleId::BF) return BF(w, i.target);
    if (errata.contains(Erratum::E1)) return printed::BD(w, i.target, std::move(*parts));
    return musimd::BD(w, i.target, branching, going_on);
}

// ---- reconvergence: E3, E4

/// E3, SS:   P[pc] = sync    Π = (pc', ∅, l, Θw) : Π'    Θw ≠ ∅
///           ──────────────────────────────────────────────────────
///           M(Θ, Π, pc)  →  M(Θw, (pc', Θ0, l, ∅) : Π', l)                          Θ0 is unbound: ∅
///
/// No entry ever has a nonempty Θd, so the premise on it always holds.
RuleId SS(Warp& w) {
    SyncEntry entry = w.sync_stack.top();
    w.sync_stack.pop();
    w.active = std::move(entry.todo);
    entry.done = {};
    entry.todo = {};
    w.pc = entry.next;
    w.sync_stack.push(std::move(entry));
    return RuleId::SS;
}

/// E4, SP:   P[pc] = sync
///           ─────────────────────────────────────────────────────────────────────────
///           M(Θ ∪ Θd, Π, pc)  →  M(Θ, (pc', ∅, l, Θd) : Π, pc+1)                    Θd is unbound: ∅
///
/// No premise mentions Π: it may be empty. The labels pc' and l, also unbound, are taken to be this `sync`.
Step SP(Warp& w, const Program& program) {
    if (stack_bytes(program, w.sync_entries + 1, w.context_stack.size()) > kMaxStackBytes) {
        return StackLimit{};
    }
    w.sync_stack.push({w.pc, w.pc, {}, {}});
    w.sync_entries += 1;
    w.pc += 1;
    return RuleId::SP;
}

Step sync(Errata errata, Warp& w, const Program& program) {
    if (!w.sync_stack.empty() && !w.sync_stack.top().todo.empty()) {
        return errata.contains(Erratum::E3) ? printed::SS(w) : musimd::SS(w);
    }
    return errata.contains(Erratum::E4) ? printed::SP(w, program) : musimd::SP(w);
}

// ---- shuffles: E7, E9

/// E7, TL:   each thread reads the β that the threads before it, in the scheduler's order, have changed. E9,
/// SV and SI have one more premise: β[t](v) is defined.
tl::expected<void, Failure> shuffle(const EvalContext& context, Warp w) {
    const EvalContext now{
        w, context.memory, context.program, context.options, context.instruction, context.effects, {}};
    const Instruction& i = context.instruction;
    const Errata errata = context.options.printed;
    const bool in_order = errata.contains(Erratum::E7);
    for (const Thread t : in_order ? context.threads_in_order() : w.active.threads()) {
        const auto k = now.operand(0, t);
        if (!k) return tl::unexpected(k.error());
        const auto lane = lane_of_mask(*k, now);
        if (errata.contains(Erratum::E9) && w.bank.find(t, i.destination) == nullptr) {
            return tl::unexpected(Failure{.kind = TrapKind::stuck,
                                          .rule = lane ? RuleId::SV : RuleId::SI,
                                          .thread = t,
                                          .variable = i.destination,
                                          .erratum = Erratum::E9});
        }
        const auto shuffled = lane ? SV(now, t, *lane) : SI(now, t);
        if (!shuffled) {
            Failure failure = shuffled.error();
            // Before the instruction, the lane has a word: SI of an earlier thread has made it undefined.
            if (in_order && context.warp.bank.find(failure.other, i.destination) != nullptr) {
                failure.kind = TrapKind::stuck;
                failure.erratum = Erratum::E7;
            }
            return tl::unexpected(failure);
        }
        if (!in_order) continue;
        const RegisterWrite& write = now.effects.registers.back();
        if (write.value) {
            w.bank.set(t, i.destination, *write.value);
        } else {
            w.bank.undefine(t, i.destination, w.pc);
        }
    }
    return {};
}

}  // namespace

Step control(Errata errata, Warp& w, const Program& program, const ThreadSet& all, const Instruction& i,
             RuleSet& rules) {
    if (i.opcode == Opcode::bz || i.opcode == Opcode::bnz) return branch(errata, w, program, i, rules);
    const bool has_entry = !w.sync_stack.empty();
    if (i.opcode == Opcode::sync && (has_entry || errata.contains(Erratum::E4))) {
        return sync(errata, w, program);
    }
    return musimd::control(w, program, all, i, rules);
}

/// E6, IT:   P[pc] = ι    Λ = (Θ_mask, Π') : Λ'    (Θ, β, Σ, Θ_mask, ι) → (β', Σ')
///           ──────────────────────────────────────────────────────────────────────
///           M(β, Σ, pc)  →  M(β', Σ', pc+1)
tl::expected<void, Failure> TL(const Warp& w, const Memory& memory, const Program& program,
                               const MachineOptions& options, const Instruction& i, Effects& effects,
                               std::span<const Thread> order) {
    if (options.printed.contains(Erratum::E6) && w.context_stack.empty()) {
        return tl::unexpected(stuck(Erratum::E6, RuleId::IT));
    }
    if (i.opcode != Opcode::shfl) return musimd::TL(w, memory, program, options, i, effects, order);
    effects.clear();
    effects.rules.insert(RuleId::TL);
    return shuffle({w, memory, program, options, i, effects, order}, w);
}

std::string stuck_message(const Failure& f, const Warp& w, const Program& program) {
    switch (f.erratum) {
        case Erratum::E2:
            return fmt::format("as printed (E2), push needs Θ_done = {{}}, but Π's top entry has {}",
                               to_string(w.sync_stack.top().done));
        case Erratum::E6:
            return "as printed (E6), IT needs an open everywhere block, but Λ is empty";
        case Erratum::E7:
            return fmt::format(
                "as printed (E7), SV needs '{}' in thread {}, where this shuffle has just made it undefined",
                program.variables[f.variable], f.other);
        case Erratum::E9:
            return fmt::format("as printed (E9), {} needs '{}' to be already defined in thread {}",
                               to_string(f.rule), program.variables[f.variable], f.thread);
        case Erratum::E1:
        case Erratum::E3:
        case Erratum::E4:
        case Erratum::E18:
            break;  // they return another result, and are never stuck
    }
    return {};
}

}  // namespace musimd::printed
