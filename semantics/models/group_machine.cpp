#include "semantics/models/group_machine.hpp"

#include <algorithm>
#include <utility>

#include "semantics/dependence.hpp"
#include "semantics/first_state.hpp"
#include "semantics/models/group_rules.hpp"
#include "semantics/order.hpp"

namespace musimd::models {
GroupMachine::GroupMachine(const Program& program, MachineOptions options)
    : program_(program),
      options_(options),
      policy_(policy_of(program.model)),
      joins_(joins_of(program)),
      memory_(program, options, races_of(program)) {
    for (std::uint32_t w = 0; w < program.warps; ++w) {
        GroupWarp& warp = warps_.emplace_back();
        warp.state = warp_of(program, w, options_.max_address + 1);
        warp.state.all = ThreadSet::all(program.lanes_of(w));
        warp.state.bank = Bank(program.threads, program.variables.size());
        warp.groups.base = program.has_blocks() ? warp.state.all : program.active;
        warp.groups.list.push_back({.active = warp.groups.base, .pc = 1});
        arrive(warp.groups);
    }
    for (std::uint32_t w = 0; w < program.warps; ++w) show(w);
    alive_ = program.warps;
}

// ---- turns

Result GroupMachine::run(Observer* observer) {
    std::vector<std::uint32_t> order(warps_.size());
    for (std::uint32_t w = 0; w < order.size(); ++w) order[w] = w;
    for (std::uint64_t number = 0; alive_ > 0; ++number) {
        if (order.size() != alive_)
            std::erase_if(order, [this](std::uint32_t w) { return warps_[w].has_stopped(); });
        if (order.size() > 1 && (number == 0 || options_.order == Order::random))
            order_warps(options_.order, options_.seed, number, order);
        if (const auto outcome = round(order, observer)) return result(*outcome);
    }
    return result(Outcome::stop);
}

std::optional<Outcome> GroupMachine::round(const std::vector<std::uint32_t>& order, Observer* observer) {
    for (const std::uint32_t w : order) {
        if (options_.is_interrupted()) return Outcome::interrupted;
        if (const auto outcome = turn(w, observer)) return outcome;
    }
    return std::nullopt;
}

// One step of one of the warp's groups.
std::optional<Outcome> GroupMachine::turn(std::uint32_t warp, Observer* observer) {
    if (warps_[warp].state.steps >= options_.max_steps) return reach_limit(LimitReason::steps, warp);
    const auto next = next_step(warp);
    if (!next) {
        if (is_deadlocked()) return deadlock(observer);
        if (observer != nullptr) observer->on_wait(warp);
        return std::nullopt;
    }
    const Step done = step(*next, observer, {});
    if (std::holds_alternative<Failure>(done)) return Outcome::trap;
    if (std::holds_alternative<StackLimit>(done)) return reach_limit(LimitReason::stacks, warp);
    return std::nullopt;
}

// The group that steps in the warp's turn, by its place.
std::optional<std::size_t> GroupMachine::next_group(std::uint32_t warp) const {
    const std::vector<Group>& list = warps_[warp].groups.list;
    if (policy_.next == Policy::Next::lowest_pc && !list.empty()) {
        const auto lowest = std::ranges::min_element(list, {}, &Group::pc);
        const auto place = static_cast<std::size_t>(lowest - list.begin());
        return can_step(At{warp, place}) ? std::optional(place) : std::nullopt;
    }
    for (std::size_t place = 0; place < list.size(); ++place) {
        if (can_step(At{warp, place})) return place;
    }
    return std::nullopt;
}

// The group or thread that steps in the warp's turn.
std::optional<GroupMachine::At> GroupMachine::next_step(std::uint32_t warp) const {
    const GroupWarp& state = warps_[warp];
    if (state.chosen && has_free_groups(program_.model)) {
        const At chosen = place_of(warp, *state.chosen);
        if (chosen.place < state.groups.list.size() && can_step(chosen)) return with_thread(chosen);
    }
    const auto place = next_group(warp);
    return place ? std::optional(with_thread({warp, *place})) : std::nullopt;
}

// Where no group of the warp can step, those that have yielded may again.
void GroupMachine::end_yielding(std::uint32_t warp) {
    Groups& groups = warps_[warp].groups;
    if (std::ranges::none_of(groups.list, &Group::has_yielded) || next_group(warp)) return;
    open_for_yielded(groups);
    arrive(groups);
}

Outcome GroupMachine::reach_limit(LimitReason reason, std::uint32_t warp) {
    show(warp);
    const Warp& state = warps_[warp].state;
    limit_ = limit_at(reason, warp, state.steps, state.pc, program_);
    return Outcome::limit;
}

// ---- one step

Step GroupMachine::step(std::uint32_t warp, Observer* observer, std::span<const Thread> order) {
    if (!order.empty()) choose(warp, order.front());
    const Step done = step(*next_step(warp), observer, order);
    warps_[warp].chosen.reset();
    show(warp);
    return done;
}

Step GroupMachine::step(At at, Observer* observer, std::span<const Thread> order) {
    memory_.effects().clear();
    bool opens = false;
    const Wait wait = awaits(at);
    if (wait == Wait::barrier) open_barrier();
    if (wait == Wait::block_barrier) {
        opens = true;
        At failed = at;
        if (auto failure = open_block_barrier(failed)) return fail(failed, std::move(*failure), observer);
    }
    const Instruction* i = next(at);
    if (i != nullptr && is_collective(i->opcode)) return collective_step(at, observer);
    const Before state = before(at, observer);
    RuleSet rules;
    const Step done = apply_rule(at, rules, order);
    if (const auto* failure = std::get_if<Failure>(&done)) return fail(at, *failure, observer);
    if (const auto* rule = std::get_if<RuleId>(&done))
        after(at.warp, state, *rule, rules, observer, 0, opens);
    return done;
}

Step GroupMachine::apply_rule(At at, RuleSet& rules, std::span<const Thread> order) {
    const Instruction* i = next(at);
    if (i == nullptr)
        return Failure{.kind = TrapKind::pc_out_of_program, .rule = RuleId::IT, .all_active = true};
    if (info(i->opcode).family != Family::data) return control_rule(at, *i, rules, order);
    Warp& view = this->view(at);
    const Step done = data_rule(view, *i, rules, order);
    move_on(at, view.pc);
    return done;
}

// A `shfl v, o` reads the lanes of Θ_mask, or all that exist.
Step GroupMachine::data_rule(Warp& view, const Instruction& instruction, RuleSet& rules,
                             std::span<const Thread> order) {
    if (instruction.opcode != Opcode::shfl || policy_.reads == Policy::Reads::group)
        return memory_.IT(view, options_, instruction, rules, order);
    Effects& effects = memory_.effects();
    const EvalContext s{view, memory_.words(), program_, options_, instruction, effects, {}};
    effects.rules.insert(RuleId::TL);
    for (const Thread t : view.active.threads()) {
        const auto k = s.operand(0, t);
        if (!k) return k.error();
        const bool exists = 0 <= *k && *k < Integer{program_.lanes_of(view.number)};
        const auto done = exists ? SV(s, t, static_cast<Thread>(*k)) : SI(s, t);
        if (!done) return done.error();
    }
    return memory_.apply(view, instruction, rules);
}

Step GroupMachine::fail(At at, Failure failure, Observer* observer) {
    Warp& view = this->view(at);
    view.sync_stack = picture(at);
    trap_ = explain(failure, view, program_);
    if (observer != nullptr) tell_trap(*trap_, view, program_, steps_, *observer);
    return failure;
}

GroupMachine::Before GroupMachine::before(At at, const Observer* observer) {
    if (observer == nullptr) return {.pc = pc_at(at)};
    const Warp& state = warps_[at.warp].state;
    const Instruction* i = next(at);
    const bool wakes = i != nullptr && i->opcode == Opcode::everywhere;
    return {pc_at(at), active_at(at), picture(at), state.context_stack,
            wakes ? state.all.size() - group(at).active.size() : 0};
}

// A step of the warp by this rule is done.
void GroupMachine::after(std::uint32_t warp, const Before& before, RuleId rule, RuleSet rules,
                         Observer* observer, std::uint32_t groups, bool opens) {
    GroupWarp& w = warps_[warp];
    arrive(w.groups);
    if (policy_.unites == Policy::Unites::equal_pc) unite_equal_pcs(w.groups);
    end_yielding(warp);
    rules.insert(rule);
    ++w.state.steps;
    ++steps_;
    if (w.has_stopped()) --alive_;
    if (observer == nullptr) return;
    show(warp);
    const auto depth = w.groups.list.empty() ? std::size_t{0} : w.groups.list.front().joins.size();
    observer->on_step({program_, steps_, warp, before.pc, rule, rules, before.active, before.picture,
                       before.context_stack, static_cast<std::uint32_t>(depth), w.state.context_stack.size(),
                       memory_.effects().accesses, rule == RuleId::EB ? before.idle : 0, groups, opens});
}

// ---- groups and threads

const Instruction* GroupMachine::next(At at) const {
    const Label pc = pc_at(at);
    return pc < program_.end() ? &program_.at(pc) : nullptr;
}

// The warp as rules for one machine see it: Θ and pc are those of who steps.
Warp& GroupMachine::view(At at) {
    Warp& state = warps_[at.warp].state;
    state.active = active_at(at);
    state.pc = pc_at(at);
    state.opened = group(at).opened;
    state.sync_stack = {};
    return state;
}

// The state that others see between steps: Θ and pc of the group that steps next, or of one that waits, and
// Π as a picture of the others.
void GroupMachine::show(std::uint32_t number) {
    GroupWarp& warp = warps_[number];
    warp.state.sync_stack = {};
    if (warp.groups.list.empty()) {
        warp.state.active = warp.stopped;  // it has stopped
        return;
    }
    const At at = next_step(number).value_or(At{number, 0});
    view(at).sync_stack = picture(at);
}

// The joins of the warp as a stack Π: an entry for each other group, with the branch of its innermost join,
// and for each set that has arrived.
SyncStack GroupMachine::picture(At at) const {
    const Groups& groups = warps_[at.warp].groups;
    SyncStack stack;
    for (const Group& waiting : groups.arrived) {
        const Join& join = waiting.joins.back();
        stack.push(
            {.branch = join.branch, .next = join.at, .done = waiting.active, .todo = {}, .join = join.at});
    }
    for (std::size_t place = groups.list.size(); place-- > 0;) {
        if (place == at.place && !at.alone) continue;
        const Group& other = groups.list[place];
        const Label branch = other.joins.empty() ? 0 : other.joins.back().branch;
        std::map<Label, ThreadSet> standing;
        other.active.for_each([&](Thread t) {
            if (place != at.place || t != *at.alone) standing[other.pc_of(t)].insert(t);
        });
        for (auto& [pc, threads] : standing)
            stack.push({.branch = branch, .next = pc, .done = {}, .todo = std::move(threads)});
    }
    return stack;
}

// The lanes of the warp that exist and have not ended.
ThreadSet GroupMachine::present(std::uint32_t warp) const {
    return warps_[warp].has_stopped() ? ThreadSet() : warps_[warp].state.all;
}

// The lanes of the warp that exist and have ended.
ThreadSet GroupMachine::gone(std::uint32_t warp) const {
    ThreadSet lanes = ThreadSet::all(program_.lanes_of(warp));
    present(warp).for_each([&](Thread t) { lanes.erase(t); });
    return lanes;
}

// ---- the end

Result GroupMachine::limited(LimitReason reason, std::uint32_t warp) {
    return result(reach_limit(reason, warp));
}

Result GroupMachine::result(Outcome outcome) {
    Result result;
    result.outcome = outcome;
    result.steps = steps_;
    result.warps.resize(program_.warps);
    for (GroupWarp& warp : warps_) add_to(result.warps[warp.state.number], warp);
    take_memory(std::move(memory_.words()), program_, options_.max_address + 1, result);
    result.trap = std::move(trap_);
    result.limit = limit_;
    result.warnings = std::move(warnings_);
    return result;
}

// Of a warp that has stopped, `active` are the threads that did `stop`; of others, those that have not
// exited and are not dormant.
void GroupMachine::add_to(WarpResult& result, GroupWarp& warp) const {
    result.exited = warp.state.exited;
    result.active = warp.stopped;
    result.active |= warp.groups.threads();
    for (const SavedGroups& saved : warp.saved) result.active |= saved.groups.threads();
    result.bank = std::move(warp.state.bank);
}

Result with_both_sides(const Program& program, const MachineOptions& options, const SideRunner& run,
                       const SideRunner& run_other) {
    const bool is_open = has_free_side(program.model) && !options.side;
    MachineOptions its = options;
    if (is_open) its.side = Side::next;
    Result result = run(its);
    if (!is_open || result.outcome == Outcome::interrupted) return result;
    its.side = Side::target;
    if (!are_different(result, run_other(its))) return result;
    warn_of_dependence(
        result, program, WarningKind::side,
        [](const Instruction& i) { return i.opcode == Opcode::bz || i.opcode == Opcode::bnz; },
        "the result depends on which side of a branch runs first");
    return result;
}

Result run(const Program& program, const MachineOptions& options, Observer* observer) {
    const auto run_with = [&](Observer* who) {
        return [&program, who](const MachineOptions& its) { return GroupMachine(program, its).run(who); };
    };
    return with_both_sides(program, options, run_with(observer), run_with(nullptr));
}

}  // namespace musimd::models
