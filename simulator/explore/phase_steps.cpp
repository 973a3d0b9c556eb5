#include <algorithm>

#include "simulator/explore/phase.hpp"

// What a machine does up to its next choice (points 2, 3 and 5 of phase.hpp).

namespace musimd::explore {

// Whether others may notice when the machine, which does not wait, takes its next step, or it has a choice.
bool Phase::is_visible(const State& state, std::uint32_t m) const {
    const Label pc = state.machine.warp(m).pc;
    return (pc < program_.end() && uses_memory(program_.at(pc))) ||
           meetings_.is_activemask(state.machine, m) || meetings_.is_near(state.machine, m) ||
           !state.machine.choices(m).empty();
}

// Whether the machine has a next step that is not done at once. A step of several is one of the lowest.
bool Phase::is_choice(const State& state, std::uint32_t m) const {
    if (state.rests[m] || !state.machine.can_step(m)) return false;
    if (!meetings_.has_activemask()) return !state.machine.waits(m);
    if (state.machine.waits(m) && program_.at(state.machine.warp(m).pc).opcode == Opcode::barrier)
        return false;
    const Meeting meeting = meetings_.of(state.machine, m);
    if (meetings_.is_opening(state.machine, m)) return !is_at_limit(state, m);
    return meeting.steps.front() == m &&
           std::ranges::none_of(meeting.steps, [&](std::uint32_t n) { return is_at_limit(state, n); });
}

/// Runs these machines, and those that they release, up to their next choice.
void Phase::advance(Position& at, std::vector<std::uint32_t> machines) {
    while (!machines.empty()) {
        const std::uint32_t m = machines.back();
        machines.pop_back();
        run_alone(at, m);
        const bool waits = at.state.machine.waits(m) && !at.state.rests[m];
        if (waits) run_together(at, m, machines);
        if (waits || (!at.state.rests[m] && !at.state.machine.has_stopped(m))) continue;
        // Others may have waited for it to stop, or to come.
        const std::uint32_t block = at.state.machine.warp(m).block;
        for (std::uint32_t n = 0; n < machines_; ++n) {
            if (at.state.machine.warp(n).block == block && at.state.machine.waits(n))
                run_together(at, n, machines);
        }
    }
}

/// Runs the machine up to its next visible step, or until it waits.
void Phase::run_alone(Position& at, std::uint32_t m) {
    Machine& machine = at.state.machine;
    std::uint64_t steps = 0;
    const auto log = [&] {
        if (steps > 0) turns_.push_back({.machine = m, .count = steps, .needs = {m}});
    };
    while (!at.state.rests[m] && !machine.has_stopped(m)) {
        if (is_at_limit(at.state, m)) {
            log();
            return rest(at, m, LimitReason::steps, at.clocks[m]);
        }
        if (machine.waits(m) || is_visible(at.state, m)) break;
        const Step step = machine.step(m);
        if (!std::holds_alternative<RuleId>(step)) {
            log();
            return rest_after(at, {m, {m}, {m}}, step, at.clocks[m]);
        }
        listener_.on_step();
        ++steps;
    }
    log();
}

/// What the machine waits for, if it has come: adds the machines that can go on then.
void Phase::run_together(Position& at, std::uint32_t m, std::vector<std::uint32_t>& released) {
    Machine& machine = at.state.machine;
    const bool is_barrier = program_.at(machine.warp(m).pc).opcode == Opcode::barrier;
    if (at.state.rests[m] || is_barrier || !machine.can_step(m)) return;
    const Meeting meeting = meetings_.of(machine, m);
    // A group steps together; of those at a block barrier one opens it.
    const bool is_group = !meetings_.is_opening(machine, m);
    const auto is_limited = [&](std::uint32_t n) { return is_at_limit(at.state, n); };
    if (is_limited(m) || (is_group && std::ranges::any_of(meeting.steps, is_limited))) return;
    if (meetings_.is_near(machine, meeting)) return;
    const Clock past =
        by_ == By::traces ? std::make_shared<const Past>(before_all(at.clocks, meeting.needs)) : nullptr;
    const Step step = machine.step(m);
    if (!std::holds_alternative<RuleId>(step)) return rest_after(at, meeting, step, past);
    listener_.on_step();
    turns_.push_back({.machine = m, .needs = meeting.needs});
    for (const std::uint32_t n : meeting.steps) {
        at.clocks[n] = past;
        restart_spin(at, n);
        released.push_back(n);
    }
}

void Phase::restart_spin(Position& at, std::uint32_t m) const {
    if (setting_.rests_spinners) at.state.spins[m].restart();
}

/// After a step of the machine: it rests if it spins.
void Phase::come_to_choice(Position& at, std::uint32_t m) const {
    if (!setting_.rests_spinners || !is_choice(at.state, m)) return;
    Spin& spin = at.state.spins[m];
    spin.come_to(place_of(at.state.machine, m, program_, setting_.liveness));
    if (spin.is_spinning()) at.state.rests[m] = true;
}

/// The machine has a turn that is not a step; `past` is what happens before it.
void Phase::rest(Position& at, std::uint32_t m, const Rest& rest, const Clock& past) {
    at.state.rests[m] = true;
    const bool is_logged = !turns_.empty() && turns_.back().fails && turns_.back().machine == m;
    if (!is_logged) turns_.push_back({.machine = m, .needs = {m}, .fails = true});
    listener_.on_rest(rest, [&] { return schedule_to_last(past); });
}

/// The step was not done.
void Phase::rest_after(Position& at, const Meeting& meeting, const Step& step, const Clock& past) {
    const std::uint32_t m = meeting.machine;
    const auto* failure = std::get_if<Failure>(&step);
    if (failure == nullptr) return rest(at, m, LimitReason::stacks, past);
    Machine& machine = at.state.machine;
    if (!machine.waits(m)) return rest(at, m, *machine.trap(), past);
    // A count that does not fit is reported for the machine that opens the barrier.
    const bool is_of_opener = failure->kind == TrapKind::overflow && meetings_.is_opening(machine, m);
    for (const std::uint32_t n : meeting.steps) {
        if (at.state.rests[n] || is_at_limit(at.state, n) || (n != m && !is_of_opener)) continue;
        static_cast<void>(machine.step(n));
        Machine ended = machine;
        turns_.push_back({.machine = n, .needs = meeting.needs, .fails = true});
        rest(at, n, *ended.result(Outcome::trap).trap, past);
    }
    for (const std::uint32_t n : meeting.steps) at.state.rests[n] = true;
}

}  // namespace musimd::explore
