#include <algorithm>

#include "isa/printer.hpp"
#include "semantics/openings.hpp"
#include "semantics/sync_machine.hpp"

// What machines wait for (section 11): barriers, block barriers and, under `volta`, collectives.

namespace musimd {

// ---- threads and machines

const Instruction* SyncMachine::next(std::uint32_t machine) const {
    const Label pc = warps_[machine].pc;
    return pc < program_.end() ? &program_.at(pc) : nullptr;
}

std::uint32_t SyncMachine::machine_of(std::uint32_t warp, Thread lane) const {
    if (!is_volta()) return warp;
    const std::uint64_t before = program_.block_of(warp) * program_.threads_per_block();
    return static_cast<std::uint32_t>(before) + warp % program_.warps_per_block() * program_.threads + lane;
}

// The lanes of the warp that exist and have not exited; those of a machine that has stopped count as exited.
ThreadSet SyncMachine::present(std::uint32_t warp) const {
    if (!is_volta()) return has_stopped(warp) ? ThreadSet() : warps_[warp].all;
    ThreadSet lanes;
    const std::uint32_t first = machine_of(warp, 0);
    for (Thread t = 0; t < program_.lanes_of(warp); ++t) {
        if (!has_stopped(first + t)) lanes.insert(t);
    }
    return lanes;
}

// The lanes of the warp that exist and have exited.
ThreadSet SyncMachine::gone(std::uint32_t warp) const {
    ThreadSet lanes = ThreadSet::all(program_.lanes_of(warp));
    present(warp).for_each([&](Thread t) { lanes.erase(t); });
    return lanes;
}

std::vector<std::uint32_t> SyncMachine::joint(std::uint32_t machine) const {
    const Instruction* i = next(machine);
    std::vector<std::uint32_t> machines;
    const std::uint32_t warp = warps_[machine].number;
    if (is_volta() && i != nullptr && i->opcode == Opcode::activemask && !options_.smallest_activemask) {
        present(warp).for_each([&](Thread t) {
            const std::uint32_t m = machine_of(warp, t);
            if (warps_[m].pc == warps_[machine].pc) machines.push_back(m);
        });
        return machines;
    }
    if (!is_volta() || !waits(machine) || !is_collective(i->opcode)) return {machine};
    for (const Participant& t : participants(machine)) machines.push_back(machine_of(warp, t.lane));
    return machines;
}

// The threads that the machine's next instruction, a collective, concerns: Θ; under `volta` the group, or the
// thread alone if its own checks fail.
std::vector<Participant> SyncMachine::participants(std::uint32_t machine) const {
    const Warp& warp = warps_[machine];
    std::vector<Participant> threads;
    if (!is_volta() || !waits(machine)) {
        warp.active.for_each([&](Thread t) { threads.emplace_back(t, warp); });
        return threads;
    }
    const auto mask = mask_of({warp.active.front(), warp}, program_);
    const std::uint32_t first = machine_of(warp.number, 0);
    present_in(*mask, present(warp.number)).for_each([&](Thread t) {
        threads.emplace_back(t, warps_[first + t]);
    });
    return threads;
}

// ---- who waits

// What the warp waits for at its next instruction; nothing if one of its own checks fails there.
Wait SyncMachine::awaits(const Warp& warp) const {
    if (warp.pc >= program_.end()) return Wait::nothing;
    const Opcode opcode = program_.at(warp.pc).opcode;
    RuleSet rules;
    if (opcode == Opcode::barrier)
        return warp.sync_stack.empty() && warp.context_stack.empty() ? Wait::barrier : Wait::nothing;
    if (is_block_barrier(opcode))
        return block_barrier_failure(warp, program_, rules) ? Wait::nothing : Wait::block_barrier;
    if (is_volta() && is_collective(opcode))
        return own_checks({warp.active.front(), warp}, program_, rules) ? Wait::nothing : Wait::collective;
    return Wait::nothing;
}

// After a step: does the machine now wait?
void SyncMachine::settle(std::uint32_t machine) {
    const Wait wait = awaits(warps_[machine]);
    stages_[machine] = wait == Wait::nothing ? Stage::running : Stage::waiting;
    if (wait == Wait::nothing) return;
    waiting_ += 1;
    if (wait == Wait::barrier) at_barrier_ += 1;
    if (wait == Wait::block_barrier) blocks_[warps_[machine].block].waiting += 1;
}

// Whether what a waiting machine waits for is there.
bool SyncMachine::is_ready(std::uint32_t machine) const {
    const Opcode opcode = next(machine)->opcode;
    if (opcode == Opcode::barrier) return at_barrier_ == alive_;
    if (is_block_barrier(opcode)) {
        const Block& block = blocks_[warps_[machine].block];
        return block.waiting == block.alive;
    }
    const Warp& warp = warps_[machine];
    const Participant self{warp.active.front(), warp};
    const std::uint32_t first = machine - self.lane;
    return mask_of(self, program_)->all_of([&](Thread t) {
        const bool is_present = t < program_.lanes_of(warp.number) && !has_stopped(first + t);
        return !is_present || meets(self, {t, warps_[first + t]}, program_);
    });
}

// ---- openings

void SyncMachine::open_barrier() {
    for (Stage& stage : stages_) {
        if (stage == Stage::waiting) stage = Stage::released;
    }
    waiting_ = 0;
    at_barrier_ = 0;
    if (memory_.history()) memory_.history()->barrier();
}

// The machines of the block that wait at its barrier, when it opens: all that have not stopped.
std::vector<std::uint32_t> SyncMachine::waiting_in_block(std::uint32_t block) const {
    const std::uint32_t first_warp = block * program_.warps_per_block();
    const std::uint32_t begin = machine_of(first_warp, 0);
    const auto count =
        static_cast<std::uint32_t>(is_volta() ? program_.threads_per_block() : program_.warps_per_block());
    std::vector<std::uint32_t> machines;
    for (std::uint32_t m = begin; m < begin + count; ++m) {
        if (waits(m) && is_block_barrier(next(m)->opcode)) machines.push_back(m);
    }
    return machines;
}

// The barrier of the block of this machine opens at the turn of that machine.
std::optional<SyncMachine::MachineFailure> SyncMachine::open_block_barrier(std::uint32_t machine) {
    const std::uint32_t number = warps_[machine].block;
    const std::vector<std::uint32_t> machines = waiting_in_block(number);
    if (auto failure = mixed_forms(machines)) return failure;
    const auto value = opening_value(machines, machine);
    if (!value) return MachineFailure{machine, value.error()};
    warn_of_opening(machines);
    for (const std::uint32_t m : machines) {
        stages_[m] = Stage::released;
        warps_[m].opened = *value;
    }
    waiting_ -= blocks_[number].waiting;
    blocks_[number].waiting = 0;
    if (memory_.history()) memory_.history()->block_barrier(number);
    return std::nullopt;
}

// Plain barriers, `.count`, `.and` and `.or` do not mix: the lowest machine at another form than the lowest
// fails.
std::optional<SyncMachine::MachineFailure> SyncMachine::mixed_forms(
    const std::vector<std::uint32_t>& machines) const {
    for (const std::uint32_t m : machines) {
        if (next(m)->variant == next(machines.front())->variant) continue;
        return MachineFailure{m,
                              {.kind = TrapKind::barrier_while_diverged,
                               .rule = RuleId::BB,
                               .all_active = true,
                               .a = warps_[machines.front()].pc}};
    }
    return std::nullopt;
}

// What the barrier yields: how many threads have an o that is not 0, or whether all or some have.
tl::expected<Value, Failure> SyncMachine::opening_value(const std::vector<std::uint32_t>& machines,
                                                        std::uint32_t turn) const {
    const Instruction& first = *next(machines.front());
    if (first.opcode == Opcode::block_barrier) return 0;
    Integer threads = 0;
    Integer votes = 0;
    RuleSet rules;
    for (const std::uint32_t m : machines) {
        warps_[m].active.for_each([&](Thread t) {
            threads += 1;
            votes += *evaluate(next(m)->operands[0], t, warps_[m], program_, rules) != 0 ? 1 : 0;
        });
    }
    auto value = opened_value(first, threads, votes, program_.word);
    if (!value) value.error().thread = warps_[turn].active.front();
    return value;
}

// ---- warnings

void SyncMachine::warn(WarningKind kind, std::uint32_t machine, const ThreadSet& threads,
                       std::string message) {
    const Warp& warp = warps_[machine];
    warn_once(warnings_,
              {kind, warp.pc, next(machine)->line, warp.number, threads.threads(), std::move(message)});
}

void SyncMachine::warn_of_opening(const std::vector<std::uint32_t>& machines) {
    const std::uint32_t lowest = machines.front();
    const std::uint32_t warp = warps_[lowest].number;
    ThreadSet elsewhere;
    bool differs = false;
    for (const std::uint32_t m : machines) {
        if (warps_[m].pc == warps_[lowest].pc) continue;
        differs = true;
        if (warps_[m].number == warp) elsewhere |= warps_[m].active;
    }
    if (differs) {
        warn(WarningKind::barrier_instructions, lowest, elsewhere, barrier_instructions_text());
    }
    const std::uint32_t first = warps_[lowest].block * program_.warps_per_block();
    bool has_exited = false;
    for (std::uint32_t w = first; w < first + program_.warps_per_block(); ++w)
        has_exited = has_exited || !gone(w).empty();
    if (has_exited) {
        warn(WarningKind::barrier_exited, lowest, gone(warp), barrier_exited_text());
    }
}

void SyncMachine::warn_of_exited(std::uint32_t machine, const ThreadSet& named) {
    const ThreadSet exited = present_in(named, gone(warps_[machine].number));
    if (exited.empty()) return;
    warn(WarningKind::collective_exited, joint(machine).front(), exited, collective_exited_text(exited));
}

// ---- deadlocks and groups that are not complete

bool SyncMachine::is_deadlocked() const {
    if (waiting_ != alive_) return false;
    for (std::uint32_t m = 0; m < machines(); ++m) {
        if (waits(m) && is_ready(m)) return false;
    }
    return true;
}

// Whom a machine waits for in vain.
std::vector<Missing> SyncMachine::missing_of(std::uint32_t machine) const {
    std::vector<Missing> missing;
    const auto add = [&](std::uint32_t m, const ThreadSet& threads) {
        add_missing(missing, places_of(threads, warps_[m], program_));
    };
    const Opcode opcode = next(machine)->opcode;
    if (is_collective(opcode)) {
        const std::vector<Participant> group = participants(machine);
        const auto self = std::ranges::find(group, &warps_[machine], &Participant::machine);
        for (const Participant& s : group) {
            if (!meets(*self, s, program_))
                add(machine_of(warps_[machine].number, s.lane), s.machine->active);
        }
        return missing;
    }
    for (std::uint32_t m = 0; m < machines() && missing.size() < kMaxWaiting; ++m) {
        if (has_stopped(m)) continue;
        const bool concerned = opcode == Opcode::barrier || warps_[m].block == warps_[machine].block;
        const Opcode other = next(m)->opcode;
        const bool meets = opcode == Opcode::barrier ? other == opcode : is_block_barrier(other);
        if (concerned && !meets) add(m, warps_[m].active);
    }
    return missing;
}

Outcome SyncMachine::deadlock(Observer* observer) {
    std::optional<std::uint32_t> lowest;
    std::optional<std::uint32_t> lowest_collective;
    std::vector<Waiting> waiting;
    for (std::uint32_t m = 0; m < machines(); ++m) {
        if (has_stopped(m)) continue;
        if (!lowest) lowest = m;
        if (!lowest_collective && is_collective(next(m)->opcode)) lowest_collective = m;
        if (waiting.size() >= kMaxWaiting) continue;
        waiting.push_back(waiting_at(warps_[m], warps_[m].active.threads(), program_));
        waiting.back().missing = missing_of(m);
    }
    const std::uint32_t reported = lowest_collective.value_or(*lowest);
    Failure failure = deadlock_failure(*next(reported));
    who_waits_ = std::move(waiting);
    failure.waiting = &who_waits_;
    fail(reported, std::move(failure), observer);
    return Outcome::trap;
}

// The failure of thread t at a collective; if its group is not complete, with where the others are.
Failure SyncMachine::with_report(Failure failure, const Participant& t) {
    if (failure.missing == 0) return failure;
    Waiting waiting = waiting_at(*t.machine, {t.lane}, program_);
    waiting.missing = places_of(ThreadSet::of_words({&failure.missing, 1}), *t.machine, program_);
    who_waits_ = {std::move(waiting)};
    failure.waiting = &who_waits_;
    return failure;
}

}  // namespace musimd
