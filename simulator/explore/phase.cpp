#include "simulator/explore/phase.hpp"

#include <algorithm>

namespace musimd::explore {

// ---- steps

bool Phase::is_ready(const State& state, std::uint32_t warp) const {
    return !state.rests[warp] && !state.machine.has_stopped(warp) && !state.machine.waits(warp);
}

const Instruction* Phase::next_instruction(const State& state, std::uint32_t warp) const {
    const Label pc = state.machine.warp(warp).pc;
    return pc < program_.end() ? &program_.at(pc) : nullptr;
}

// The first warp that can opens the barrier at which the phase begins; it does not matter which.
void Phase::begin(State& state) {
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        if (state.rests[w] || state.machine.has_stopped(w)) continue;
        const bool opens = state.machine.waits(w) && state.machine.can_step(w);
        if (opens && state.machine.warp(w).steps < options_.max_steps) {
            state.machine.step(w);
            initial_[w] = 1;
        }
        advance(state, w, initial_[w]);
    }
}

/// Runs the warp up to its next step that uses Σ, and counts the steps.
void Phase::advance(State& state, std::uint32_t w, std::uint64_t& steps) {
    while (!state.rests[w] && !state.machine.has_stopped(w)) {
        if (state.machine.warp(w).steps >= options_.max_steps) return rest(state, w, LimitReason::steps);
        if (state.machine.waits(w)) return;
        const Instruction* next = next_instruction(state, w);
        if (next != nullptr && uses_memory(*next)) return;
        const Step step = state.machine.step(w);
        if (!std::holds_alternative<RuleId>(step)) return rest_after(state, w, step);
        ++steps;
    }
}

void Phase::rest(State& state, std::uint32_t w, const Rest& rest) {
    state.rests[w] = true;
    listener_.on_rest(rest, [&] { return schedule_to(w); });
}

/// The step was not done.
void Phase::rest_after(State& state, std::uint32_t w, const Step& step) {
    const auto* failure = std::get_if<Failure>(&step);
    if (failure == nullptr) return rest(state, w, LimitReason::stacks);
    rest(state, w, explain(*failure, state.machine.warp(w), program_));
}

// ---- the search

void Phase::search(State state) {
    begin(state);
    enter(std::move(state));
    while (!nodes_.empty()) {
        const bool more = choose(nodes_.back());
        events_.resize(nodes_.size() - 1);
        if (!more) {
            nodes_.pop_back();
            if (states_.size() > nodes_.size()) states_.pop_back();
            continue;
        }
        if (!listener_.goes_on(bytes())) return;
        take(nodes_.back());
    }
}

/// Enters a state; adds a node if there is a choice.
void Phase::enter(State state) {
    Node node;
    node.wanted.assign(program_.warps, false);
    if (!nodes_.empty()) {
        for (const Sleeper& sleeper : nodes_.back().sleeping) {
            if (!are_dependent(sleeper.footprint, events_.back().footprint)) node.sleeping.push_back(sleeper);
        }
    }
    bool ready = false;
    std::optional<std::uint32_t> awake;
    for (std::uint32_t w = 0; w < program_.warps && !awake; ++w) {
        if (!is_ready(state, w)) continue;
        ready = true;
        if (std::ranges::find(node.sleeping, w, &Sleeper::warp) == node.sleeping.end()) awake = w;
    }
    const bool lone_step = program_.warps == 1 && !nodes_.empty();
    if (!ready || lone_step) return end(state);
    if (!awake) return;  // this trace has been explored
    node.wanted[*awake] = true;
    nodes_.push_back(std::move(node));
    if (states_.size() + 1 == nodes_.size() && states_.size() < snapshots_)
        states_.push_back(std::move(state));
}

void Phase::end(State& state) {
    listener_.on_schedule();
    bool stopped = true;
    bool goes_on = false;
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        stopped = stopped && state.machine.has_stopped(w);
        goes_on = goes_on || (!state.rests[w] && state.machine.can_step(w));
    }
    const auto get_schedule = [this] { return schedule(); };
    if (stopped) {
        listener_.on_stop(state, get_schedule);
    } else if (goes_on) {
        listener_.on_phase(state, get_schedule);
    }
}

/// Chooses the next warp to try in the node, and the order of its threads. Returns false if none is left.
bool Phase::choose(Node& node) {
    if (node.warp) {
        if (auto order = node.orders.next()) {
            node.threads = std::move(*order);
            return true;
        }
        node.sleeping.push_back({*node.warp, events_[nodes_.size() - 1].footprint});
        node.warp.reset();
    }
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        if (!node.wanted[w] || std::ranges::find(node.sleeping, w, &Sleeper::warp) != node.sleeping.end()) {
            continue;
        }
        node.warp = w;
        node.threads.clear();
        return true;
    }
    return false;
}

void Phase::take(Node& node) {
    State state = state_of(nodes_.size() - 1);
    const std::uint32_t w = *node.warp;
    const Instruction& instruction = *next_instruction(state, w);
    const ThreadSet active = state.machine.warp(w).active;
    const Step step = state.machine.step(w, nullptr, node.threads);

    Event event;
    event.warp = w;
    event.threads = node.threads;
    event.footprint = footprint_of(state.machine, step, instruction);
    event.past = order(event);
    if (node.threads.empty()) {
        node.orders = info(instruction.opcode).memory == MemoryUse::updates
                          ? Orders(state.machine, step, program_, instruction, active)
                          : Orders();
    }
    events_.push_back(std::move(event));
    if (!std::holds_alternative<RuleId>(step)) {
        rest_after(state, w, step);
    } else {
        events_.back().steps = 1;
        advance(state, w, events_.back().steps);
    }
    events_.back().rests = state.rests[w];
    enter(std::move(state));
}

/// The state of a node: stored, or recomputed from the last stored one.
State Phase::state_of(std::size_t node) const {
    const std::size_t kept = std::min(node, states_.size() - 1);
    State state = states_[kept];
    for (std::size_t i = kept; i < node; ++i) {
        const Event& event = events_[i];
        for (std::uint64_t k = 0; k < event.steps; ++k) {
            state.machine.step(event.warp, nullptr, k == 0 ? event.threads : std::vector<Thread>());
        }
        state.rests[event.warp] = event.rests;
    }
    return state;
}

// ---- races

/// The past of the warp's last event.
const Phase::Past& Phase::past_of(std::uint32_t warp) const {
    const auto last = std::find_if(events_.rbegin(), events_.rend(),
                                   [warp](const Event& event) { return event.warp == warp; });
    return last == events_.rend() ? none_ : last->past;
}

/// What happens before a new event, the event included. Where the new event races with an earlier one (no
/// other event orders them), a node must also try the reverse order.
Phase::Past Phase::order(const Event& event) {
    Past past = past_of(event.warp);
    for (std::size_t i = events_.size(); i-- > 0;) {
        const Event& before = events_[i];
        if (before.warp == event.warp || past[before.warp] > i) continue;
        if (!are_dependent(before.footprint, event.footprint)) continue;
        want_before(i, event, past);
        for (std::uint32_t w = 0; w < program_.warps; ++w) past[w] = std::max(past[w], before.past[w]);
    }
    past[event.warp] = events_.size() + 1;
    return past;
}

/// Makes node `first` try a warp with which the second event of a race can come before the first. The
/// candidates are the initials of v: v is the events after the first that do not happen after it, then the
/// second; an initial can come first in v. `past` is what happens before the second, except before the first.
void Phase::want_before(std::size_t first, const Event& second, const Past& past) {
    Node& node = nodes_[first];
    const std::uint32_t first_warp = events_[first].warp;
    std::vector<std::size_t> begun(program_.warps, SIZE_MAX);  // each warp's first event in v
    std::optional<std::uint32_t> initial;
    const auto add = [&](std::uint32_t warp, std::size_t number, const Past& before) {
        bool is_initial = true;
        for (std::uint32_t w = 0; w < program_.warps && is_initial; ++w) {
            is_initial = begun[w] == SIZE_MAX || before[w] <= begun[w];
        }
        begun[warp] = std::min(begun[warp], number);
        if (is_initial && !initial) initial = warp;
        return is_initial && node.wanted[warp];
    };
    for (std::size_t k = first + 1; k < events_.size(); ++k) {
        const Event& event = events_[k];
        if (event.past[first_warp] > first) continue;
        if (add(event.warp, k, event.past)) return;
    }
    if (add(second.warp, events_.size(), past)) return;
    node.wanted[*initial] = true;
}

// ---- schedules

/// All steps of the phase.
Schedule Phase::schedule() const {
    Schedule result;
    for (std::uint32_t w = 0; w < program_.warps; ++w) append(result, {.warp = w, .count = initial_[w]});
    for (const Event& event : events_) {
        if (event.steps == 0) continue;
        append(result, {.warp = event.warp, .count = 1, .threads = event.threads});
        append(result, {.warp = event.warp, .count = event.steps - 1});
    }
    return result;
}

/// The steps that happen before the warp's next turn, and that turn, in which it comes to rest.
Schedule Phase::schedule_to(std::uint32_t warp) const {
    Schedule result;
    const Past& past = past_of(warp);
    for (std::uint32_t w = 0; w < program_.warps; ++w) {
        if (w == warp || past[w] > 0) append(result, {.warp = w, .count = initial_[w]});
    }
    for (std::size_t i = 0; i < events_.size(); ++i) {
        const Event& event = events_[i];
        if (past[event.warp] <= i) continue;
        const bool is_last = event.steps == 0 && event.warp == warp;
        if (event.steps == 0 && !is_last) continue;
        append(result, {.warp = event.warp, .count = 1, .threads = event.threads});
        if (is_last) return result;
        append(result, {.warp = event.warp, .count = event.steps - 1});
    }
    append(result, {.warp = warp, .count = 1});
    return result;
}

}  // namespace musimd::explore
