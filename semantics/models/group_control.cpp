#include <utility>

#include "semantics/models/group_machine.hpp"
#include "semantics/models/group_rules.hpp"

// The control rules of a group. Those that do not concern other groups are the rules of section 4.

namespace musimd::models {
namespace {

Failure control_failure(TrapKind kind, RuleId rule) {
    return {.kind = kind, .rule = rule, .all_active = true};
}

}  // namespace

Step GroupMachine::control_rule(At at, const Instruction& i, RuleSet& rules, std::span<const Thread> order) {
    switch (i.opcode) {
        case Opcode::bz:
        case Opcode::bnz:
            return branch(at, i, rules, order);
        case Opcode::jump:
            return go(group(at), i.target, RuleId::JP);
        case Opcode::sync:  // a mark: `declared` joins are found by it
            return go(group(at), group(at).pc + 1, RuleId::SP);
        case Opcode::stop:
        case Opcode::exit:
            return end_rule(at, i);
        case Opcode::everywhere:
            return EB(at, i, rules);
        case Opcode::end_everywhere:
            return EE(at, i, rules);
        case Opcode::barrier:
            if (const auto failure = barrier_failure(at, rules)) return *failure;
            group(at).is_released = false;
            return go(group(at), group(at).pc + 1, RuleId::BR);
        case Opcode::block_barrier:
        case Opcode::block_barrier_of:
            return BB(at, i, rules);
        case Opcode::branch_mask:
        case Opcode::assert_: {
            Warp& view = this->view(at);
            const Step done = control(view, program_, view.all, i, rules);
            if (at.alone) move_on(at, view.pc);
            if (const auto* rule = std::get_if<RuleId>(&done); rule != nullptr && !at.alone)
                return go(group(at), view.pc, *rule);
            return done;
        }
#define MUSIMD_DATA(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
        break;
    }
    return RuleId::IT;
}

// The group goes to an instruction. Under `barriers` it yields at some of those that are not further on.
RuleId GroupMachine::go(Group& group, Label to, RuleId rule) const {
    if (to <= group.pc) count_round(group);
    group.pc = to;
    return rule;
}

void GroupMachine::count_round(Group& group) const {
    if (policy_.next != Policy::Next::yielding || options_.yield == 0) return;
    group.rounds = (group.rounds + 1) % options_.yield;
    if (group.rounds == 0) group.has_yielded = true;
}

// ---- branches

Step GroupMachine::branch(At at, const Instruction& i, RuleSet& rules, std::span<const Thread> order) {
    const Label pc = group(at).pc;
    auto parts = musimd::split(view(at), program_, i.operands[0], rules);
    if (!parts) return parts.error();
    ThreadSet& branching = i.opcode == Opcode::bz ? parts->zero : parts->not_zero;
    ThreadSet& going_on = i.opcode == Opcode::bz ? parts->not_zero : parts->zero;
    const ThreadSet all = group(at).active;
    GroupWarp& warp = warps_[at.warp];
    RuleId rule = RuleId::BD;
    if (going_on.empty() || i.target == pc + 1) {
        rule = go(group(at), i.target, RuleId::BT);
    } else if (branching.empty()) {
        rule = go(group(at), pc + 1, RuleId::BF);
    } else {
        const bool target_first = target_is_first(pc, branching, order);
        Halves halves{std::move(branching), std::move(going_on), i.target, target_first, {}};
        if (opens_join(warp.groups, group(at), join_of(pc), policy_))
            halves.join = Join{pc, join_of(pc), ++warp.opened};
        const Thread back = halves.branching.front();
        models::split(warp.groups, at.place, halves);
        Group& first = warp.groups.list[at.place];
        Group& second = warp.groups.list[at.place + 1];
        if (i.target <= pc) count_round(first.active.contains(back) ? first : second);
    }
    if (policy_.unites == Policy::Unites::leavers) unite_leavers(warp.groups, pc, all);
    return rule;
}

// Which side of a branch is the first. Where it is free, and threads are given, it is that of the first one.
bool GroupMachine::target_is_first(Label branch, const ThreadSet& branching, std::span<const Thread> order) {
    if (policy_.side == Policy::FirstSide::next) return false;
    if (policy_.side == Policy::FirstSide::free && !options_.side && !order.empty())
        return branching.contains(order.front());
    if (policy_.side == Policy::FirstSide::free) return options_.side == Side::target;
    const auto [known, is_new] = first_sides_.try_emplace(branch, false);
    if (is_new) {  // the side that leads back to the branch, if only one does
        known->second = only_target_leads_back(program_, branch, join_of(branch));
    }
    return known->second;
}

// ---- ends

/// End:      (Θ, pc, J) ∈ G    P[pc] = exit, or stop    Λ = ∅
///           ────────────────────────────────────────────────
///           the threads of Θ have ended
///
/// A `stop` in a block ends the warp, if the group is alone.
Step GroupMachine::end_rule(At at, const Instruction& i) {
    GroupWarp& warp = warps_[at.warp];
    const ThreadSet threads = group(at).active;
    const bool stops = i.opcode == Opcode::stop;
    if (!warp.saved.empty()) {
        if (!stops) return control_failure(TrapKind::exit_inside_everywhere, RuleId::EX);
        if (!warp.groups.is_alone()) return control_failure(TrapKind::stop_while_diverged, RuleId::STOP);
        warp.saved.clear();
    }
    (stops ? warp.stopped : warp.state.exited) |= threads;
    threads.for_each([&](Thread t) { warp.state.all.erase(t); });
    end(warp.groups, at.place, policy_);
    return stops ? RuleId::STOP : RuleId::EX;
}

// ---- everywhere blocks

/// EB:   (Θ, pc, J) ∈ G    P[pc] = everywhere
///       ──────────────────────────────────────────────────────────────────────────
///       (G, base, Λ)  →  ([(Θ_all, pc+1, [])], Θ_all, (G, the group, base, Θ) : Λ)
Step GroupMachine::EB(At at, const Instruction& i, RuleSet& rules) {
    GroupWarp& warp = warps_[at.warp];
    Warp& view = this->view(at);
    view.sync_stack = picture(at);  // in Λ, for those who look at it
    const Step done = control(view, program_, view.all, i, rules);
    if (!std::holds_alternative<RuleId>(done)) return done;
    warp.saved.push_back({std::exchange(warp.groups, {}), at.place});
    warp.groups.base = view.all;
    warp.groups.list.push_back({.active = view.all, .pc = view.pc});
    return done;
}

/// EE:   ((Θ, pc, J) alone)    P[pc] = end_everywhere    Λ = (G', (Θ', pc', J'), base', Θ') : Λ'
///       ──────────────────────────────────────────────────────────────────────────
///       (G, base, Λ)  →  (G' with (Θ', pc+1, J'), base', Λ')
Step GroupMachine::EE(At at, const Instruction& i, RuleSet& rules) {
    GroupWarp& warp = warps_[at.warp];
    if (!warp.saved.empty() && !warp.groups.is_alone())
        return control_failure(TrapKind::end_everywhere_while_diverged, RuleId::EE);
    Warp& view = this->view(at);
    const Step done = control(view, program_, view.all, i, rules);
    if (!std::holds_alternative<RuleId>(done)) return done;
    SavedGroups saved = std::move(warp.saved.back());
    warp.saved.pop_back();
    warp.groups = std::move(saved.groups);
    warp.groups.list[saved.place].pc = view.pc;
    return done;
}

// ---- barriers

/// BB:   P[pc] = block_barrier, or v = block_barrier.… o    it is open and yields c
///       ──────────────────────────────────────────────────────────────────────────
///       (β, (Θ, pc, J))  →  (β[t](v) ↦ c for every t ∈ Θ, (Θ, pc+1, J))
Step GroupMachine::BB(At at, const Instruction& i, RuleSet& rules) {
    if (const auto failure = barrier_failure(at, rules)) return *failure;
    Warp& view = this->view(at);
    if (i.opcode == Opcode::block_barrier_of)
        view.active.for_each([&](Thread t) { view.bank.set(t, i.destination, view.opened); });
    group(at).is_released = false;
    return go(group(at), group(at).pc + 1, RuleId::BB);
}

}  // namespace musimd::models
