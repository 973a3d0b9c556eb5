#include "simulator/explore/phase.hpp"

#include <algorithm>
#include <ranges>

namespace musimd::explore {

Phase::Phase(const Setting& setting, By by, State begin, std::optional<std::uint32_t> opener)
    : setting_(setting),
      program_(setting.program),
      options_(setting.options),
      listener_(setting.listener),
      meetings_(setting.meetings),
      by_(by),
      machines_(begin.machine.machines()),
      table_(setting.program, setting.liveness) {
    Position at{std::move(begin), std::vector<Clock>(machines_)};
    if (opener) {
        static_cast<void>(at.state.machine.step(*opener));
        listener_.on_step();
        turns_ = {{.machine = *opener, .needs = {*opener}}};
    }
    std::vector<std::uint32_t> all(machines_);
    for (std::uint32_t m = 0; m < machines_; ++m) all[machines_ - 1 - m] = m;
    advance(at, std::move(all));
    for (std::uint32_t m = 0; m < machines_; ++m) come_to_choice(at, m);
    enter(std::move(at));
}

// ---- the search

std::vector<std::uint32_t> Phase::openers(const Setting& setting, const State& state) {
    std::vector<std::uint32_t> machines;
    for (std::uint32_t m = 0; m < state.machine.machines(); ++m) {
        const Warp& warp = state.machine.warp(m);
        const bool waits =
            !state.rests[m] && state.machine.waits(m) && warp.steps < setting.options.max_steps;
        const bool is_barrier = waits && setting.program.at(warp.pc).opcode == Opcode::barrier;
        if (is_barrier && state.machine.can_step(m) &&
            (machines.empty() || setting.meetings.has_activemask()))
            machines.push_back(m);
    }
    return machines;
}

Phase::Progress Phase::go_on(std::uint64_t choices, std::size_t others) {
    for (; !nodes_.empty(); --choices) {
        if (choices == 0) return Progress::pauses;
        const bool more = choose(nodes_.back());
        events_.resize(nodes_.size() - 1);
        turns_.resize(nodes_.back().turns);
        if (!more) {
            nodes_.pop_back();
            if (states_.size() > nodes_.size()) states_.pop_back();
            continue;
        }
        if (!listener_.goes_on(bytes() + others)) return Progress::refused;
        take(nodes_.back());
    }
    return Progress::ended;
}

// Those that sleep in the state before, besides those that the step since then has woken.
void Phase::add_sleepers(Node& node) const {
    const bool sleeps = by_ == By::traces || machines_ <= StateTable::kMachines;
    if (nodes_.empty() || !sleeps) return;
    for (const Sleeper& sleeper : nodes_.back().sleeping) {
        if (!setting_.depend(sleeper.footprint, events_.back().footprint)) node.sleeping.push_back(sleeper);
    }
}

// The machines to try first; by traces, races wake others. Returns false if no machine can step.
bool Phase::add_wanted(Node& node, const State& state) const {
    bool ready = false;
    node.wanted.assign(machines_, false);
    for (std::uint32_t m = 0; m < machines_; ++m) {
        if (!is_choice(state, m)) continue;
        ready = true;
        if (std::ranges::find(node.sleeping, m, &Sleeper::machine) != node.sleeping.end()) continue;
        node.wanted[m] = true;
        if (by_ == By::traces && !meetings_.has_activemask()) break;
    }
    return ready;
}

// In a state that was visited before, only those are tried that slept at all earlier visits and do not now.
// Returns false if none is to be tried.
bool Phase::visit(Node& node, const State& state) {
    std::uint64_t asleep = 0;
    for (const Sleeper& sleeper : node.sleeping) asleep |= std::uint64_t{1} << sleeper.machine;
    const StateTable::Visit visit = table_.visit(state, asleep);
    if (visit.is_new) {
        listener_.on_state();
        return true;
    }
    for (std::uint32_t m = 0; m < machines_; ++m)
        node.wanted[m] = node.wanted[m] && m < StateTable::kMachines && (visit.asleep >> m & 1U) != 0;
    return std::ranges::find(node.wanted, true) != node.wanted.end();
}

/// Enters a state; adds a node if there is a choice.
void Phase::enter(Position&& at) {
    Node node;
    add_sleepers(node);
    const bool ready = add_wanted(node, at.state);
    if (by_ == By::states && !visit(node, at.state)) return;
    const bool lone_step = machines_ == 1 && !nodes_.empty();
    if (!ready || lone_step) return end(at.state);
    if (std::ranges::find(node.wanted, true) == node.wanted.end()) return;  // this has been explored
    node.turns = turns_.size();
    node.rests = at.state.rests;
    node.spins = at.state.spins;
    node.clocks = std::move(at.clocks);
    nodes_.push_back(std::move(node));
    if (states_.size() + 1 == nodes_.size() && states_.size() < setting_.snapshots)
        states_.push_back(std::move(at.state.machine));
}

void Phase::end(State& state) {
    listener_.on_schedule();
    bool stopped = true;
    bool blocked = false;
    for (std::uint32_t m = 0; m < machines_; ++m) {
        stopped = stopped && state.machine.has_stopped(m);
        blocked = blocked || (state.machine.waits(m) && !is_at_limit(state, m));
    }
    const bool goes_on = !openers(setting_, state).empty() || (machines_ == 1 && is_choice(state, 0));
    const auto get_schedule = [this] { return schedule(); };
    if (stopped) {
        listener_.on_stop(state, get_schedule);
    } else if (goes_on) {
        listener_.on_phase(state, get_schedule);
    } else if (blocked && state.machine.is_deadlocked()) {
        listener_.on_deadlock(state, get_schedule);
    } else if (are_spinning(state)) {
        listener_.on_spinning(state, get_schedule);
    }
}

bool Phase::are_spinning(const State& state) const {
    if (!setting_.rests_spinners) return false;
    for (std::uint32_t m = 0; m < machines_; ++m) {
        if (state.machine.has_stopped(m) || (state.machine.waits(m) && !state.machine.can_step(m))) continue;
        if (!state.spins[m].is_spinning()) return false;
        Machine copy = state.machine;
        if (!still_spins(copy, m, program_, setting_.liveness)) return false;
    }
    return true;
}

/// Chooses the next machine to try in the node, and the order of its threads. Returns false if none is left.
bool Phase::choose(Node& node) {
    if (node.machine) {
        if (auto order = node.orders.next()) {
            node.threads = std::move(*order);
            return true;
        }
        node.threads.clear();
        if (!node.open.empty()) return true;
        node.sleeping.push_back({*node.machine, std::move(*node.footprint)});
        node.machine.reset();
    }
    for (std::uint32_t m = 0; m < machines_; ++m) {
        if (!node.wanted[m] ||
            std::ranges::find(node.sleeping, m, &Sleeper::machine) != node.sleeping.end()) {
            continue;
        }
        node.machine = m;
        node.footprint.reset();
        return true;
    }
    return false;
}

// The next of the machine's choices or, with another order of its threads, the same again.
void Phase::take_choice(Node& node, Machine& machine) const {
    if (!node.footprint) {
        node.open = machine.choices(*node.machine);
        std::ranges::reverse(node.open);
        node.chosen.clear();
    }
    if (node.threads.empty() && !node.open.empty()) {
        node.chosen = std::move(node.open.back());
        node.open.pop_back();
    }
    if (!node.chosen.empty()) machine.choose(*node.machine, node.chosen.front());
}

void Phase::take(Node& node) {
    Position at = take_position();
    Machine& machine = at.state.machine;
    const std::uint32_t m = *node.machine;
    take_choice(node, machine);
    const Meeting meeting = meetings_.of(machine, m);
    const Label pc = machine.warp(m).pc;
    const bool is_first = node.threads.empty();
    if (is_first) node.orders = orders_of(machine, m);
    const std::vector<Thread> threads = is_first ? node.chosen : node.threads;
    const std::optional<Machine> before = meetings_.has_activemask() ? std::optional(machine) : std::nullopt;
    const Step step = machine.step(m, nullptr, threads);
    const bool is_done = std::holds_alternative<RuleId>(step);
    if (is_first) node.orders.end(machine, step, program_);

    Event event{m, {}, {}};
    if (pc < program_.end()) event.footprint = footprint_of(machine, step, program_.at(pc));
    if (is_done) event.footprint.drops = setting_.commuting.of(pc);
    if (before) meetings_.add_marks(*before, machine, meeting, event.footprint);
    if (by_ == By::traces) event.past = past_of(event, before_all(at.clocks, meeting.needs), meeting);
    node.footprint = node.footprint ? merged(std::move(*node.footprint), event.footprint) : event.footprint;
    events_.push_back(event);
    turns_.push_back({m, 1, threads, meeting.needs, events_.size() - 1, !is_done});
    if (!is_done) {
        rest_after(at, meeting, step, event.past);
    } else {
        listener_.on_step();
        for (const std::uint32_t n : meeting.steps) at.clocks[n] = event.past;
        if (meeting.steps.size() > 1 || has_changed_memory(machine, m, program_.at(pc))) restart_spin(at, m);
        advance(at, {meeting.steps.rbegin(), meeting.steps.rend()});
        come_to_choice(at, m);
    }
    enter(std::move(at));
}

/// Whether the order of the threads may matter in the machine's next step.
bool Phase::has_orders(const Machine& machine, std::uint32_t m) const {
    const Warp& warp = machine.warp(m);
    if (warp.active.size() < 2 || warp.pc >= program_.end()) return false;
    return info(program_.at(warp.pc).opcode).memory == MemoryUse::updates && !setting_.commuting.of(warp.pc);
}

/// The orders of the machine's next step that can be distinguished.
Orders Phase::orders_of(const Machine& machine, std::uint32_t m) const {
    if (!has_orders(machine, m)) return {};
    const Warp& warp = machine.warp(m);
    const Instruction& i = program_.at(warp.pc);
    return {machine, m, program_, !setting_.liveness.at(warp.pc + 1)[i.destination]};
}

/// Whether nothing else will be tried in the last node, in a search by states.
bool Phase::is_last(const Node& node) const {
    const auto is_open = [&](std::uint32_t m) {
        return node.wanted[m] && m != *node.machine &&
               std::ranges::find(node.sleeping, m, &Sleeper::machine) == node.sleeping.end();
    };
    const auto machines = std::views::iota(std::uint32_t{0}, static_cast<std::uint32_t>(machines_));
    return by_ == By::states && node.threads.empty() && std::ranges::none_of(machines, is_open);
}

/// The position of the last node: its state is stored, or recomputed from the last stored one. The stored one
/// is taken if it is not needed again: for other orders, or to recompute those of later nodes.
Phase::Position Phase::take_position() {
    const std::size_t node = nodes_.size() - 1;
    const bool is_stored = node + 1 == states_.size() && states_.size() < setting_.snapshots;
    if (is_stored && is_last(nodes_[node]) && !has_orders(states_[node], *nodes_[node].machine) &&
        states_[node].choices(*nodes_[node].machine).empty())
        return {{std::move(states_[node]), std::move(nodes_[node].rests), std::move(nodes_[node].spins)},
                std::move(nodes_[node].clocks)};
    return position_of(node);
}

Phase::Position Phase::position_of(std::size_t node) const {
    const std::size_t kept = std::min(node, states_.size() - 1);
    Position at{{states_[kept], nodes_[node].rests, nodes_[node].spins}, nodes_[node].clocks};
    for (std::size_t i = nodes_[kept].turns; i < nodes_[node].turns; ++i) {
        const Turns& turns = turns_[i];
        for (std::uint64_t k = 0; k < turns.count && !turns.fails; ++k) {
            static_cast<void>(at.state.machine.step(turns.machine, nullptr,
                                                    k == 0 ? turns.threads : std::vector<Thread>()));
        }
    }
    return at;
}

// ---- races

/// What happens before the next step of one of these machines.
Phase::Past Phase::before_all(const std::vector<Clock>& clocks,
                              const std::vector<std::uint32_t>& machines) const {
    Past past(machines_, 0);
    for (const std::uint32_t m : machines) {
        if (clocks[m] == nullptr) continue;
        for (std::size_t n = 0; n < machines_; ++n) past[n] = std::max(past[n], (*clocks[m])[n]);
    }
    return past;
}

/// What happens before the next step after a new event; `past`: before it in its machines.
Phase::Clock Phase::past_of(const Event& event, Past past, const Meeting& meeting) {
    past = order(event, std::move(past));
    for (const std::uint32_t n : meeting.steps) past[n] = events_.size() + 1;
    return std::make_shared<const Past>(std::move(past));
}

/// What happens before a new event; `past`: before it in its machines. Where the new event races with an
/// earlier one (no other event orders them), a node must also try the reverse order.
Phase::Past Phase::order(const Event& event, Past past) {
    for (std::size_t i = events_.size(); i-- > 0;) {
        const Event& before = events_[i];
        if (past[before.machine] > i) continue;
        if (!setting_.depend(before.footprint, event.footprint)) continue;
        if (!meetings_.has_activemask()) want_before(i, event, past);
        for (std::size_t m = 0; m < machines_; ++m) past[m] = std::max(past[m], (*before.past)[m]);
    }
    return past;
}

/// Makes node `first` try a machine with which the second event of a race can come before the first. The
/// candidates are the initials of v: v is the events after the first that do not happen after it, then the
/// second; an initial can come first in v. `past` is what happens before the second, except before the first.
void Phase::want_before(std::size_t first, const Event& second, const Past& past) {
    Node& node = nodes_[first];
    const std::uint32_t first_machine = events_[first].machine;
    std::vector<std::size_t> begun(machines_, SIZE_MAX);  // each machine's first event in v
    std::optional<std::uint32_t> initial;
    const auto add = [&](std::uint32_t machine, std::size_t number, const Past& before) {
        bool is_initial = true;
        for (std::size_t m = 0; m < machines_ && is_initial; ++m) {
            is_initial = begun[m] == SIZE_MAX || before[m] <= begun[m];
        }
        begun[machine] = std::min(begun[machine], number);
        if (is_initial && !initial) initial = machine;
        return is_initial && node.wanted[machine];
    };
    for (std::size_t k = first + 1; k < events_.size(); ++k) {
        const Event& event = events_[k];
        if ((*event.past)[first_machine] > first) continue;
        if (add(event.machine, k, *event.past)) return;
    }
    if (add(second.machine, events_.size(), past)) return;
    node.wanted[*initial] = true;
}

// ---- schedules

void Phase::append_turns(Schedule& schedule, const Turns& turns) const {
    ScheduledSteps steps = steps_of_machine(program_, turns.machine);
    steps.count = turns.count;
    steps.threads = turns.threads;
    append(schedule, steps);
}

/// All steps of the phase.
Schedule Phase::schedule() const {
    Schedule result;
    for (const Turns& turns : turns_) {
        if (!turns.fails) append_turns(result, turns);
    }
    return result;
}

/// The steps that happen before the last turn, and that turn, in which a machine comes to rest. `past` are
/// the events that do. A search by states does not record them: then all steps, and that turn.
Schedule Phase::schedule_to_last(const Clock& past) const {
    if (by_ == By::states) {
        Schedule all = schedule();
        append_turns(all, turns_.back());
        return all;
    }
    std::vector<bool> needed(machines_, false);  // of each machine, whether a later turn is
    std::vector<const Turns*> chosen;
    for (std::size_t i = turns_.size(); i-- > 0;) {
        const Turns& turns = turns_[i];
        const bool is_last = i + 1 == turns_.size();
        if (turns.fails && !is_last) continue;
        const bool is_needed =
            is_last ||
            (turns.event ? past != nullptr && (*past)[turns.machine] > *turns.event
                         : std::ranges::any_of(turns.needs, [&](std::uint32_t m) { return needed[m]; }));
        if (!is_needed) continue;
        chosen.push_back(&turns);
        for (const std::uint32_t m : turns.needs) needed[m] = true;
    }
    Schedule result;
    for (auto turns = chosen.rbegin(); turns != chosen.rend(); ++turns) append_turns(result, **turns);
    return result;
}

}  // namespace musimd::explore
