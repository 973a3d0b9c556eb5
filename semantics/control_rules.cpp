#include "semantics/control_rules.hpp"

#include <cassert>

#include "semantics/data_rules.hpp"

// One function per rule, named as in RULES.md. The comment is the rule: above the bar the premises, which the
// caller has checked, and below it the state before and after; unchanged parts are left out.

namespace musimd {
namespace {

Failure control_failure(TrapKind kind, RuleId rule) {
    return {.kind = kind, .rule = rule, .all_active = true};
}

// ---- branches

}  // namespace

tl::expected<Split, Failure> split(const Warp& warp, const Program& program, const Operand& v,
                                   RuleSet& rules) {
    tl::expected<Split, Failure> result;
    warp.active.all_of([&](Thread t) {
        const auto c = evaluate(v, t, warp, program, rules);
        if (!c) {
            result = tl::unexpected(c.error());
            return false;
        }
        (*c == 0 ? result->zero : result->not_zero).insert(t);
        return true;
    });
    return result;
}

bool push_exceeds_limit(const Warp& warp, const Program& program) {
    if (!warp.sync_stack.empty() && warp.sync_stack.top().branch == warp.pc) return false;
    return stack_bytes(program, warp.sync_entries + 1, warp.context_stack.size()) > kMaxStackBytes;
}

/// BT:   P[pc] = bz v, l    split(Θ, β, v) = (Θ, ∅)            (bnz: (∅, Θ))
///       ──────────────────────────────────────────────
///       M(Π, pc)  →  M(push(Π, ∅, pc, l), l)
RuleId BT(Warp& w, Label l) {
    push(w, {}, w.pc, l);
    w.pc = l;
    return RuleId::BT;
}

/// BF:   P[pc] = bz v, l    split(Θ, β, v) = (∅, Θ)            (bnz: (Θ, ∅))
///       ──────────────────────────────────────────────
///       M(Π, pc)  →  M(push(Π, ∅, pc, l), pc+1)
RuleId BF(Warp& w, Label l) {
    push(w, {}, w.pc, l);
    w.pc += 1;
    return RuleId::BF;
}

/// BD:   P[pc] = bz v, l    split(Θ, β, v) = (Θ0, Θn)    Θ0 ≠ ∅    Θn ≠ ∅      (bnz: Θ0 and Θn exchanged)
///       ─────────────────────────────────────────────────────────────────
///       M(Θ, Π, pc)  →  M(Θn, push(Π, Θ0, pc, l), pc+1)
RuleId BD(Warp& w, Label l, const ThreadSet& branching, ThreadSet going_on) {
    push(w, branching, w.pc, l);
    w.active = std::move(going_on);
    w.pc += 1;
    return RuleId::BD;
}

namespace {

Step branch(Warp& w, const Program& program, const Instruction& i, RuleSet& rules) {
    auto parts = split(w, program, i.operands[0], rules);
    if (!parts) return parts.error();
    if (push_exceeds_limit(w, program)) return StackLimit{};
    ThreadSet& branching = i.opcode == Opcode::bz ? parts->zero : parts->not_zero;
    ThreadSet& going_on = i.opcode == Opcode::bz ? parts->not_zero : parts->zero;
    if (going_on.empty()) return BT(w, i.target);
    if (branching.empty()) return BF(w, i.target);
    return BD(w, i.target, branching, std::move(going_on));
}

/// BA:   P[pc] = branch_mask o, l    Λ ≠ ∅    t, β ⊢ o = k and k ∈ Θ_mask for every t ∈ Θ
///       ──────────────────────────────────────────────────────────────────────────
///       M(pc)  →  M(l)
RuleId BA(Warp& w, Label l) {
    w.pc = l;
    return RuleId::BA;
}

/// BI:   P[pc] = branch_mask o, l    Λ ≠ ∅    t, β ⊢ o = k and k ∉ Θ_mask for every t ∈ Θ
///       ──────────────────────────────────────────────────────────────────────────
///       M(pc)  →  M(pc+1)
RuleId BI(Warp& w) {
    w.pc += 1;
    return RuleId::BI;
}

Step branch_mask(Warp& w, const Program& program, const Instruction& i, RuleSet& rules) {
    if (w.context_stack.empty()) {
        return control_failure(TrapKind::branch_mask_outside_everywhere, RuleId::BA);
    }
    ThreadSet inside;
    ThreadSet outside;
    std::optional<Failure> failure;
    w.active.all_of([&](Thread t) {
        const auto k = evaluate(i.operands[0], t, w, program, rules);
        if (!k) {
            failure = k.error();
            return false;
        }
        const bool lane = 0 <= *k && *k < Integer{program.threads};
        (lane && w.entry_mask().contains(static_cast<Thread>(*k)) ? inside : outside).insert(t);
        return true;
    });
    if (failure) return *failure;
    if (outside.empty()) return BA(w, i.target);
    if (inside.empty()) return BI(w);
    Failure divergent = control_failure(TrapKind::branch_mask_divergent, RuleId::BA);
    divergent.thread = inside.front();
    divergent.other = outside.front();
    return divergent;
}

/// JP:   P[pc] = jump l
///       ────────────────
///       M(pc)  →  M(l)
RuleId JP(Warp& w, Label l) {
    w.pc = l;
    return RuleId::JP;
}

// ---- reconvergence

}  // namespace

/// SS:   P[pc] = sync    Π = (pc', Θd, l, Θw, j) : Π'    Θw ≠ ∅
///       ──────────────────────────────────────────────────────────
///       M(Θ, Π, pc)  →  M(Θw, (pc', Θd ∪ Θ, l, ∅, pc) : Π', l)
RuleId SS(Warp& w) {
    SyncEntry entry = w.sync_stack.top();
    w.sync_stack.pop();
    entry.done |= w.active;
    entry.join = w.pc;
    w.active = std::move(entry.todo);
    entry.todo = {};
    w.pc = entry.next;
    w.sync_stack.push(std::move(entry));
    return RuleId::SS;
}

/// SP:   P[pc] = sync    Π = (pc', Θd, l, ∅) : Π'
///       ──────────────────────────────────────────────
///       M(Θ, Π, pc)  →  M(Θ ∪ Θd, Π', pc+1)
RuleId SP(Warp& w) {
    w.active |= w.sync_stack.top().done;
    w.sync_stack.pop();
    w.sync_entries -= 1;
    w.pc += 1;
    return RuleId::SP;
}

namespace {

Step sync(Warp& w) {
    if (w.sync_stack.empty()) return control_failure(TrapKind::sync_without_branch, RuleId::SP);
    return w.sync_stack.top().todo.empty() ? SP(w) : SS(w);
}

// ---- everywhere blocks

/// EB:   P[pc] = everywhere
///       ──────────────────────────────────────────────────────
///       M(Θ, Π, Λ, pc)  →  M(Θ_all, ∅, (Θ, Π) : Λ, pc+1)           (under `restore`, β is saved with them)
RuleId EB(Warp& w, const Program& program, const ThreadSet& all) {
    ContextEntry entry{std::move(w.active), std::move(w.sync_stack), w.pc, nullptr};
    if (program.registers == RegisterMode::restore) entry.bank = std::make_shared<const Bank>(w.bank);
    w.context_stack.push(std::move(entry));
    w.active = all;
    w.sync_stack = {};
    w.pc += 1;
    return RuleId::EB;
}

Step everywhere(Warp& w, const Program& program, const ThreadSet& all) {
    if (stack_bytes(program, w.sync_entries, std::uint64_t{w.context_stack.size()} + 1) > kMaxStackBytes) {
        return StackLimit{};
    }
    return EB(w, program, all);
}

/// EE:   P[pc] = end_everywhere    Π = ∅    Λ = (Θ', Π') : Λ'
///       ──────────────────────────────────────────────────────
///       M(Θ, Π, Λ, pc)  →  M(Θ', Π', Λ', pc+1)                     (under `restore`, β is put back)
RuleId EE(Warp& w) {
    const ContextEntry entry = w.context_stack.top();
    w.context_stack.pop();
    w.active = entry.active;
    w.sync_stack = entry.sync_stack;
    if (entry.bank != nullptr) w.bank = *entry.bank;
    w.pc += 1;
    return RuleId::EE;
}

Step end_everywhere(Warp& w) {
    if (w.context_stack.empty()) {
        return control_failure(TrapKind::end_everywhere_without_everywhere, RuleId::EE);
    }
    if (!w.sync_stack.empty()) return control_failure(TrapKind::end_everywhere_while_diverged, RuleId::EE);
    return EE(w);
}

// ---- ends

/// STOP: P[pc] = stop    Π = ∅
///       ─────────────────────────────
///       M(Θ, β, Σ, Π, Λ, P, pc) ⇓ (Θ, β, Σ)
Step STOP(const Warp& w) {
    if (!w.sync_stack.empty()) return control_failure(TrapKind::stop_while_diverged, RuleId::STOP);
    return RuleId::STOP;
}

/// resume(∅)                        = Θ := ∅: the warp has stopped
/// resume((l_id, Θd, l, Θw, j) : Π) = Θ := Θw, pc := l,     Π := (l_id, Θd, l, ∅, j) : Π    if Θw ≠ ∅
///                                    Θ := Θd, pc := j + 1, Π := Π                           if Θw = ∅ and Θd
///                                    ≠ ∅ resume(Π)                                              if both are
///                                    ∅
void resume(Warp& w) {
    w.active = {};
    while (!w.sync_stack.empty() && w.active.empty()) {
        SyncEntry entry = w.sync_stack.top();
        w.sync_stack.pop();
        if (!entry.todo.empty()) {
            w.active = std::move(entry.todo);
            w.pc = entry.next;
            entry.todo = {};
            w.sync_stack.push(std::move(entry));
            return;
        }
        w.sync_entries -= 1;
        w.active = std::move(entry.done);
        w.pc = entry.join + 1;
    }
}

/// EX:   P[pc] = exit    Λ = ∅
///       ─────────────────────────────────────────────────────────────
///       M(Θ, Π, pc)  →  M(resume(Π))      the threads of Θ have exited
RuleId EX(Warp& w) {
    w.exited |= w.active;
    w.active.for_each([&](Thread t) { w.all.erase(t); });
    const Label pc = w.pc;
    resume(w);
    if (w.active.empty()) w.pc = pc;
    return RuleId::EX;
}

Step exit(Warp& w) {
    if (!w.context_stack.empty()) return control_failure(TrapKind::exit_inside_everywhere, RuleId::EX);
    return EX(w);
}

/// BR:   P[pc] = barrier    Π = Λ = ∅    every warp that has not stopped waits at a barrier, or this one is
/// open
///       ───────────────────────────────────────────────────────────────────────────────────────────
///       M(pc)  →  M(pc+1)
Step BR(Warp& w) {
    if (!w.sync_stack.empty() || !w.context_stack.empty()) {
        return control_failure(TrapKind::barrier_while_diverged, RuleId::BR);
    }
    w.pc += 1;
    return RuleId::BR;
}

/// BB:   P[pc] = block_barrier, or v = block_barrier.… o    Λ = ∅    Θ = Θ_all    it is open and yields c
///       ──────────────────────────────────────────────────────────────────────────────────────
///       M(β, pc)  →  M(β[t](v) ↦ c for every t ∈ Θ, pc+1)
Step BB(Warp& w, const Program& program, const Instruction& i, RuleSet& rules) {
    if (const auto failure = block_barrier_failure(w, program, rules)) return *failure;
    if (i.opcode == Opcode::block_barrier_of)
        w.active.for_each([&](Thread t) { w.bank.set(t, i.destination, w.opened); });
    w.pc += 1;
    return RuleId::BB;
}

/// AR:   P[pc] = assert o    t, β ⊢ o = c and c ≠ 0 for every t ∈ Θ
///       ────────────────────────────────────────────────────────────
///       M(pc)  →  M(pc+1)
Step AR(Warp& w, const Program& program, const Instruction& i, RuleSet& rules) {
    std::optional<Failure> failure;
    w.active.all_of([&](Thread t) {
        const auto c = evaluate(i.operands[0], t, w, program, rules);
        if (!c) failure = c.error();
        if (c && *c == 0) failure = {.kind = TrapKind::assertion, .rule = RuleId::AR, .thread = t};
        return !failure;
    });
    if (failure) return *failure;
    w.pc += 1;
    return RuleId::AR;
}

}  // namespace

std::optional<Failure> block_barrier_failure(const Warp& w, const Program& program, RuleSet& rules) {
    if (!w.context_stack.empty() || w.active != w.all)
        return control_failure(TrapKind::barrier_while_diverged, RuleId::BB);
    const Instruction& i = program.at(w.pc);
    std::optional<Failure> failure;
    if (i.opcode == Opcode::block_barrier) return failure;
    w.active.all_of([&](Thread t) {
        const auto o = evaluate(i.operands[0], t, w, program, rules);
        if (!o) failure = o.error();
        return !failure;
    });
    return failure;
}

void push(Warp& w, const ThreadSet& waiting, Label pc, Label l) {
    if (w.sync_stack.empty() || w.sync_stack.top().branch != pc) {
        w.sync_stack.push({pc, l, {}, waiting});
        w.sync_entries += 1;
        return;
    }
    if (waiting.empty()) return;
    SyncEntry entry = w.sync_stack.top();
    w.sync_stack.pop();
    entry.todo |= waiting;
    w.sync_stack.push(std::move(entry));
}

Step control(Warp& w, const Program& program, const ThreadSet& all, const Instruction& i, RuleSet& rules) {
    switch (i.opcode) {
        case Opcode::bz:
        case Opcode::bnz:
            return branch(w, program, i, rules);
        case Opcode::branch_mask:
            return branch_mask(w, program, i, rules);
        case Opcode::jump:
            return JP(w, i.target);
        case Opcode::sync:
            return sync(w);
        case Opcode::stop:
            return STOP(w);
        case Opcode::everywhere:
            return everywhere(w, program, all);
        case Opcode::end_everywhere:
            return end_everywhere(w);
        case Opcode::barrier:
            return BR(w);
        case Opcode::exit:
            return exit(w);
        case Opcode::block_barrier:
        case Opcode::block_barrier_of:
            return BB(w, program, i, rules);
        case Opcode::assert_:
            return AR(w, program, i, rules);
#define MUSIMD_DATA(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            break;
    }
    assert(false && "a data instruction steps by rule IT");
    return RuleId::IT;
}

}  // namespace musimd
