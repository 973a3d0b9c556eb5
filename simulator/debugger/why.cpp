#include "simulator/debugger/why.hpp"

#include <algorithm>
#include <utility>

namespace musimd::debugger {
namespace {

constexpr int kMaxReportParts = 40;   // values of a report
constexpr std::size_t kMaxLanes = 8;  // of the inputs of a collective

// ---- threads

/// Of Π, the entry in which the thread waits; null if it is in none.
const SyncEntry* entry_with(const SyncStack& sync_stack, Thread t) {
    const SyncEntry* found = nullptr;
    sync_stack.for_each([&](const SyncEntry& entry) {
        if (found == nullptr && (entry.todo.contains(t) || entry.done.contains(t))) found = &entry;
    });
    return found;
}

class ThreadQuestion {
  public:
    ThreadQuestion(const History& history, ThreadName thread)
        : history_(history),
          now_(history.now()),
          thread_(thread.thread),
          machine_(thread.machine(now_, now_.current())),
          warp_(now_.machine().warp(machine_)) {}

    ThreadReason answer() {
        using State = ThreadReason::State;
        if (warp_.exited.contains(thread_)) {
            reason_.state = State::exited;
            reason_.sync_step = now_.last_writes().sleep_of(machine_, thread_).exit;
        } else if (has_stopped()) {
            reason_.state = State::stopped;
        } else if (warp_.active.contains(thread_)) {
            answer_active();
        } else if (const SyncEntry* entry = entry_with(warp_.sync_stack, thread_)) {
            reason_.state = entry->todo.contains(thread_) ? State::waits : State::at_sync;
            describe(*entry);
            find_wake();
        } else {
            reason_.state = State::not_started;
            find_wake();
        }
        return std::move(reason_);
    }

  private:
    // A thread of a warp of groups stops by itself.
    bool has_stopped() const {
        const models::GroupWarp* groups = now_.machine().group_warp(machine_);
        return now_.machine().has_stopped(machine_) ||
               (groups != nullptr && groups->stopped.contains(thread_));
    }

    void answer_active() {
        using State = ThreadReason::State;
        reason_.state = State::runs;
        if (now_.machine().waits(machine_)) {
            reason_.state = State::barrier;
            find_wake();
            return;
        }
        if (warp_.context_stack.empty() || warp_.context_stack.top().active.contains(thread_)) return;
        const ContextEntry& outside = warp_.context_stack.top();
        reason_.state = State::woken;
        reason_.everywhere = outside.block;
        const SyncEntry* const entry = entry_with(outside.sync_stack, thread_);
        reason_.is_dormant = entry == nullptr;
        if (entry == nullptr) return;
        reason_.waits_there = entry->todo.contains(thread_);
        describe(*entry);
    }

    // Since which step, and for which value.
    void describe(const SyncEntry& entry) {
        reason_.branch = entry.branch;
        if (entry.todo.contains(thread_))
            reason_.continues = entry.next;
        else
            reason_.sync = entry.join;
        const SleepSteps steps = now_.last_writes().sleep_of(machine_, thread_);
        if (entry.done.contains(thread_)) reason_.sync_step = steps.sync;
        if (steps.branch == 0) return;
        const auto before = history_.before_step(steps.branch);
        const Warp& then = before->machine().warp(machine_);
        if (then.pc != entry.branch || entry.branch == 0) return;  // it has slept elsewhere in a block since
        reason_.branch_step = steps.branch;
        RuleSet rules;
        const Operand& operand = now_.program().at(entry.branch).operands[0];
        if (const auto value = evaluate(operand, thread_, then, now_.program(), rules))
            reason_.value = *value;
    }

    // Runs a copy until the thread is active and its machine has stepped.
    void find_wake() {
        Execution future(now_);
        const std::uint64_t begin = future.machine().warp(machine_).steps;
        for (std::uint64_t n = 0; n < kMaxStepsToWake; ++n) {
            const Label pc = future.machine().warp(machine_).pc;
            const std::uint64_t step = future.steps() + 1;
            if (!future.step()) {
                reason_.never_wakes = true;
                return;
            }
            const Warp& warp = future.machine().warp(machine_);
            if (warp.steps == begin || !warp.active.contains(thread_)) continue;
            if (future.machine().has_stopped(machine_) && reason_.state != ThreadReason::State::barrier) {
                reason_.never_wakes = true;
                return;
            }
            const Opcode opcode = now_.program().at(pc).opcode;
            reason_.wake = ThreadReason::Wake{step, pc, opcode == Opcode::everywhere};
            return;
        }
    }

    const History& history_;
    const Execution& now_;
    Thread thread_;
    std::uint32_t machine_;
    const Warp& warp_;
    ThreadReason reason_;
};

// ---- values

/// Keeps the accesses of a step.
class AccessKeeper final : public Observer {
  public:
    explicit AccessKeeper(std::int64_t address) : address_(address) {}
    void on_step(const StepEvent& event) override {
        for (const Access& access : event.accesses) {
            if (access.address != address_ || access.only_reads) continue;
            warp = event.warp;
            pc = event.pc;
            thread = access.thread;
        }
    }

    std::uint32_t warp = 0;
    Thread thread = 0;
    Label pc = 0;

  private:
    std::int64_t address_;
};

/// Whether the instruction only moves a word.
bool is_move(Opcode opcode) {
    return opcode == Opcode::copy || opcode == Opcode::ld || opcode == Opcode::st || opcode == Opcode::shfl ||
           opcode == Opcode::shuffle;
}

/// Whether threads read operands of others, which `inputs` lists.
bool is_of_many(Opcode opcode) {
    return opcode == Opcode::ballot || (is_collective(opcode) && opcode != Opcode::shuffle);
}

/// The thread's next instruction.
Label pc_of(const Machine& machine, std::uint32_t m, Thread t) {
    const models::GroupWarp* groups = machine.group_warp(m);
    const models::Group* group = groups == nullptr ? nullptr : groups->groups.with(t);
    return group == nullptr ? machine.warp(m).pc : group->pc;
}

class ValueQuestion {
  public:
    explicit ValueQuestion(const History& history) : history_(history), program_(history.now().program()) {}

    ValueReason variable(const Execution& now, std::uint32_t machine, Thread t, Variable v, int depth) {
        ValueReason reason;
        const Warp& warp = now.machine().warp(machine);
        reason.warp = warp.number;
        reason.thread = t;
        reason.variable = v;
        if (const Value* const word = warp.bank.find(t, v)) reason.value = *word;
        if (!find_writer(now.last_writes().of_variable(machine, t, v), reason)) {
            if (reason.from == ValueReason::From::nowhere) reason.slept = slept(now, machine, t, v);
            return reason;
        }
        if (++parts_ > kMaxReportParts) {
            reason.is_cut = true;
            return reason;
        }
        const auto before = history_.before_step(reason.step);
        reason.pc = pc_of(before->machine(), machine, t);
        add_inputs(*before, machine, t, depth, reason);
        return reason;
    }

    ValueReason word(const Execution& now, std::int64_t address, int depth) {
        ValueReason reason;
        reason.is_word = true;
        reason.address = address;
        if (const Value* const word = now.machine().memory().find(address)) reason.value = *word;
        if (!find_writer(now.last_writes().of_word(address), reason)) {
            if (reason.from == ValueReason::From::nowhere && reason.value)
                reason.from = ValueReason::From::initial;
            return reason;
        }
        if (++parts_ > kMaxReportParts) {
            reason.is_cut = true;
            return reason;
        }
        const auto before = history_.before_step(reason.step);
        AccessKeeper keeper(address);
        Execution(*before).step(&keeper);
        reason.pc = keeper.pc;
        reason.writer_warp = keeper.warp;
        reason.writer = keeper.thread;
        add_inputs(*before, before->machine().machine_of(keeper.warp, keeper.thread), keeper.thread, depth,
                   reason);
        return reason;
    }

  private:
    // Of a woken thread that has not written the variable: the last write by another, while it slept.
    std::optional<ValueReason::Slept> slept(const Execution& now, std::uint32_t machine, Thread t,
                                            Variable v) const {
        const Warp& warp = now.machine().warp(machine);
        const bool has_groups = now.machine().group_warp(machine) != nullptr;
        if (has_groups || warp.context_stack.empty() || !warp.active.contains(t)) return std::nullopt;
        std::uint64_t step = 0;
        warp.active.for_each([&](Thread other) {
            const Origin origin = now.last_writes().of_variable(machine, other, v);
            if (!origin.is_edit) step = std::max(step, origin.step);
        });
        if (step == 0) return std::nullopt;
        const auto before = history_.before_step(step);
        const Warp& then = before->machine().warp(machine);
        if (then.active.contains(t)) return std::nullopt;
        const SyncEntry* const entry = entry_with(then.sync_stack, t);
        return ValueReason::Slept{entry == nullptr ? 0 : entry->branch, then.pc,
                                  warp.context_stack.top().block};
    }

    // Whether an instruction has written it, and when.
    static bool find_writer(const Origin& origin, ValueReason& reason) {
        reason.step = origin.step;
        if (origin.step == 0) return false;
        reason.from = origin.is_edit ? ValueReason::From::edit : ValueReason::From::instruction;
        return !origin.is_edit;
    }

    // What the instruction of the next step reads in thread t.
    void add_inputs(const Execution& before, std::uint32_t machine, Thread t, int depth,
                    ValueReason& reason) {
        const Instruction& i = program_.at(reason.pc);
        const int inner = is_move(i.opcode) ? depth : depth - 1;
        if (inner < 0) {
            reason.is_cut = info(i.opcode).format.operands > 0 && reads_anything(i);
            return;
        }
        if (i.opcode == Opcode::shfl || i.opcode == Opcode::shuffle)
            return add_source(before, machine, t, inner, reason);
        if (is_of_many(i.opcode)) return add_lanes(before, machine, reason);
        const bool has_address = info(i.opcode).format.address;
        for (std::size_t n = 0; n < info(i.opcode).format.operands; ++n) {
            const Operand& o = i.operands[n];
            if (n == 0 && has_address) {
                add_word(before, machine, t, inner, reason);
            } else if (o.kind == Operand::Kind::variable) {
                add(reason, [&] { return variable(before, machine, t, o.variable, inner); });
            }
        }
    }

    static bool reads_anything(const Instruction& i) {
        return std::ranges::any_of(i.operands,
                                   [](const Operand& o) { return o.kind == Operand::Kind::variable; });
    }

    template <typename F>
    void add(ValueReason& reason, F&& input) {
        ValueReason next = input();
        const auto is_same = [&](const ValueReason& other) {
            return other.is_word == next.is_word && other.address == next.address &&
                   other.variable == next.variable && other.thread == next.thread;
        };
        if (std::ranges::none_of(reason.inputs, is_same)) reason.inputs.push_back(std::move(next));
    }

    std::optional<Value> operand(const Execution& before, std::uint32_t machine, Thread t,
                                 const Operand& o) const {
        RuleSet rules;
        const auto value = evaluate(o, t, before.machine().warp(machine), program_, rules);
        return value ? std::optional(*value) : std::nullopt;
    }

    // The word that a load or an update reads. A store reads none.
    void add_word(const Execution& before, std::uint32_t machine, Thread t, int depth, ValueReason& reason) {
        const Instruction& i = program_.at(reason.pc);
        if (info(i.opcode).memory == MemoryUse::writes) return;
        const std::size_t read = i.opcode == Opcode::copy_async ? 1 : 0;
        if (const auto address = operand(before, machine, t, i.operands[read]))
            add(reason, [&] { return word(before, *address, depth); });
    }

    // The variable of the lane that a shuffle reads.
    void add_source(const Execution& before, std::uint32_t machine, Thread t, int depth,
                    ValueReason& reason) {
        const Instruction& i = program_.at(reason.pc);
        if (i.opcode == Opcode::shfl) {
            const auto lane = operand(before, machine, t, i.operands[0]);
            if (!lane || *lane < 0 || *lane >= program_.threads) return;
            reason.source = static_cast<Thread>(*lane);
            if (reason.value)
                add(reason, [&] { return variable(before, machine, *reason.source, i.destination, depth); });
            return;
        }
        const Operand& x = i.operands[1];
        if (x.kind != Operand::Kind::variable) return;
        reason.source = source_of_shuffle(before, machine, t, i);
        if (!reason.source) return;
        const std::uint32_t other =
            before.machine().machine_of(before.machine().warp(machine).number, *reason.source);
        add(reason, [&] { return variable(before, other, *reason.source, x.variable, depth); });
    }

    // Takes the step with the lanes' numbers as their x: what thread t takes is its source.
    std::optional<Thread> source_of_shuffle(const Execution& before, std::uint32_t machine, Thread t,
                                            const Instruction& i) const {
        const Operand& x = i.operands[1];
        for (const std::size_t n : {std::size_t{0}, std::size_t{2}})
            if (i.operands[n] == x) return std::nullopt;
        Execution trial(before);
        const std::uint32_t warp = before.machine().warp(machine).number;
        for (Thread lane = 0; lane < program_.lanes_of(warp); ++lane)
            trial.set_variable(trial.machine().machine_of(warp, lane), lane, x.variable, lane);
        const std::uint64_t steps = trial.steps();
        if (!trial.step() || trial.steps() == steps) return std::nullopt;
        const Value* const lane = trial.machine().warp(machine).bank.find(t, i.destination);
        return lane == nullptr ? std::nullopt : std::optional(static_cast<Thread>(*lane));
    }

    // The operands of the threads that take part, without their origins.
    void add_lanes(const Execution& before, std::uint32_t machine, ValueReason& reason) {
        const Instruction& i = program_.at(reason.pc);
        const Operand& o = i.operands[i.opcode == Opcode::ballot ? 0 : 1];
        if (o.kind != Operand::Kind::variable) return;
        const auto add_lane = [&](std::uint32_t m, Thread t) {
            if (reason.inputs.size() < kMaxLanes)
                add(reason, [&] { return variable(before, m, t, o.variable, -1); });
            else
                reason.is_cut = true;
        };
        if (const models::GroupWarp* groups = before.machine().group_warp(machine)) {
            const bool is_met = is_collective(i.opcode) && program_.model == ThreadModel::barriers;
            for (const models::Group& group : groups->groups.list) {
                const bool is_there = group.pc < program_.end() && program_.at(group.pc).opcode == i.opcode;
                if (is_met ? is_there : group.active.contains(reason.thread))
                    group.active.for_each([&](Thread t) { add_lane(machine, t); });
            }
            return;
        }
        for (const std::uint32_t m : before.machine().joint(machine))
            before.machine().warp(m).active.for_each([&](Thread t) { add_lane(m, t); });
    }

    const History& history_;
    const Program& program_;
    int parts_ = 0;
};

}  // namespace

ThreadReason why_thread(const History& history, ThreadName thread) {
    return ThreadQuestion(history, thread).answer();
}

ValueReason why_variable(const History& history, ThreadName thread, Variable variable, int depth) {
    const Execution& now = history.now();
    return ValueQuestion(history).variable(now, thread.machine(now, now.current()), thread.thread, variable,
                                           depth);
}

ValueReason why_word(const History& history, std::int64_t address, int depth) {
    return ValueQuestion(history).word(history.now(), address, depth);
}

}  // namespace musimd::debugger
