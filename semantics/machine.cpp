#include "semantics/machine.hpp"

#include <algorithm>

#include "semantics/printed_rules.hpp"

namespace musimd {
namespace {

Use use_of(const Instruction& instruction) {
    switch (info(instruction.opcode).memory) {
        case MemoryUse::none:  // it has no accesses
        case MemoryUse::reads:
            return Use::read;
        case MemoryUse::writes:
            return Use::write;
        case MemoryUse::updates:
            return Use::atomic;
    }
    return Use::read;
}

}  // namespace

Machine::Machine(const Program& program, MachineOptions options)
    : program_(program), options_(options), all_(ThreadSet::all(program.threads)), alive_(program.warps) {
    for (const Preload& preload : program.preloads) {
        for (std::int64_t i = 0; i < preload.count; ++i) {
            memory_.set(preload.address + i, program.word.wrapped(preload.word(i)));
        }
    }
    Warp first;
    first.active = program.active;
    first.bank = Bank(program.threads, program.variables.size());
    warps_.assign(program.warps, first);
    for (std::uint32_t w = 0; w < program.warps; ++w) warps_[w].number = w;
    stages_.assign(program.warps, Stage::running);
    for (std::uint32_t w = 0; w < program.warps; ++w) settle(w);
    if (program.warps > 1 || program.races == RaceMode::thread) {
        history_.emplace(program.races, program.threads);
    }
}

std::uint64_t Machine::estimated_bytes(const Program& program) {
    const std::uint64_t lanes = std::uint64_t{program.threads} * program.warps;
    const std::uint64_t variables = program.variables.size();
    return lanes * variables * sizeof(Value) + lanes / 8 + program.warps * (sizeof(Warp) + 8 * variables);
}

// ---- the grid: warps take turns of one step

Result Machine::run(Observer* observer) {
    std::vector<std::uint32_t> order(program_.warps);
    for (std::uint32_t w = 0; w < program_.warps; ++w) order[w] = w;
    for (std::uint64_t number = 0; alive_ > 0; ++number) {
        if (order.size() != alive_) {
            std::erase_if(order, [this](std::uint32_t w) { return stages_[w] == Stage::stopped; });
        }
        if (order.size() > 1 && (number == 0 || options_.order == Order::random)) {
            order_warps(options_.order, options_.seed, number, order);
        }
        if (const auto outcome = turn(order, observer)) return result(*outcome);
    }
    return result(Outcome::stop);
}

std::optional<Outcome> Machine::turn(const std::vector<std::uint32_t>& order, Observer* observer) {
    for (const std::uint32_t w : order) {
        if (options_.is_interrupted()) return Outcome::interrupted;
        if (warps_[w].steps >= options_.max_steps) return reach_limit(LimitReason::steps, w);
        if (!can_step(w)) continue;
        const Step done = step(w, observer);
        if (std::holds_alternative<Failure>(done)) return Outcome::trap;
        if (std::holds_alternative<StackLimit>(done)) return reach_limit(LimitReason::stacks, w);
    }
    return std::nullopt;
}

Outcome Machine::reach_limit(LimitReason reason, std::uint32_t warp) {
    limit_ = limit_at(reason, warp, warps_[warp].steps, warps_[warp].pc, program_);
    return Outcome::limit;
}

bool Machine::waits_at_barrier(const Warp& warp) const {
    return warp.pc < program_.end() && program_.at(warp.pc).opcode == Opcode::barrier &&
           warp.sync_stack.empty() && warp.context_stack.empty();
}

// After a step: does the warp now wait at a barrier?
void Machine::settle(std::uint32_t warp) {
    const bool waits = waits_at_barrier(warps_[warp]);
    stages_[warp] = waits ? Stage::waiting : Stage::running;
    waiting_ += waits ? 1 : 0;
}

void Machine::open_barrier() {
    for (Stage& stage : stages_) {
        if (stage == Stage::waiting) stage = Stage::released;
    }
    waiting_ = 0;
    if (history_) history_->clear();
}

// ---- one step

Step Machine::step(std::uint32_t number, Observer* observer, std::span<const Thread> order) {
    Warp& warp = warps_[number];
    if (stages_[number] == Stage::waiting) open_barrier();
    const Label pc = warp.pc;
    RuleSet rules;
    effects_.clear();

    // The state before the step, for the observer; copies of stacks and sets are cheap.
    ThreadSet active;
    SyncStack sync_stack;
    ContextStack context_stack;
    if (observer != nullptr) {
        active = warp.active;
        sync_stack = warp.sync_stack;
        context_stack = warp.context_stack;
    }

    const Step done = apply_rule(warp, rules, order);
    if (const auto* failure = std::get_if<Failure>(&done)) {
        trap_ = explain(*failure, warp, program_);
        if (observer != nullptr) observer->on_trap(*trap_);
        return done;
    }
    if (std::holds_alternative<StackLimit>(done)) return done;

    const RuleId rule = std::get<RuleId>(done);
    rules.insert(rule);
    ++warp.steps;
    ++steps_;
    if (rule == RuleId::STOP) {
        stages_[number] = Stage::stopped;
        --alive_;
    } else {
        settle(number);
    }
    if (observer != nullptr) {
        observer->on_step({program_, steps_, number, pc, rule, rules, active, sync_stack, context_stack,
                           warp.sync_stack.size(), warp.context_stack.size(), effects_.accesses});
    }
    return done;
}

Step Machine::apply_rule(Warp& warp, RuleSet& rules, std::span<const Thread> order) {
    if (warp.pc >= program_.end()) {
        return Failure{.kind = TrapKind::pc_out_of_program, .rule = RuleId::IT, .all_active = true};
    }
    const Instruction& instruction = program_.at(warp.pc);
    if (info(instruction.opcode).family == Family::data) return IT(warp, instruction, rules, order);
    return options_.printed.empty()
               ? control(warp, program_, all_, instruction, rules)
               : printed::control(options_.printed, warp, program_, all_, instruction, rules);
}

/// IT:   P[pc] = ι, a data instruction    (Θ, β, Σ, Θ_mask, ι) → (β', Σ')
///       ────────────────────────────────────────────────────────────────
///       M(β, Σ, pc)  →  M(β', Σ', pc+1)
Step Machine::IT(Warp& warp, const Instruction& instruction, RuleSet& rules, std::span<const Thread> order) {
    const auto evaluate = options_.printed.empty() ? TL : printed::TL;
    const auto evaluated = evaluate(warp, memory_, program_, options_, instruction, effects_, order);
    if (!evaluated) return evaluated.error();
    if (const auto failure = race(warp, instruction)) return *failure;

    for (const RegisterWrite& write : effects_.registers) {
        if (write.value) {
            warp.bank.set(write.thread, instruction.destination, *write.value);
        } else {
            warp.bank.undefine(write.thread, instruction.destination, warp.pc);
        }
    }
    for (const Access& store : effects_.stores) memory_.set(store.address, store.value);
    if (history_) history_->add(warp.number, use_of(instruction), effects_.accesses);
    rules |= effects_.rules;
    warp.pc += 1;
    return RuleId::IT;
}

// A race with an earlier access of another warp (or thread), checked after the instruction's other checks.
std::optional<Failure> Machine::race(const Warp& warp, const Instruction& instruction) const {
    if (!history_ || effects_.accesses.empty()) return std::nullopt;
    const auto access = history_->conflict(warp.number, use_of(instruction), effects_.accesses);
    if (!access) return std::nullopt;
    return Failure{.kind = TrapKind::race,
                   .rule = only_rule_of(instruction.opcode),
                   .thread = access->thread,
                   .a = access->address};
}

Result Machine::result(Outcome outcome) {
    Result result;
    result.outcome = outcome;
    result.steps = steps_;
    result.warps.reserve(warps_.size());
    for (Warp& warp : warps_) result.warps.push_back({std::move(warp.active), std::move(warp.bank)});
    result.memory = std::move(memory_);
    result.trap = std::move(trap_);
    result.limit = limit_;
    return result;
}

Result Machine::limited(LimitReason reason, std::uint32_t warp) {
    return result(reach_limit(reason, warp));
}

Result run_rules(const Program& program, const MachineOptions& options, Observer* observer) {
    return Machine(program, options).run(observer);
}

}  // namespace musimd
