#include "semantics/derivation.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "isa/printer.hpp"
#include "semantics/collectives.hpp"
#include "semantics/formula.hpp"
#include "semantics/machine.hpp"
#include "semantics/models/policy.hpp"

namespace musimd {
namespace {

// ---- big-step

/// M(Θ, β, Σ, Π, Λ, P, pc) ⇓ the result: of STOP, or of the state that the rule continues with.
Result evaluate(Machine& state, std::uint64_t steps_left) {
    if (steps_left == 0) return state.limited(LimitReason::steps, 0);
    const Step step = state.step(0);
    if (std::holds_alternative<Failure>(step)) return state.result(Outcome::trap);
    if (std::holds_alternative<StackLimit>(step)) return state.limited(LimitReason::stacks, 0);
    if (state.has_stopped(0)) return state.result(Outcome::stop);  // by STOP or EX
    return evaluate(state, steps_left - 1);
}

// ---- the derivation of a data instruction, from the states before and after it

struct DerivationStep {
    const Program& program;
    const Instruction& instruction;
    const Warp& before;
    const Warp& after;
};

Value value_of(const Operand& operand, Thread t, const DerivationStep& s) {
    RuleSet unused;
    return evaluate(operand, t, s.before, s.program, unused).value();
}

// MT or MV; a constant needs no premise.
void add_operand(const Operand& operand, Thread t, const DerivationStep& s,
                 std::vector<Derivation>& premises) {
    if (operand.kind == Operand::Kind::constant) return;
    premises.push_back({operand.kind == Operand::Kind::variable ? RuleId::MV : RuleId::MT,
                        fmt::format("{}, β ⊢ {} = {}", t, formula_code(operand_name(operand, s.program)),
                                    value_of(operand, t, s)),
                        {}});
}

// Σ ⊢ x = c as the thread found it: the word that it received or, for atomic_inc, one less.
Derivation memory_premise(Thread t, const DerivationStep& s) {
    if (s.instruction.opcode == Opcode::copy_async) {
        const Value from = value_of(s.instruction.operands[1], t, s);
        return {RuleId::MM, fmt::format("Σ ⊢ {} = Σ({})", from, from), {}};
    }
    const Value x = value_of(s.instruction.operands[0], t, s);
    const Value word = *s.after.bank.find(t, s.instruction.destination);
    const bool atomic = s.instruction.opcode == Opcode::atomic_inc;
    const Value found = atomic ? s.program.word.wrapped(Integer{word} - 1) : word;
    return {RuleId::MM, fmt::format("Σ ⊢ {} = {}", x, found), {}};
}

RuleId thread_rule(Thread t, const DerivationStep& s) {
    const Operand& o = s.instruction.operands[0];
    if (s.instruction.opcode == Opcode::copy)
        return o.kind == Operand::Kind::constant ? RuleId::CT : RuleId::AS;
    if (s.instruction.opcode != Opcode::shfl) return only_rule_of(s.instruction.opcode);
    // Which lanes it can read depends on the model; a word that it takes is defined.
    return s.after.bank.find(t, s.instruction.destination) != nullptr ? RuleId::SV : RuleId::SI;
}

std::string thread_conclusion(Thread t, const DerivationStep& s) {
    if (s.instruction.opcode == Opcode::copy_async)
        return fmt::format("Σ[{} ↦ Σ({})]", value_of(s.instruction.operands[0], t, s),
                           value_of(s.instruction.operands[1], t, s));
    const bool stores = is_store(s.instruction.opcode);
    if (!stores && !has_destination(info(s.instruction.opcode).format)) return fmt::format("σ_{}", t);
    if (stores) {
        return fmt::format("Σ[{} ↦ {}]", value_of(s.instruction.operands[0], t, s),
                           value_of(s.instruction.operands[1], t, s));
    }
    const std::string name = formula_code(s.program.variables[s.instruction.destination]);
    const Value* c = s.after.bank.find(t, s.instruction.destination);
    return c == nullptr ? fmt::format("σ_{} \"without\" {}", t, name)
                        : fmt::format("σ_{}[{} ↦ {}]", t, name, *c);
}

// The lanes whose o the rule of thread t reads: of a ballot all active threads, of a collective P(m).
ThreadSet readers_of(Thread t, const DerivationStep& s) {
    ThreadSet readers;
    readers.insert(t);
    const Opcode opcode = s.instruction.opcode;
    if (opcode == Opcode::ballot) return s.before.active;
    if (!is_collective(opcode) || opcode == Opcode::syncwarp || opcode == Opcode::shuffle) return readers;
    const auto mask = *mask_of({t, s.before}, s.program);
    if (!has_groups(s.program.model) || models::policy_of(s.program.model).meet != models::Policy::Meet::here)
        return present_in(mask, s.before.all);
    present_in(mask, s.before.active).for_each([&](Thread other) {
        if (mask_of({other, s.before}, s.program) == mask) readers.insert(other);
    });
    return readers;
}

// Without the x of a shuffle, which is read in the lane that SH names.
void add_operands(Thread t, const DerivationStep& s, std::vector<Derivation>& premises) {
    const std::size_t count = operand_count(s.instruction);
    const std::size_t own = is_collective(s.instruction.opcode) ? 1 : 0;  // the mask
    for (std::size_t i = 0; i < own; ++i) add_operand(s.instruction.operands[i], t, s, premises);
    readers_of(t, s).for_each([&](Thread reader) {
        for (std::size_t i = own; i < count; ++i) {
            if (!is_read_elsewhere(s.instruction.opcode, i))
                add_operand(s.instruction.operands[i], reader, s, premises);
        }
    });
}

Derivation data_derivation(const DerivationStep& s, std::size_t max_threads) {
    Derivation tl{RuleId::TL,
                  fmt::format("({}, β, Σ, Θ_mask, {})", to_string(s.before.active),
                              formula_code(print(s.instruction, s.program))),
                  {}};
    const MemoryUse memory = info(s.instruction.opcode).memory;
    s.before.active.all_of([&](Thread t) {
        if (tl.premises.size() == max_threads) return false;
        Derivation thread{thread_rule(t, s), thread_conclusion(t, s), {}};
        add_operands(t, s, thread.premises);
        if (memory != MemoryUse::none && !is_store(s.instruction.opcode)) {
            thread.premises.push_back(memory_premise(t, s));
        }
        tl.premises.push_back(std::move(thread));
        return true;
    });
    return tl;
}

void drop_quotes(Derivation& node) {
    node.conclusion = formula_text(node.conclusion);
    for (Derivation& premise : node.premises) drop_quotes(premise);
}

// The control rule of one step, without the premise for the rest of the run.
Derivation step_derivation(RuleId rule, const Program& program, const Warp& before, const Warp& after) {
    const Instruction& instruction = program.at(before.pc);
    Derivation node{rule,
                    fmt::format("M({}, β, Σ, |Π| = {}, |Λ| = {}, {})  {}", to_string(before.active),
                                before.sync_stack.size(), before.context_stack.size(), before.pc,
                                print(instruction, program)),
                    {}};
    if (rule == RuleId::IT) {
        node.premises.push_back(data_derivation(program, before, after, before.active.size()));
        drop_quotes(node.premises.back());
    }
    return node;
}

}  // namespace

std::string operand_name(const Operand& operand, const Program& program) {
    switch (operand.kind) {
        case Operand::Kind::tid:
            return "tid";
        case Operand::Kind::wid:
            return "wid";
        case Operand::Kind::variable:
            return program.variables[operand.variable];
        case Operand::Kind::bid:
            return "bid";
        case Operand::Kind::btid:
            return "btid";
        case Operand::Kind::shared:
            return std::ranges::find(program.shared, operand.value, &SharedObject::offset)->name;
        case Operand::Kind::constant:
            break;
    }
    return fmt::format("{}", operand.value);
}

Derivation data_derivation(const Program& program, const Warp& before, const Warp& after,
                           std::size_t max_threads) {
    return data_derivation({program, program.at(before.pc), before, after}, max_threads);
}

Result evaluate_big_step(const Program& program, const MachineOptions& options) {
    Machine machine(program, options);
    return evaluate(machine, std::min(options.max_steps, kMaxDerivationSteps));
}

std::optional<Derivation> derive(const Program& program, const MachineOptions& options) {
    Machine machine(program, options);
    std::vector<Derivation> steps;
    const std::uint64_t limit = std::min(options.max_steps, kMaxDerivationSteps);
    while (steps.size() < limit) {
        const Warp before = machine.warp(0);
        const Step step = machine.step(0);
        const auto* rule = std::get_if<RuleId>(&step);
        if (rule == nullptr) break;
        steps.push_back(step_derivation(*rule, program, before, machine.warp(0)));
        if (machine.has_stopped(0)) break;  // by STOP or EX
    }
    if (steps.empty()) return std::nullopt;
    // Each step's last premise is the derivation of the state after it, so the tree is built from the leaf
    // up.
    while (steps.size() > 1) {
        Derivation rest = std::move(steps.back());
        steps.pop_back();
        steps.back().premises.push_back(std::move(rest));
    }
    return std::move(steps.front());
}

}  // namespace musimd
