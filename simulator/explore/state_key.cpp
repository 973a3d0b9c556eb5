#include "simulator/explore/state_key.hpp"

#include "simulator/explore/key.hpp"
#include "simulator/schedule.hpp"

namespace musimd::explore {

std::string machine_key(const Machine& machine, std::uint32_t m, const Program& program,
                        const Liveness& liveness, bool with_steps) {
    Key key;
    const Warp& warp = machine.warp(m);
    key.number(warp.pc);
    if (with_steps) key.number(warp.steps);
    key.number((machine.has_stopped(m) ? 2 : 0) + (machine.waits(m) ? 1 : 0));
    key.number(warp.opened);
    key.threads(warp.active);
    key.threads(warp.exited);
    const Thread first = steps_of_machine(program, m).lane.value_or(0);
    const models::GroupWarp* groups = machine.group_warp(m);
    if (groups != nullptr) {
        key.bank(warp.bank, first, liveness.of(*groups));
        key.groups(groups->groups);
        for (const models::SavedGroups& saved : groups->saved) {
            key.groups(saved.groups);
            key.number(saved.place);
        }
        key.threads(groups->stopped);
    } else {
        key.bank(warp.bank, first, liveness.of(warp, machine.has_stopped(m), first));
        key.stack(warp.sync_stack);
    }
    key.stack(warp.context_stack);
    return key.take();
}

std::string memory_key(const Machine& machine) {
    Key key;
    key.memory(machine.memory());
    return key.take();
}

std::string history_key(const Machine& machine) {
    Key key;
    std::vector<std::uint64_t> numbers;
    if (machine.history() != nullptr) machine.history()->append_to(numbers);
    for (const std::uint64_t n : numbers) key.number(n);
    return key.take();
}

std::string state_key(const Machine& machine, const Program& program, const Liveness& liveness) {
    std::string key;
    for (std::uint32_t m = 0; m < machine.machines(); ++m) key += machine_key(machine, m, program, liveness);
    return key + memory_key(machine);
}

std::string result_key(const Result& result, const Program& program) {
    Key key;
    key.number(static_cast<int>(result.outcome));
    if (result.outcome == Outcome::stop) {
        for (std::uint32_t w = 0; w < program.warps; ++w) {
            key.threads(result.warps[w].active);
            key.threads(result.warps[w].exited);
            key.bank(result.warps[w].bank, false);
        }
        key.memory(result.memory);
        for (const Memory& shared : result.shared) {
            key.string("shared");
            key.memory(shared);
        }
    }
    if (result.limit) key.number(static_cast<int>(result.limit->reason));
    if (result.trap) {
        key.number(static_cast<int>(result.trap->kind));
        key.number(static_cast<int>(result.trap->rule));
        key.number(result.trap->pc);
        key.number(result.trap->warp);
        for (const Thread t : result.trap->threads) key.number(t);
        // A race may name any of several earlier accesses; which is the last depends on the schedule only.
        const std::string& message = result.trap->message;
        key.string(result.trap->other ? message.substr(0, message.find(':')) : message);
        for (const Waiting& who : result.trap->waiting) key.waiting(who);
    }
    return key.take();
}

std::string outcome_key(const Result& result, const Program& program) {
    if (!result.trap) return result_key(result, program);
    Key key;
    key.number(static_cast<int>(result.outcome));
    key.number(static_cast<int>(result.trap->kind));
    key.number(result.trap->line);
    return key.take();
}

}  // namespace musimd::explore
