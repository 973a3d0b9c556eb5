#include "views/derivation/coq_script.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "isa/printer.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/order.hpp"
#include "views/derivation/recorder.hpp"

namespace musimd::views::derivation {
namespace {

std::string state_name(std::uint64_t step) {
    return numbered("s", step);
}

/// The tactic for the rule of an operand.
std::string_view operand_rule(const Operand& operand) {
    switch (operand.kind) {
        case Operand::Kind::variable:
            return "MV";
        case Operand::Kind::tid:
            return "MT";
        case Operand::Kind::wid:
            return "MW";
        default:
            return "MC";
    }
}

/// The value of an operand, which has one.
Value value_of(const Operand& operand, Thread t, const Warp& warp, const Program& program) {
    RuleSet rules;
    return *evaluate(operand, t, warp, program, rules);
}

/// The threads whose operand is not 0.
std::vector<Thread> voters(const Operand& operand, const Warp& warp, const Program& program) {
    std::vector<Thread> votes;
    warp.active.for_each([&](Thread t) {
        if (value_of(operand, t, warp, program) != 0) votes.push_back(t);
    });
    return votes;
}

/// The rule of a thread, whose destination has a word after it or not.
RuleId data_rule(const Instruction& i, bool has_word) {
    if (i.opcode == Opcode::copy)
        return i.operands[0].kind == Operand::Kind::constant ? RuleId::CT : RuleId::AS;
    if (i.opcode == Opcode::shfl) return has_word ? RuleId::SV : RuleId::SI;
    return only_rule_of(i.opcode);
}

/// The constructor of Trap.kind.
std::string trap_constructor(TrapKind kind) {
    std::string name(to_string(kind));
    std::ranges::replace(name, '-', '_');
    return name;
}

}  // namespace

CoqScript::CoqScript(const Program& program, const Machine& machine, MachineOptions options,
                     std::uint64_t first, std::uint64_t steps)
    : program_(program),
      machine_(machine),
      options_(options),
      terms_(program),
      first_(first),
      count_(std::min(steps, kMaxScriptSteps)) {
    if (first_ == 1) begin(machine.warp(0));
}

// ---- the parts of states

std::string CoqScript::named(std::string_view base, std::string_view type, const std::string& value) {
    std::vector<std::string>& values = values_[std::string(base)];
    const auto known = std::ranges::find(values, value);
    const auto number = static_cast<std::size_t>(known - values.begin()) + 1;
    std::string name = numbered(base, number);
    if (known != values.end()) return name;
    values.push_back(value);
    lemmas_ += fmt::format("Definition {} : {} := {}.\n", name, type, value);
    return name;
}

std::string CoqScript::threads(const ThreadSet& set) {
    return set.empty() ? "∅" : named("Θ", "threads", fmt::format("set_of {}", coq_threads(set.threads())));
}

std::string CoqScript::sync_stack(const SyncStack& stack) {
    if (stack.empty()) return "[]";
    std::vector<std::string> entries;
    stack.for_each([&](const SyncEntry& e) {
        entries.push_back(
            fmt::format("Entry {} {} {} {}", e.branch, threads(e.done), e.next, threads(e.todo)));
    });
    return named("Π", "sync_stack", coq_list(entries));
}

std::string CoqScript::context_stack(const ContextStack& stack) {
    if (stack.empty()) return "[]";
    std::vector<std::string> entries;
    stack.for_each([&](const ContextEntry& e) {
        std::string bank = "None";
        if (e.bank != nullptr) {
            std::string& name = saved_banks_[e.bank.get()];
            if (name.empty()) name = named("β", "bank", whole_bank(*e.bank));
            bank = fmt::format("(Some {})", name);
        }
        entries.push_back(fmt::format("Context {} {} {}", threads(e.active), sync_stack(e.sync_stack), bank));
    });
    return named("Λ", "context_stack", coq_list(entries));
}

std::string CoqScript::whole_bank(const Bank& bank) {
    std::string value = "empty";
    for (Variable v = 0; v < program_.variables.size(); ++v) {
        std::vector<Thread> threads;
        std::vector<Value> words;
        for (Thread t = 0; t < program_.threads; ++t) {
            if (const Value* word = bank.find(t, v)) {
                threads.push_back(t);
                words.push_back(*word);
            }
        }
        if (!threads.empty()) {
            value = fmt::format("assign {} {} {}\n    ({})", terms_.variable(v), coq_threads(threads),
                                coq_words(words), value);
        }
    }
    return value == "empty" ? value : "Eval vm_compute in\n  " + value;
}

std::string CoqScript::whole_memory() {
    std::vector<Value> addresses;
    std::vector<Value> words;
    machine_.memory().for_each([&](std::int64_t address, Value word) {
        words_ += 1;
        if (words_ > kMaxScriptWords) return;
        addresses.push_back(address);
        words.push_back(word);
    });
    if (addresses.empty()) return "empty";
    return fmt::format("Eval vm_compute in store {} {} empty", coq_words(addresses), coq_words(words));
}

/// β after a data step that assigns.
std::string CoqScript::changed_bank(const Warp& before, const Warp& after) {
    const Variable v = program_.at(before.pc).destination;
    std::vector<Thread> defined;
    std::vector<Value> words;
    std::vector<Thread> undefined;
    before.active.for_each([&](Thread t) {
        const Value* word = after.bank.find(t, v);
        if (word == nullptr) return undefined.push_back(t);
        defined.push_back(t);
        words.push_back(*word);
    });
    std::string value = bank_;
    if (!undefined.empty())
        value = fmt::format("undefine {} {} {}", terms_.variable(v), coq_threads(undefined), value);
    if (!undefined.empty() && !defined.empty()) value = "(" + value + ")";
    if (!defined.empty()) {
        value = fmt::format("assign {} {} {} {}", terms_.variable(v), coq_threads(defined), coq_words(words),
                            value);
    }
    return "Eval vm_compute in " + value;
}

/// Names β and Σ after the step.
void CoqScript::note_changes(const StepEvent& event, const Warp& before, const Warp& after) {
    const InstructionInfo& row = info(event.instruction().opcode);
    if (event.rule == RuleId::EB) {
        if (const Bank* saved = after.context_stack.top().bank.get()) saved_banks_[saved] = bank_;
    }
    if (event.rule == RuleId::EE) {
        if (const Bank* saved = before.context_stack.top().bank.get()) bank_ = saved_banks_[saved];
    }
    if (row.format.destination) bank_ = named("β", "bank", changed_bank(before, after));
    if (row.memory != MemoryUse::writes && row.memory != MemoryUse::updates) return;
    std::map<std::int64_t, Value> stores;
    for (const Access& access : event.accesses)
        stores[access.address] = *machine_.memory().find(access.address);
    std::vector<Value> addresses;
    std::vector<Value> words;
    for (const auto& [address, word] : stores) {
        addresses.push_back(address);
        words.push_back(word);
    }
    memory_ = named(
        "Σ", "memory",
        fmt::format("Eval vm_compute in store {} {} {}", coq_words(addresses), coq_words(words), memory_));
}

void CoqScript::define_state(const Warp& warp, std::uint64_t number) {
    const std::string active = threads(warp.active);
    const std::string stack = sync_stack(warp.sync_stack);
    const std::string contexts = context_stack(warp.context_stack);
    lemmas_ += fmt::format("Definition {} : state := M {} {} {} {} {} {}.\n", state_name(number), active,
                           bank_, memory_, stack, contexts, warp.pc);
}

void CoqScript::begin(const Warp& warp) {
    previous_ = warp;
    bank_ = named("β", "bank", whole_bank(warp.bank));
    memory_ = named("Σ", "memory", whole_memory());
    define_state(warp, first_);
    initial_ = {threads(warp.active), memory_};
}

// ---- the run

void CoqScript::on_step(const StepEvent& event) {
    steps_ += 1;
    const Warp& after = machine_.warp(0);
    if (previous_) {
        const Warp before = *std::exchange(previous_, std::nullopt);
        if (event.rule == RuleId::STOP) return end_in_stop(before);
        const std::string line = coq_comment(print(event.instruction(), program_));
        lemmas_ += fmt::format("\n(* {}: {} *)\n", before.pc, line);
        note_changes(event, before, after);
        define_state(after, steps_ + 1);
        lemmas_ += fmt::format("Lemma {} : step P {} {} {}.\nProof.{}Qed.\n", numbered("step", steps_),
                               coq_threads(order(before)), state_name(steps_), state_name(steps_ + 1),
                               proof(event, before, after));
        included_.push_back(steps_);
    }
    if (steps_ + 1 == first_) {
        begin(after);
    } else if (is_included(steps_ + 1)) {
        previous_ = after;
    }
}

/// The state from which the run is, for the last theorem.
std::string CoqScript::start() const {
    return first_ == 1 ? fmt::format("(initial P {} {})", initial_.first, initial_.second)
                       : state_name(first_);
}

void CoqScript::end_in_stop(const Warp& warp) {
    ending_ = fmt::format(
        "\nTheorem stopped : stops P {}.\n"
        "Proof. apply STOP; computes. Qed.\n\n"
        "Theorem result : evaluates_to P {} (Result {} {} {}).\n"
        "Proof. exact (stops_with P _ _ steps stopped). Qed.\n",
        state_name(steps_), start(), threads(warp.active), bank_, memory_);
}

void CoqScript::on_trap(const Trap& trap) {
    if (!previous_) return;
    const std::string at = state_name(steps_ + 1);
    const std::string trapped = fmt::format("(TrapOf Trap.{} Rule.{} {})", trap_constructor(trap.kind),
                                            to_string(trap.rule), coq_threads(trap.threads));
    const std::string ts = coq_threads(order(*previous_));
    ending_ = fmt::format(
        "\nTheorem trapped : traps P {} {} {}.\n"
        "Proof. apply trap_computed; computes. Qed.\n\n"
        "Theorem result : exists s, run P {} s /\\ traps P {} s {}.\n"
        "Proof. exists {}. split; [exact steps|exact trapped]. Qed.\n",
        ts, at, trapped, start(), ts, trapped, at);
}

/// The threads in the order of the scheduler.
std::vector<Thread> CoqScript::order(const Warp& before) const {
    const bool is_atomic = before.pc < program_.end() && program_.at(before.pc).opcode == Opcode::atomic_inc;
    if (!is_atomic) return before.active.threads();
    return thread_order(options_.order, options_.seed, 0, before.steps, before.active);
}

// ---- the proofs of steps

std::string CoqScript::proof(const StepEvent& event, const Warp& before, const Warp& after) {
    const Instruction& i = event.instruction();
    const std::string rule(to_string(event.rule));
    switch (event.rule) {
        case RuleId::IT:
            return data_proof(i, before, after);
        case RuleId::BT:
        case RuleId::BF:
        case RuleId::BD:
            return branch_proof(event.rule, before, after);
        case RuleId::BA:
        case RuleId::BI:
            return fmt::format(" by_rule apply {} with (o := {}) (l := {}). ", rule,
                               terms_.operand(i.operands[0]), i.target);
        case RuleId::JP:
            return fmt::format(" by_rule apply JP with (l := {}). ", i.target);
        case RuleId::AR:
            return fmt::format(" by_rule apply AR with (o := {}). ", terms_.operand(i.operands[0]));
        default:
            return fmt::format(" by_rule apply {}. ", rule);
    }
}

std::string CoqScript::branch_proof(RuleId rule, const Warp& before, const Warp& after) {
    const Instruction& i = program_.at(before.pc);
    std::string sets;
    if (rule == RuleId::BD) {
        ThreadSet leaving = before.active;
        after.active.for_each([&](Thread t) { leaving.erase(t); });
        sets = fmt::format(" (Θ_stay := {}) (Θ_leave := {})", threads(after.active), threads(leaving));
    }
    return fmt::format(" by_rule apply {} with (i := {}) (l := {}){}. ", to_string(rule),
                       terms_.instruction(i), i.target, sets);
}

std::string CoqScript::data_proof(const Instruction& i, const Warp& before, const Warp& after) const {
    std::string text = fmt::format("\n  by_IT ({}).\n", terms_.instruction(i));
    for (const Thread t : order(before))
        text += fmt::format("  thread {}. {{ {} }}\n", t, thread_proof(i, t, before, after));
    return text + "  no_more_threads. computes.\n";
}

std::string CoqScript::thread_proof(const Instruction& i, Thread t, const Warp& before,
                                    const Warp& after) const {
    const auto operand = [&](std::size_t k) {
        return coq_word(value_of(i.operands[k], t, before, program_));
    };
    const auto rule = [&](std::size_t k) { return operand_rule(i.operands[k]); };
    const Value* result = info(i.opcode).format.destination ? after.bank.find(t, i.destination) : nullptr;
    const std::string word = result != nullptr ? coq_word(*result) : "";
    switch (data_rule(i, result != nullptr)) {
        case RuleId::CT:
            return "apply CT.";
        case RuleId::AS:
            return fmt::format("apply AS with (c := {}); [computes|{}].", word, rule(0));
        case RuleId::LD:
            return fmt::format("apply LD with (x := {}) (c := {}); [{}|computes..].", operand(0), word,
                               rule(0));
        case RuleId::ST:
            return fmt::format("apply ST with (x := {}) (c := {}); [{}|{}|computes].", operand(0), operand(1),
                               rule(0), rule(1));
        case RuleId::AT:
            return fmt::format("apply AT with (x := {}) (c := {}) (c' := {}); [{}|computes..].", operand(0),
                               coq_word(program_.word.wrapped(Integer{*result} - 1)), word, rule(0));
        case RuleId::BP:
            return fmt::format("apply BP with (c1 := {}) (c2 := {}) (c := {}); [{}|{}|computes].", operand(0),
                               operand(1), word, rule(0), rule(1));
        case RuleId::SI:
            return fmt::format("apply SI with (k := {}); [{}|computes].", operand(0), rule(0));
        case RuleId::SV:
            return fmt::format("apply SV with (k := {}) (c := {}); [{}|computes..].", operand(0), word,
                               rule(0));
        case RuleId::BL:
            return fmt::format("apply BL with (votes := set_of {}); [computes|all_votes].",
                               coq_threads(voters(i.operands[0], before, program_)));
        default:
            return fmt::format("apply UN with (c := {}); {}.", operand(0), rule(0));
    }
}

// ---- the script

std::string CoqScript::text(std::string_view title) const {
    std::string script = fmt::format(
        "(* The run of {} as a proof. With musimd's folder proofs/ compiled, check it by\n\n"
        "     coqc -R proofs/theories Musimd SCRIPT.v\n\n"
        "   Each lemma is one step, by the rule that it applies; each state s has the number of the next "
        "step. *)\n\n"
        "From Coq Require Import ZArith NArith List.\n"
        "From Musimd Require Import Derivation.\n"
        "Import ListNotations.\n"
        "Local Open Scope N_scope.\n\n",
        coq_comment(title));
    script += terms_.program(options_.max_address) + "\n" + lemmas_;
    const std::uint64_t last = included_.empty() ? first_ : included_.back() + 1;
    script += fmt::format("\nTheorem steps : run P {} {}.\nProof.\n", state_name(first_), state_name(last));
    for (const std::uint64_t step : included_) script += fmt::format("  next {}.\n", numbered("step", step));
    return script + "  apply run_ends.\nQed.\n" + ending_;
}

}  // namespace musimd::views::derivation
