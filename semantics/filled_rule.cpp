#include "semantics/filled_rule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "isa/printer.hpp"
#include "isa/user_instruction.hpp"
#include "semantics/collectives.hpp"
#include "semantics/derivation.hpp"

namespace musimd {
namespace {

constexpr std::size_t kMaxRanges = 8;   // of a set of threads
constexpr std::size_t kMaxEntries = 6;  // of a stack

std::string and_more(std::size_t count) {
    return fmt::format("\"…({} more)\"", count);
}

// The entries of a stack from the top down, each as `entry(e)`.
template <typename T, typename F>
std::string stack_formula(const Stack<T>& stack, F&& entry) {
    std::string text;
    std::size_t shown = 0;
    for (Stack<T> rest = stack; !rest.empty() && shown < kMaxEntries; rest.pop(), ++shown)
        text += entry(rest.top()) + " : ";
    if (stack.size() > shown) return text + and_more(stack.size() - shown);
    return text + "∅";
}

}  // namespace

std::string StateNotation::threads(const ThreadSet& threads) {
    if (threads.empty()) return "∅";
    std::string text;
    std::size_t ranges = 0;
    std::size_t seen = 0;
    Thread first = threads.front();
    Thread last = first;
    const auto add = [&] {
        text += fmt::format("{}{}", ranges++ == 0 ? "" : ", ", first);
        if (last > first) text += fmt::format("{}{}", last == first + 1 ? ", " : "-", last);
    };
    const bool all = threads.all_of([&](Thread t) {
        if (t > last + 1) {
            add();
            if (ranges == kMaxRanges) return false;
            first = t;
        }
        last = t;
        ++seen;
        return true;
    });
    if (all) add();
    if (!all) text += ", " + and_more(threads.size() - seen);
    return "{" + text + "}";
}

std::string StateNotation::sync_stack(const SyncStack& stack) {
    return stack_formula(stack, [&](const SyncEntry& e) {
        return fmt::format("({}, {}, {}, {})", e.branch, threads(e.done), e.next, threads(e.todo));
    });
}

std::string StateNotation::context_stack(const ContextStack& stack) {
    return stack_formula(stack, [&](const ContextEntry& e) {
        return fmt::format("({}, {})", threads(e.active), sync_stack(e.sync_stack));
    });
}

std::string StateNotation::joins(const models::Groups& groups, const models::Group& of) {
    std::string text;
    for (auto join = of.joins.rbegin(); join != of.joins.rend(); ++join) {
        std::string arrived;
        for (const ThreadSet& set : groups.arrived_at(*join))
            arrived += (arrived.empty() ? "" : ", ") + threads(set);
        text += fmt::format("({}, {}, {}, {}) : ", join->branch, join->at, threads(groups.expected_at(*join)),
                            arrived.empty() ? "∅" : "[" + arrived + "]");
    }
    return text + "∅";
}

std::string StateNotation::groups(const models::Groups& groups) {
    std::string text;
    std::size_t shown = 0;
    for (const models::Group& group : groups.list) {
        if (shown++ == kMaxEntries) break;
        text += fmt::format("({}, {}, {}), ", threads(group.active), group.pc, joins(groups, group));
    }
    if (text.empty()) return "∅";
    if (groups.list.size() > kMaxEntries)
        return "[" + text + and_more(groups.list.size() - kMaxEntries) + "]";
    return "[" + text.substr(0, text.size() - 2) + "]";
}

std::string state_formula(const Warp& warp, StateNotation& notation) {
    return fmt::format("M({}, {}, {}, {}, {}, P, {})", notation.state_threads(warp.active), notation.bank(),
                       notation.memory(), notation.sync_stack(warp.sync_stack),
                       notation.context_stack(warp.context_stack), warp.pc);
}

namespace {

/// Fills in the premises of one inference.
class RuleFiller {
  public:
    RuleFiller(const Program& program, const Warp& before, const Step& outcome, StateNotation& notation,
               const Warp* after)
        : program_(program), before_(before), outcome_(outcome), notation_(notation), after_(after) {}

    FilledRule fill();

  private:
    using Premise = FilledPremise;

    const Failure* failure() const { return std::get_if<Failure>(&outcome_); }
    bool is_past_end() const { return before_.pc >= program_.end(); }
    const Instruction& instruction() const { return program_.at(before_.pc); }

    RuleId shown_rule() const;
    std::size_t inference_of(RuleId rule) const;
    void apply_to_copy();
    void bind(std::string name, std::string value) {
        bindings_.push_back({std::move(name), std::move(value)});
    }
    void bind_state();
    void bind_instruction();
    void bind_stacks();
    std::string filled(std::string_view schema) const { return filled_formula(schema, bindings_); }

    Premise premise(std::string_view schema);
    Premise fetch(std::string_view schema) const;
    Premise split_premise(std::string_view schema);
    Premise push_premise(std::string_view schema);
    Premise resume_premise(std::string_view schema);
    Premise every_thread(std::string_view schema);
    bool holds(std::string_view schema) const;
    bool value_holds(std::string_view schema, Value c) const;
    std::optional<FailedPremise> failed_premise() const;

    const Program& program_;
    const Warp& before_;
    const Step& outcome_;
    StateNotation& notation_;
    const Warp* after_;
    std::optional<Warp> copy_;
    RuleId rule_ = RuleId::STOP;
    std::vector<FormulaBinding> bindings_;
    Split split_;
};

/// The rule that is shown if none applies: the one that comes nearest, or the first of the instruction.
RuleId RuleFiller::shown_rule() const {
    if (const auto* rule = std::get_if<RuleId>(&outcome_)) return *rule;
    if (is_past_end() || info(instruction().opcode).family == Family::data) return RuleId::IT;
    if (failure() != nullptr && is_control_rule(failure()->rule)) return failure()->rule;
    const bool is_branch = instruction().opcode == Opcode::bz || instruction().opcode == Opcode::bnz;
    if (is_branch) return RuleId::BD;
    const std::string_view rules = info(instruction().opcode).rules;
    return rule_named(rules.substr(0, rules.find(' ')));
}

std::size_t RuleFiller::inference_of(RuleId rule) const {
    const bool has_two = schema_of(rule).inferences.size() == 2 && !is_past_end();
    if (!has_two) return 0;
    const Opcode opcode = instruction().opcode;
    return opcode == Opcode::bnz || opcode == Opcode::block_barrier_of ? 1 : 0;
}

/// The state after a control rule, if the caller has not passed it.
void RuleFiller::apply_to_copy() {
    const bool applies = std::holds_alternative<RuleId>(outcome_) && rule_ != RuleId::IT;
    if (after_ != nullptr || !applies) return;
    copy_ = before_;
    RuleSet rules;
    control(*copy_, program_, copy_->all, instruction(), rules);
    after_ = &*copy_;
}

void RuleFiller::bind_state() {
    bind("Θ", notation_.state_threads(before_.active));
    bind("β", notation_.bank());
    bind("Σ", notation_.memory());
    bind("Π", notation_.sync_stack(before_.sync_stack));
    bind("Λ", notation_.context_stack(before_.context_stack));
    bind("pc", fmt::format("{}", before_.pc));
    bind("Θ_mask", notation_.state_threads(before_.entry_mask()));
    bind("Θ_all", notation_.state_threads(before_.all));
}

void RuleFiller::bind_instruction() {
    if (is_past_end()) return;
    const Instruction& i = instruction();
    const Format& format = info(i.opcode).format;
    if (rule_ == RuleId::IT) {
        bind("ι", formula_code(print(i, program_)));
        bind("β'", notation_.next_bank());
        bind("Σ'", notation_.next_memory());
        return;
    }
    if (format.operands > 0) {
        const std::string operand = formula_code(operand_name(i.operands[0], program_));
        bind(format.constants ? "o" : "v", operand);
    }
    if (format.target) bind("l", fmt::format("{}", i.target));
    if (i.opcode == Opcode::block_barrier_of && after_ != nullptr) {
        const Value* c = after_->bank.find(before_.active.front(), i.destination);
        if (c != nullptr) bind("c", fmt::format("{}", *c));
    }
}

/// The parts of the top entries that SS, SP and EE name.
void RuleFiller::bind_stacks() {
    const bool is_sync = rule_ == RuleId::SS || rule_ == RuleId::SP;
    if (is_sync && !before_.sync_stack.empty()) {
        const SyncEntry& top = before_.sync_stack.top();
        SyncStack rest = before_.sync_stack;
        rest.pop();
        bind("pc'", fmt::format("{}", top.branch));
        bind("Θd", notation_.threads(top.done));
        bind("l", fmt::format("{}", top.next));
        bind("Θw", notation_.threads(top.todo));
        bind("Π'", notation_.sync_stack(rest));
    }
    if (rule_ == RuleId::EE && !before_.context_stack.empty()) {
        const ContextEntry& top = before_.context_stack.top();
        ContextStack rest = before_.context_stack;
        rest.pop();
        bind("Θ'", notation_.threads(top.active));
        bind("Π'", notation_.sync_stack(top.sync_stack));
        bind("Λ'", notation_.context_stack(rest));
    }
}

/// `P[4] = bz c, end`
FilledPremise RuleFiller::fetch(std::string_view schema) const {
    if (is_past_end()) return {schema, {fmt::format("P[{}] = ι", before_.pc)}, false};
    const std::string name(to_string(rule_));
    const std::string rules = fmt::format(" {} ", info(instruction().opcode).rules);
    const bool is_data = info(instruction().opcode).family == Family::data;
    const bool fits = rule_ == RuleId::IT ? is_data : rules.find(' ' + name + ' ') != std::string::npos;
    return {
        schema, {fmt::format("P[{}] = {}", before_.pc, formula_code(print(instruction(), program_)))}, fits};
}

FilledPremise RuleFiller::split_premise(std::string_view schema) {
    RuleSet rules;
    const auto parts = split(before_, program_, instruction().operands[0], rules);
    if (!parts) return {schema, {filled(schema)}, false};
    split_ = *parts;
    bind("Θ0", notation_.threads(split_.zero));
    bind("Θn", notation_.threads(split_.not_zero));
    bool is_this = true;
    if (schema.ends_with("(Θ, ∅)")) is_this = split_.not_zero.empty();
    if (schema.ends_with("(∅, Θ)")) is_this = split_.zero.empty();
    return {schema, {filled(schema)}, is_this};
}

FilledPremise RuleFiller::push_premise(std::string_view schema) {
    if (after_ == nullptr) return {schema, {filled(schema)}, failure() == nullptr};
    ThreadSet waiting;
    if (rule_ == RuleId::BD) waiting = instruction().opcode == Opcode::bz ? split_.zero : split_.not_zero;
    Warp pushed = before_;
    push(pushed, waiting, before_.pc, instruction().target);
    bind("Π'", notation_.sync_stack(after_->sync_stack));
    return {schema, {filled(schema)}, pushed.sync_stack == after_->sync_stack};
}

FilledPremise RuleFiller::resume_premise(std::string_view schema) {
    if (after_ == nullptr) return {schema, {filled(schema)}, failure() == nullptr};
    bind("Θ'", notation_.threads(after_->active));
    bind("Π'", notation_.sync_stack(after_->sync_stack));
    bind("l", fmt::format("{}", after_->pc));
    return {schema, {filled(schema)}, true};
}

bool RuleFiller::value_holds(std::string_view schema, Value c) const {
    if (rule_ == RuleId::AR) return c != 0;
    if (rule_ == RuleId::BB) return true;
    const bool is_lane = 0 <= c && c < Integer{program_.threads};
    const bool is_in = is_lane && before_.entry_mask().contains(static_cast<Thread>(c));
    return is_in == (schema.find("∈ Θ_mask") != std::string_view::npos);
}

/// A premise about o in every thread: a formula for each value.
FilledPremise RuleFiller::every_thread(std::string_view schema) {
    std::map<Value, ThreadSet> groups;
    ThreadSet others;
    ThreadSet undefined;
    Premise result{schema, {}, true};
    bool others_hold = true;
    before_.active.for_each([&](Thread t) {
        RuleSet rules;
        const auto c = evaluate(instruction().operands[0], t, before_, program_, rules);
        if (!c) {
            undefined.insert(t);
            result.holds = false;
            return;
        }
        const bool is_right = value_holds(schema, *c);
        result.holds &= is_right;
        const bool is_new = !groups.contains(*c);
        const bool is_other = is_new && groups.size() == kMaxValueGroups;
        (is_other ? others : groups[*c]).insert(t);
        if (is_other) others_hold &= is_right;
    });
    const auto add = [&](const ThreadSet& threads, const std::optional<Value>& c, bool is_right) {
        std::vector<FormulaBinding> bindings = {{"Θ", notation_.threads(threads)}};
        for (const char* name : {"k", "c", "c_t"}) {
            if (c) bindings.push_back({name, fmt::format("{}", *c)});
        }
        bindings.insert(bindings.end(), bindings_.begin(), bindings_.end());
        if (!is_right) result.failing.push_back(result.filled.size());
        result.filled.push_back(filled_formula(schema, bindings));
    };
    for (const auto& [c, threads] : groups) add(threads, c, value_holds(schema, c));
    if (!others.empty()) add(others, std::nullopt, others_hold);
    if (!undefined.empty()) add(undefined, std::nullopt, false);
    return result;
}

/// The premises about the stacks and sets of the state.
bool RuleFiller::holds(std::string_view schema) const {
    if (schema == "Θ0 ≠ ∅") return !split_.zero.empty();
    if (schema == "Θn ≠ ∅") return !split_.not_zero.empty();
    if (schema == "Π = ∅") return before_.sync_stack.empty();
    if (schema == "Λ = ∅") return before_.context_stack.empty();
    if (schema == "Λ ≠ ∅") return !before_.context_stack.empty();
    if (schema == "Θ = Θ_all") return before_.active == before_.all;
    if (schema.starts_with("Λ = (")) return !before_.context_stack.empty();
    if (schema.starts_with("Π = (")) {
        const bool needs_none = schema.find(", ∅)") != std::string_view::npos;
        return !before_.sync_stack.empty() && (!needs_none || before_.sync_stack.top().todo.empty());
    }
    if (schema == "Θw ≠ ∅") return !before_.sync_stack.empty() && !before_.sync_stack.top().todo.empty();
    return failure() == nullptr;  // a derivation of its own, or what other warps do
}

FilledPremise RuleFiller::premise(std::string_view schema) {
    if (schema.starts_with("P[pc]")) return fetch(schema);
    if (schema.starts_with("split(")) return split_premise(schema);
    if (schema.starts_with("push(")) return push_premise(schema);
    if (schema.starts_with("resume(")) return resume_premise(schema);
    if (schema.starts_with("t, β ⊢ o")) return every_thread(schema);
    std::string formula = filled(schema);
    if (formula == "∅ = ∅") formula = schema;  // `Π = ∅`
    return {schema, {std::move(formula)}, holds(schema)};
}

/// The premise of the rule that the failure names.
std::optional<FailedPremise> RuleFiller::failed_premise() const {
    if (failure() == nullptr) return std::nullopt;
    const Failure& f = *failure();
    const auto premise = [&](std::string formula) { return FailedPremise{f.rule, std::move(formula)}; };
    if (f.rule == RuleId::BP && user_instruction_of(instruction()) != nullptr)
        return premise(fmt::format("\"the operation has a result in thread\" {}", f.thread));
    switch (f.kind) {
        case TrapKind::undefined_variable: {
            const bool is_taken = f.rule == RuleId::SV || f.rule == RuleId::SH;
            return premise(fmt::format("β[{}]({}) = c", is_taken ? f.other : f.thread,
                                       formula_code(program_.variables[f.variable])));
        }
        case TrapKind::undefined_memory:
            return premise(fmt::format("Σ({}) = c", f.a));
        case TrapKind::invalid_address:
            return premise(fmt::format("{} \"is a valid address\"", f.a));
        case TrapKind::race:
            return premise(fmt::format("\"nothing races on\" Σ({})", f.a));
        case TrapKind::division_by_zero:
            return premise(fmt::format("{} ≠ 0 \"in thread\" {}", f.b, f.thread));
        case TrapKind::invalid_shift:
            return premise(fmt::format("\"0 ≤\" {} \"and\" {} \"is less than the width\"", f.b, f.b));
        case TrapKind::overflow:
            return premise("\"the result fits the word\"");
        case TrapKind::collective_mask:
            return premise("\"the group of each\" t ∈ Θ \"is complete\"");
        case TrapKind::branch_mask_divergent:
        case TrapKind::sync_without_branch:
        case TrapKind::stop_while_diverged:
        case TrapKind::end_everywhere_without_everywhere:
        case TrapKind::end_everywhere_while_diverged:
        case TrapKind::branch_mask_outside_everywhere:
        case TrapKind::barrier_while_diverged:
        case TrapKind::exit_inside_everywhere:
        case TrapKind::assertion:
        case TrapKind::pc_out_of_program:
        case TrapKind::stuck:
            break;  // a premise of the control rule
    }
    return std::nullopt;
}

FilledRule RuleFiller::fill() {
    FilledRule result;
    rule_ = shown_rule();
    result.rule = rule_;
    result.schema = &schema_of(rule_).inferences[inference_of(rule_)];
    apply_to_copy();
    bind_state();
    bind_instruction();
    bind_stacks();
    std::size_t count = result.schema->premises.size();
    if (rule_ != RuleId::STOP) count -= 1;
    for (std::size_t i = 0; i < count; ++i) {
        result.premises.push_back(premise(result.schema->premises[i]));
        const bool is_missing = result.premises.back().schema.starts_with("P[pc]") && is_past_end();
        if (is_missing) break;
    }
    result.conclusion = state_formula(before_, notation_) + " ⇓ R";
    if (failure() != nullptr) result.trap = failure()->kind;
    result.failed = failed_premise();
    return result;
}

Step collective_rule(const Program& program, const Warp& before) {
    std::vector<Participant> threads;
    before.active.for_each([&](Thread t) { threads.emplace_back(t, before); });
    const auto done = collective(threads, before.all, program);
    if (!done) return done.error().failure;
    return RuleId::IT;
}

}  // namespace

FilledRule filled_premises(const Program& program, const Warp& before, const Step& outcome,
                           StateNotation& notation, const Warp* after) {
    return RuleFiller(program, before, outcome, notation, after).fill();
}

FilledRule filled_premises(const Program& program, const Warp& before, const Step& outcome) {
    StateNotation values;
    return filled_premises(program, before, outcome, values);
}

Step rule_of_next_step(const Program& program, const Warp& before, const Memory& memory,
                       const MachineOptions& options) {
    if (before.pc >= program.end())
        return Failure{.kind = TrapKind::pc_out_of_program, .rule = RuleId::IT, .all_active = true};
    const Instruction& instruction = program.at(before.pc);
    if (is_collective(instruction.opcode)) return collective_rule(program, before);
    if (instruction.opcode == Opcode::activemask) return RuleId::IT;
    if (info(instruction.opcode).family == Family::data) {
        Effects effects;
        const auto done = TL(before, memory, program, options, instruction, effects);
        if (!done) return done.error();
        return RuleId::IT;
    }
    Warp copy = before;
    RuleSet rules;
    return control(copy, program, copy.all, instruction, rules);
}

}  // namespace musimd
