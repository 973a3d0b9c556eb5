#include "semantics/sync_machine.hpp"

#include <algorithm>

#include "semantics/first_state.hpp"
#include "semantics/printed_rules.hpp"

namespace musimd {

SyncMachine::SyncMachine(const Program& program, MachineOptions options)
    : program_(program),
      options_(options),
      blocks_(program.has_blocks() ? program.grid : 1),
      memory_(program, options, is_volta() ? RaceMode::thread : program.races) {
    for (std::uint32_t w = 0; w < program.warps; ++w) {
        const Thread lanes = program.lanes_of(w);
        if (is_volta()) {
            for (Thread t = 0; t < lanes; ++t) {
                ThreadSet self;
                self.insert(t);
                add_machine(w, self, self, Bank::of_thread(t, program.variables.size()));
            }
        } else {
            const ThreadSet all = ThreadSet::all(lanes);
            add_machine(w, all, program.has_blocks() ? all : program.active,
                        Bank(program.threads, program.variables.size()));
        }
    }
    stages_.assign(warps_.size(), Stage::running);
    round_of_.assign(warps_.size(), 0);
    alive_ = machines();
    for (std::uint32_t m = 0; m < machines(); ++m) settle(m);
}

void SyncMachine::add_machine(std::uint32_t number, const ThreadSet& all, const ThreadSet& active,
                              Bank bank) {
    Warp& warp = warps_.emplace_back(warp_of(program_, number, options_.max_address + 1));
    warp.all = all;
    warp.active = active;
    warp.bank = std::move(bank);
    blocks_[warp.block].alive += 1;
}

// ---- the grid: machines take turns of one step

Result SyncMachine::run(Observer* observer) {
    std::vector<std::uint32_t> order(machines());
    for (std::uint32_t m = 0; m < machines(); ++m) order[m] = m;
    for (std::uint64_t number = 0; alive_ > 0; ++number) {
        if (order.size() != alive_) {
            std::erase_if(order, [this](std::uint32_t m) { return has_stopped(m); });
        }
        if (order.size() > 1 && (number == 0 || options_.order == Order::random)) {
            order_warps(options_.order, options_.seed, number, order);
        }
        round_ = number + 1;
        if (const auto outcome = round(order, observer)) return result(*outcome);
    }
    return result(Outcome::stop);
}

std::optional<Outcome> SyncMachine::round(const std::vector<std::uint32_t>& order, Observer* observer) {
    for (const std::uint32_t m : order) {
        if (options_.is_interrupted()) return Outcome::interrupted;
        if (round_of_[m] == round_) continue;  // it has stepped with others
        if (const auto outcome = turn(m, observer)) return outcome;
    }
    return std::nullopt;
}

// The cases of section 11, "Turns", in their order.
std::optional<Outcome> SyncMachine::turn(std::uint32_t machine, Observer* observer) {
    if (warps_[machine].steps >= options_.max_steps) return reach_limit(LimitReason::steps, machine);
    if (!can_step(machine)) {
        if (is_deadlocked()) return deadlock(observer);
        if (observer != nullptr) observer->on_wait(warps_[machine].number);
        return std::nullopt;
    }
    const Instruction* i = next(machine);
    if (is_volta() && i != nullptr && (is_collective(i->opcode) || i->opcode == Opcode::activemask)) {
        for (const std::uint32_t m : joint(machine)) {  // they step together
            if (warps_[m].steps >= options_.max_steps) return reach_limit(LimitReason::steps, m);
        }
    }
    const Step done = step(machine, observer);
    if (std::holds_alternative<Failure>(done)) return Outcome::trap;
    if (std::holds_alternative<StackLimit>(done)) return reach_limit(LimitReason::stacks, machine);
    return std::nullopt;
}

Outcome SyncMachine::reach_limit(LimitReason reason, std::uint32_t machine) {
    const Warp& warp = warps_[machine];
    limit_ = limit_at(reason, warp.number, warp.steps, warp.pc, program_);
    return Outcome::limit;
}

// ---- one step

Step SyncMachine::step(std::uint32_t machine, Observer* observer, std::span<const Thread> order) {
    memory_.effects().clear();
    bool opens = false;
    if (stages_[machine] == Stage::waiting) {
        const Wait wait = awaits(warps_[machine]);
        if (wait == Wait::barrier) open_barrier();
        if (wait == Wait::block_barrier) {
            opens = true;
            if (auto failed = open_block_barrier(machine))
                return fail(failed->machine, std::move(failed->failure), observer);
        }
    }
    const Instruction* i = next(machine);
    if (i != nullptr && is_collective(i->opcode)) return collective_step(machine, observer);
    if (i != nullptr && i->opcode == Opcode::activemask) return active_mask_step(machine, observer);
    return single_step(machine, observer, order, opens);
}

Step SyncMachine::single_step(std::uint32_t machine, Observer* observer, std::span<const Thread> order,
                              bool opens) {
    const Before state = before(machine, observer);
    RuleSet rules;
    const Step done = apply_rule(warps_[machine], rules, order);
    if (const auto* failure = std::get_if<Failure>(&done)) return fail(machine, *failure, observer);
    if (std::holds_alternative<StackLimit>(done)) return done;
    after(machine, state, std::get<RuleId>(done), rules, observer, 0, opens);
    return done;
}

// The next instruction is a collective; under `volta` its group is complete, or the machine's own checks
// fail.
Step SyncMachine::collective_step(std::uint32_t machine, Observer* observer) {
    const std::vector<Participant> threads = participants(machine);
    const std::uint32_t warp = warps_[machine].number;
    auto done = collective(threads, present(warp), program_);
    if (!done) {
        const Participant& t = threads[done.error().participant];
        return fail(machine_of(warp, t.lane), with_report(std::move(done.error().failure), t), observer);
    }
    warn_of_exited(machine, done->named);
    std::vector<Before> states;
    const std::vector<std::uint32_t> machines = joint(machine);
    for (const std::uint32_t m : machines) states.push_back(before(m, observer));
    for (const RegisterWrite& write : done->registers) {
        Warp& writer = warps_[machine_of(warp, write.thread)];
        GridMemory::assign(writer, writer.pc, program_.at(writer.pc), write);
    }
    if (next(machine)->opcode == Opcode::syncwarp && memory_.history()) {
        // Lanes of the mask that have exited take part.
        const ThreadSet lanes = ThreadSet::all(program_.lanes_of(warp));
        for (const Participant& t : threads) {
            const ThreadSet mask = *mask_of(t, program_);
            if (present_in(mask, present(warp)).front() == t.lane)
                memory_.history()->meet(warp, present_in(mask, lanes));
        }
    }
    const auto groups = static_cast<std::uint32_t>(done->groups.size());
    for (std::size_t i = 0; i < machines.size(); ++i) {
        if (is_volta()) waiting_ -= 1;
        warps_[machines[i]].pc += 1;
        after(machines[i], states[i], RuleId::IT, done->rules, observer, i == 0 ? groups : 0);
    }
    return RuleId::IT;
}

// All threads that `activemask` sees step together.
Step SyncMachine::active_mask_step(std::uint32_t machine, Observer* observer) {
    const std::vector<std::uint32_t> machines = joint(machine);
    ThreadSet together;
    for (const std::uint32_t m : machines) together |= warps_[m].active;
    for (const std::uint32_t m : machines) {
        const Before state = before(m, observer);
        Warp& warp = warps_[m];
        const Effects effects = active_mask(warp.active, together, program_.word);
        for (const RegisterWrite& write : effects.registers)
            GridMemory::assign(warp, warp.pc, program_.at(warp.pc), write);
        warp.pc += 1;
        after(m, state, RuleId::IT, effects.rules, observer);
    }
    return RuleId::IT;
}

Step SyncMachine::fail(std::uint32_t machine, Failure failure, Observer* observer) {
    trap_ = explain(failure, warps_[machine], program_);
    if (observer != nullptr) tell_trap(*trap_, warps_[machine], program_, steps_, *observer);
    return failure;
}

SyncMachine::Before SyncMachine::before(std::uint32_t machine, const Observer* observer) const {
    const Warp& warp = warps_[machine];
    if (observer == nullptr) return {warp.pc, {}, {}, {}, 0};
    const Instruction* i = next(machine);
    const bool opens = i != nullptr && i->opcode == Opcode::everywhere;
    const std::size_t idle = opens ? warp.all.size() - warp.active.size() : 0;
    return {warp.pc, warp.active, warp.sync_stack, warp.context_stack, idle};
}

// A step of the machine by this rule is done.
void SyncMachine::after(std::uint32_t machine, const Before& before, RuleId rule, RuleSet rules,
                        Observer* observer, std::uint32_t groups, bool opens) {
    Warp& warp = warps_[machine];
    rules.insert(rule);
    ++warp.steps;
    ++steps_;
    round_of_[machine] = round_;
    if (rule == RuleId::STOP || (rule == RuleId::EX && warp.active.empty())) {
        stages_[machine] = Stage::stopped;
        --alive_;
        --blocks_[warp.block].alive;
    } else {
        settle(machine);
    }
    if (observer == nullptr) return;
    observer->on_step({program_, steps_, warp.number, before.pc, rule, rules, before.active,
                       before.sync_stack, before.context_stack, warp.sync_stack.size(),
                       warp.context_stack.size(), memory_.effects().accesses,
                       rule == RuleId::EB ? before.idle : 0, groups, opens});
}

Step SyncMachine::apply_rule(Warp& warp, RuleSet& rules, std::span<const Thread> order) {
    if (warp.pc >= program_.end()) {
        return Failure{.kind = TrapKind::pc_out_of_program, .rule = RuleId::IT, .all_active = true};
    }
    const Instruction& instruction = program_.at(warp.pc);
    if (info(instruction.opcode).family == Family::data)
        return memory_.IT(warp, options_, instruction, rules, order);
    return options_.printed.empty()
               ? control(warp, program_, warp.all, instruction, rules)
               : printed::control(options_.printed, warp, program_, warp.all, instruction, rules);
}

// ---- the end

Result SyncMachine::result(Outcome outcome) {
    Result result;
    result.outcome = outcome;
    result.steps = steps_;
    result.warps.resize(program_.warps);
    for (std::uint32_t m = 0; m < machines(); ++m) add_to(result.warps[warps_[m].number], m);
    take_memory(std::move(memory_.words()), program_, options_.max_address + 1, result);
    result.trap = std::move(trap_);
    result.limit = limit_;
    result.warnings = std::move(warnings_);
    return result;
}

// Θ and β of a warp; under `volta`, of all of its threads.
void SyncMachine::add_to(WarpResult& result, std::uint32_t machine) {
    Warp& warp = warps_[machine];
    result.active |= warp.active;
    result.exited |= warp.exited;
    if (!is_volta()) {
        result.bank = std::move(warp.bank);
        return;
    }
    if (result.bank.threads() == 0) result.bank = Bank(program_.threads, program_.variables.size());
    for (Variable v = 0; v < program_.variables.size(); ++v) {
        const Thread t = machine - machine_of(warp.number, 0);
        if (const Value* c = warp.bank.find(t, v)) result.bank.set(t, v, *c);
    }
}

Result SyncMachine::limited(LimitReason reason, std::uint32_t machine) {
    return result(reach_limit(reason, machine));
}

}  // namespace musimd
