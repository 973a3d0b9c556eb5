#include "views/derivation/recorder.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "isa/printer.hpp"
#include "semantics/derivation.hpp"
#include "semantics/models/group_formulas.hpp"

namespace musimd::views::derivation {

std::string numbered(std::string_view base, std::size_t number) {
    constexpr std::string_view kDigits[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    std::string name(base);
    for (const char digit : std::to_string(number)) name += kDigits[digit - '0'];
    return name;
}

namespace {

constexpr std::size_t kMaxWords = 12;      // of a change of β or Σ
constexpr std::size_t kMaxVariables = 16;  // of a change of β
constexpr std::size_t kShortSet = 24;      // columns; a longer set has a name

/// The name of the value in the list; a new one if it has none.
template <typename T>
std::pair<std::string, bool> name_in(std::vector<std::pair<T, std::string>>& list, const T& value,
                                     std::string_view base) {
    const auto known = std::ranges::find(list, value, &std::pair<T, std::string>::first);
    if (known != list.end()) return {known->second, false};
    list.emplace_back(value, numbered(base, list.size() + 1));
    return {list.back().second, true};
}

std::string word_of(const Value* word) {
    return word == nullptr ? "\"_\"" : fmt::format("{}", *word);
}

/// `v ↦ 3, 1, 0 in threads {0-2}` of one variable.
std::string change_of(Variable v, const Bank& bank, const ThreadSet& threads, const Program& program,
                      StateNotation& literal) {
    std::vector<std::string> words;
    bool equal = true;
    threads.for_each([&](Thread t) {
        std::string word = word_of(bank.find(t, v));
        equal &= words.empty() || words.front() == word;
        if (words.size() < kMaxWords) words.push_back(std::move(word));
    });
    if (equal) words.resize(1);
    const bool is_cut = !equal && threads.size() > kMaxWords;
    return fmt::format("{} ↦ {}{} \"in\" {}", formula_code(program.variables[v]), fmt::join(words, ", "),
                       is_cut ? ", …" : "", literal.threads(threads));
}

/// The threads in which v differs.
ThreadSet changed_threads(Variable v, const Warp& before, const Warp& after) {
    ThreadSet changed;
    after.all.for_each([&](Thread t) {
        const Value* old_word = before.bank.find(t, v);
        const Value* new_word = after.bank.find(t, v);
        const bool same =
            (old_word == nullptr) == (new_word == nullptr) && (old_word == nullptr || *old_word == *new_word);
        if (!same) changed.insert(t);
    });
    return changed;
}

/// `β₁[v ↦ …]` for these variables in these threads; β itself if nothing changes.
std::string changed_bank(const std::string& old_name, const std::set<Variable>& variables, const Warp& before,
                         const Warp& after, const Program& program) {
    StateNotation literal;
    std::vector<std::string> changes;
    for (const Variable v : variables) {
        const ThreadSet threads = changed_threads(v, before, after);
        if (!threads.empty() && changes.size() < kMaxVariables)
            changes.push_back(change_of(v, after.bank, threads, program, literal));
    }
    return changes.empty() ? old_name : fmt::format("{}[{}]", old_name, fmt::join(changes, ", "));
}

template <typename Stores>
std::string changed_memory(const std::string& old_name, const Stores& stores) {
    std::vector<std::string> words;
    for (const auto& [address, word] : stores) {
        if (words.size() == kMaxWords) break;
        words.push_back(fmt::format("{} ↦ {}", address, word));
    }
    if (stores.size() > words.size())
        words.push_back(fmt::format("\"…({} more)\"", stores.size() - words.size()));
    return fmt::format("{}[{}]", old_name, fmt::join(words, ", "));
}

bool assigns(const Instruction& instruction) {
    return info(instruction.opcode).format.destination;
}

bool writes_memory(const Instruction& instruction) {
    const MemoryUse use = info(instruction.opcode).memory;
    return use == MemoryUse::writes || use == MemoryUse::updates || use == MemoryUse::copies;
}

}  // namespace

// ---- names

std::string PartNames::state_threads(const ThreadSet& set) {
    if (set.empty()) return "∅";
    const auto [name, is_new] = name_in(sets_, set, "Θ");
    if (is_new) sets_defined_.push_back({name, StateNotation::threads(set)});
    return name;
}

std::string PartNames::threads(const ThreadSet& set) {
    std::string value = StateNotation::threads(set);
    return formula_columns(value) <= kShortSet ? value : state_threads(set);
}

std::string PartNames::sync_stack(const SyncStack& stack) {
    if (stack.empty()) return "∅";
    const auto [name, is_new] = name_in(sync_stacks_, stack, "Π");
    if (!is_new) return name;
    const SyncEntry& top = stack.top();
    SyncStack rest = stack;
    rest.pop();
    // A stack whose rest has no name is that of a run that is shown from its middle on.
    const bool is_known =
        rest.empty() || std::ranges::find(sync_stacks_, rest, &std::pair<SyncStack, std::string>::first) !=
                            sync_stacks_.end();
    stacks_defined_.push_back({name, is_known
                                         ? fmt::format("({}, {}, {}, {}) : {}", top.branch, threads(top.done),
                                                       top.next, threads(top.todo), sync_stack(rest))
                                         : StateNotation::sync_stack(stack)});
    return name;
}

std::string PartNames::context_stack(const ContextStack& stack) {
    if (stack.empty()) return "∅";
    const auto [name, is_new] = name_in(context_stacks_, stack, "Λ");
    if (!is_new) return name;
    const ContextEntry& top = stack.top();
    ContextStack rest = stack;
    rest.pop();
    const bool is_known = rest.empty() || std::ranges::find(context_stacks_, rest,
                                                            &std::pair<ContextStack, std::string>::first) !=
                                              context_stacks_.end();
    stacks_defined_.push_back({name, is_known ? fmt::format("({}, {}) : {}", state_threads(top.active),
                                                            sync_stack(top.sync_stack), context_stack(rest))
                                              : StateNotation::context_stack(stack)});
    return name;
}

std::string PartNames::groups(const models::Groups& groups) {
    if (groups.list.empty()) return "∅";
    std::string value = StateNotation::groups(groups);
    const auto [name, is_new] = name_in(groups_, value, "G");
    if (is_new) stacks_defined_.push_back({name, std::move(value)});
    return name;
}

void PartNames::change_bank(std::string value) {
    next_bank_ = numbered("β", banks_.size() + 1);
    banks_.push_back({next_bank_, std::move(value)});
}

void PartNames::change_memory(std::string value) {
    next_memory_ = numbered("Σ", memories_.size() + 1);
    memories_.push_back({next_memory_, std::move(value)});
}

void PartNames::advance() {
    bank_ = next_bank_;
    memory_ = next_memory_;
}

std::vector<Definition> PartNames::definitions() const {
    std::vector<Definition> all;
    for (const auto* list : {&sets_defined_, &stacks_defined_, &banks_, &memories_})
        all.insert(all.end(), list->begin(), list->end());
    return all;
}

// ---- the run

DerivationRecorder::DerivationRecorder(const Program& program, const Machine& machine, MachineOptions options,
                                       DerivationLayout layout)
    : program_(program),
      machine_(machine),
      options_(options),
      layout_(layout),
      number_(machine.machine_of(layout.warp, 0)) {
    layout_.steps = std::min(layout_.steps, kMaxPrintedSteps);
    if (layout_.first == 1) begin();
}

DerivationRecorder::State::State(const Machine& machine, std::uint32_t m) : Warp(machine.warp(m)) {
    const models::GroupWarp* warp = machine.group_warp(m);
    if (warp == nullptr) return;
    groups = warp->groups;
    saved = warp->saved;
}

std::string DerivationRecorder::formula_of(const State& state) {
    return state.groups ? models::state_formula({state, *state.groups, state.saved}, names_)
                        : state_formula(state, names_);
}

/// The rule of a step with its premises; `after` is null if no rule applies.
FilledRule DerivationRecorder::filled(const State& before, const Step& outcome, const State* after) {
    if (!before.groups) return filled_premises(program_, before, outcome, names_, after);
    const models::GroupState first{before, *before.groups, before.saved};
    if (after == nullptr) return models::filled_premises(program_, first, outcome, names_, nullptr);
    const models::GroupState then{*after, *after->groups, after->saved};
    return models::filled_premises(program_, first, outcome, names_, &then);
}

/// The state before the first step that is printed.
void DerivationRecorder::begin() {
    previous_ = State(machine_, number_);
    last_printed_ = steps_;
    skip_to(*previous_);
}

/// Names β and Σ of a state that follows from no step on the page.
void DerivationRecorder::skip_to(const Warp& warp) {
    StateNotation literal;
    std::vector<std::string> variables;
    for (Variable v = 0; v < program_.variables.size() && variables.size() < kMaxVariables; ++v) {
        ThreadSet defined;
        warp.all.for_each([&](Thread t) {
            if (warp.bank.find(t, v) != nullptr) defined.insert(t);
        });
        if (!defined.empty()) variables.push_back(change_of(v, warp.bank, defined, program_, literal));
    }
    names_.change_bank(variables.empty() ? "∅" : fmt::format("[{}]", fmt::join(variables, ", ")));
    std::vector<Store> words;
    machine_.memory().for_each([&](std::int64_t address, Value word) {
        if (words.size() <= kMaxWords) words.emplace_back(address, word);
    });
    const bool is_cut = words.size() > kMaxWords;
    if (is_cut) words.pop_back();
    std::string value = words.empty() ? "∅" : changed_memory("", words);
    if (is_cut) value.insert(value.size() - 1, ", …");
    names_.change_memory(std::move(value));
    names_.advance();
    saved_banks_.assign(warp.context_stack.size(), names_.bank());
}

void DerivationRecorder::on_step(const StepEvent& event) {
    if (event.warp != layout_.warp) {
        foreign_ |= !event.accesses.empty() && writes_memory(event.instruction());
        return;
    }
    steps_ += 1;
    ends_in_stop_ = machine_.has_stopped(number_);
    if (previous_) {
        previous_->active = event.active;
        previous_->pc = event.pc;
        Taken step{steps_, event.rule, *std::move(previous_), State(machine_, number_), {}, false, foreign_};
        step.writes = writes_memory(event.instruction()) && !event.accesses.empty();
        for (const Access& access : event.accesses) {
            if (access.only_reads && event.instruction().opcode == Opcode::copy_async) continue;
            const Value* word = step.writes ? machine_.memory().find(access.address) : nullptr;
            const bool is_new =
                std::ranges::find(step.stores, access.address, &Store::first) == step.stores.end();
            if (word != nullptr && is_new && step.stores.size() <= kMaxWords)
                step.stores.emplace_back(access.address, *word);
        }
        foreign_ = false;
        add(std::move(step));
        previous_.reset();
    }
    if (steps_ + 1 == layout_.first) {
        begin();
    } else if (is_printed(steps_ + 1)) {
        previous_ = State(machine_, number_);
    }
}

// The machine is empty once the run has ended, so its state is printed now.
void DerivationRecorder::on_trap(const Trap& trap) {
    trap_ = trap;
    end_fold();
    if (trap.warp == layout_.warp && steps_ + 1 >= layout_.first) print_trap();
}

void DerivationRecorder::add(Taken step) {
    last_printed_ = step.number;
    in_a_row_ = step.rule == RuleId::IT ? in_a_row_ + 1 : 0;
    const bool is_folded = layout_.fold != 0 && in_a_row_ > layout_.fold;
    if (is_folded) return fold(std::move(step));
    end_fold();
    print(step);
}

void DerivationRecorder::fold(Taken step) {
    const Instruction& instruction = program_.at(step.before.pc);
    if (!folded_) folded_ = Fold{.first = step, .last = {}, .count = 0, .changed = {}, .stores = {}};
    Fold& f = *folded_;
    f.count += 1;
    f.last = step.after;
    f.last_number = step.number;
    f.writes |= step.writes;
    if (assigns(instruction)) f.changed.insert(instruction.destination);
    for (const Store& store : step.stores) {
        std::erase_if(f.stores, [&](const Store& s) { return s.first == store.first; });
        if (f.stores.size() <= kMaxWords) f.stores.push_back(store);
    }
}

/// One row for the folded steps; a single step is printed.
void DerivationRecorder::end_fold() {
    if (!folded_) return;
    const Fold f = *std::exchange(folded_, std::nullopt);
    if (f.count == 1) return print(f.first);
    note_foreign_stores(f.first.is_foreign);
    Inference row;
    row.conclusion = formula_of(f.first.before) + " ⇓ R";
    row.gap =
        fmt::format("…({} steps of the same form, IT: {} to {})", f.count, f.first.number, f.last_number);
    const std::string value = changed_bank(names_.bank(), f.changed, f.first.before, f.last, program_);
    if (value != names_.bank()) names_.change_bank(value);
    if (f.writes) names_.change_memory(changed_memory(names_.memory(), f.stores));
    names_.advance();
    last_state_ = formula_of(f.last);
    rows_.push_back(std::move(row));
}

void DerivationRecorder::note_foreign_stores(bool is_foreign) {
    if (!is_foreign) return;
    names_.change_memory(names_.memory() + " \"after the stores of other warps\"");
    names_.advance();
}

/// β and Σ after the step.
void DerivationRecorder::note_changes(const Taken& step) {
    const Instruction& instruction = program_.at(step.before.pc);
    if (step.rule == RuleId::EB) saved_banks_.push_back(names_.bank());
    if (step.rule == RuleId::EE) {
        const bool is_restored = step.before.context_stack.top().bank != nullptr;
        if (is_restored && !saved_banks_.empty()) names_.restore_bank(saved_banks_.back());
        if (!saved_banks_.empty()) saved_banks_.pop_back();
    }
    if (assigns(instruction)) {
        std::string value =
            changed_bank(names_.bank(), {instruction.destination}, step.before, step.after, program_);
        if (value != names_.bank()) names_.change_bank(std::move(value));
    }
    if (step.writes) names_.change_memory(changed_memory(names_.memory(), step.stores));
}

namespace {

/// The premise of rule IT that the data rules derive.
std::size_t data_premise_of(const FilledRule& rule) {
    const auto is_data = [](const FilledPremise& p) { return p.schema.starts_with("(Θ, β"); };
    return static_cast<std::size_t>(std::ranges::find_if(rule.premises, is_data) - rule.premises.begin());
}

}  // namespace

void DerivationRecorder::print(const Taken& step) {
    note_foreign_stores(step.is_foreign);
    note_changes(step);
    const FilledRule rule = filled(step.before, step.rule, &step.after);
    Inference row{std::string(to_string(rule.rule)), step.number, {}, rule.conclusion};
    for (const FilledPremise& premise : rule.premises) {
        for (std::size_t i = 0; i < premise.filled.size(); ++i)
            row.premises.push_back({premise.filled[i], premise.formula_holds(i)});
    }
    if (step.rule == RuleId::STOP) row.conclusion = fmt::format("{} ⇓ R", formula_of(step.before));
    if (step.rule == RuleId::IT) {
        row.premises[data_premise_of(rule)].formula += " \"by\" " + numbered("D", step.number);
        print_data(step);
    }
    rows_.push_back(std::move(row));
    names_.advance();
    last_state_ = formula_of(step.after);
}

/// (t, β, Σ, Θ_mask, ι) → (σ, Σ') and its premises.
Inference DerivationRecorder::thread_inference(const Taken& step, Thread t, const Derivation& derivation) {
    const Instruction& instruction = program_.at(step.before.pc);
    const bool is_atomic = info(instruction.opcode).memory == MemoryUse::updates;
    // From one thread to the next, an atomic changes Σ, so that it has no name.
    std::vector<FormulaBinding> bindings = {{"β", names_.bank()}};
    const std::string memory = is_atomic ? "Σ" : names_.memory();
    bindings.push_back({"Σ", memory});
    Inference inference{std::string(to_string(derivation.rule)), 0, {}, ""};
    for (const Derivation& premise : derivation.premises) {
        inference.premises.push_back({fmt::format("{} \"({})\"", filled_formula(premise.conclusion, bindings),
                                                  to_string(premise.rule))});
    }
    const std::string ending = filled_formula(derivation.conclusion, bindings);
    const MemoryUse use = info(instruction.opcode).memory;
    const bool is_store = use == MemoryUse::writes || use == MemoryUse::copies;
    inference.conclusion = fmt::format("({}, {}, {}, {}, {}) → ({})", t, names_.bank(), memory,
                                       names_.state_threads(step.before.entry_mask()),
                                       formula_code(print_instruction(instruction)),
                                       is_store ? fmt::format("σ_{}, {}", t, ending)
                                                : fmt::format("{}, {}", ending, is_atomic ? "Σ'" : memory));
    return inference;
}

std::string DerivationRecorder::print_instruction(const Instruction& instruction) const {
    return musimd::print(instruction, program_);
}

void DerivationRecorder::print_data(const Taken& step) {
    const Derivation derivation = data_derivation(program_, step.before, step.after, layout_.threads);
    const std::string code = formula_code(print_instruction(program_.at(step.before.pc)));
    Section section;
    section.heading = fmt::format("{}: {}", numbered("D", step.number), code);
    std::vector<Thread> threads;
    step.before.active.all_of([&](Thread t) {
        threads.push_back(t);
        return threads.size() < derivation.premises.size();
    });
    for (std::size_t i = 0; i < derivation.premises.size(); ++i)
        section.inferences.push_back(thread_inference(step, threads[i], derivation.premises[i]));
    const std::size_t others = step.before.active.size() - derivation.premises.size();
    if (others > 0) {
        section.inferences.emplace_back();
        section.inferences.back().gap =
            fmt::format("…({} {} of the same form)", others, others == 1 ? "thread" : "threads");
    }
    const std::string mask = names_.state_threads(step.before.entry_mask());
    section.inferences.push_back(
        {"TL",
         0,
         {{fmt::format("(t, {}, Σ, {}, {}) → (σ, Σ') \"for each\" t ∈ {}", names_.bank(), mask, code,
                       names_.state_threads(step.before.active))}},
         fmt::format("({}, {}, {}, {}, {}) → ({}, {})", names_.state_threads(step.before.active),
                     names_.bank(), names_.memory(), mask, code, names_.next_bank(), names_.next_memory())});
    data_.push_back(std::move(section));
}

// ---- the page

namespace {

/// The failure of the trap's step, with the values of its premises.
Failure failure_of(const Trap& trap, const Program& program, const Warp& warp, const Memory& memory,
                   const MachineOptions& options) {
    const Step predicted = rule_of_next_step(program, warp, memory, options);
    const auto* failure = std::get_if<Failure>(&predicted);
    if (failure != nullptr && failure->kind == trap.kind) return *failure;
    Failure other{.kind = trap.kind, .rule = trap.rule};
    if (!trap.threads.empty()) other.thread = trap.threads.front();
    return other;
}

}  // namespace

/// The rule that would be next, at the top: which of its premises fails.
void DerivationRecorder::print_trap() {
    State warp(machine_, number_);
    const std::uint64_t left_out = steps_ - last_printed_;
    if (left_out > 0) {
        add_gap(left_out);
        skip_to(warp);
    }
    names_.forget_next();
    if (warp.groups) {
        for (const models::Group& group : warp.groups->list) {
            if (!trap_->threads.empty() && group.active.contains(trap_->threads.front()))
                warp.active = group.active;
        }
        warp.pc = trap_->pc;
    }
    const Failure failure = warp.groups
                                ? models::failure_of(*trap_, program_, warp, machine_.memory(), options_)
                                : failure_of(*trap_, program_, warp, machine_.memory(), options_);
    const FilledRule rule = filled(warp, failure, nullptr);
    Inference row{std::string(to_string(rule.rule)), 0, {}, rule.conclusion};
    for (const FilledPremise& premise : rule.premises) {
        for (std::size_t i = 0; i < premise.filled.size(); ++i)
            row.premises.push_back({premise.filled[i], premise.formula_holds(i)});
    }
    if (rule.failed) {
        row.premises.push_back(
            {fmt::format("{} \"({})\"", rule.failed->formula, to_string(rule.failed->rule)), false});
    }
    rows_.push_back(std::move(row));
}

/// Steps that are not printed, above the last one that is.
void DerivationRecorder::add_gap(std::uint64_t steps) {
    Inference gap;
    gap.conclusion = last_state_ + " ⇓ R";
    gap.gap =
        steps == 0 ? std::string("…") : fmt::format("…({} more {})", steps, steps == 1 ? "step" : "steps");
    rows_.push_back(std::move(gap));
}

void DerivationRecorder::end() {
    end_fold();
    if (trap_ && trap_->warp == layout_.warp) return;
    const std::uint64_t left_out = steps_ - last_printed_;
    if (!rows_.empty() && (left_out > 0 || !ends_in_stop_)) add_gap(left_out);
}

std::string DerivationRecorder::result_value(const Result& result) {
    if (trap_) {
        const std::string other = trap_->warp == layout_.warp ? "" : fmt::format(", in warp {}", trap_->warp);
        return fmt::format("\"does not exist: no rule applies, trap {} (rule {}){}\"", to_string(trap_->kind),
                           to_string(trap_->rule), other);
    }
    if (!ends_in_stop_)
        return fmt::format("\"is not known: the run has not ended after {} steps\"", result.steps);
    const ThreadSet& active = result.warps[layout_.warp].active;
    if (steps_ == last_printed_)
        return fmt::format("({}, {}, {})", names_.state_threads(active), names_.bank(), names_.memory());
    return fmt::format("({}, β, Σ) \"of the state after step {}\"", names_.state_threads(active), steps_);
}

Page DerivationRecorder::page(const Result& result, const std::string& title) {
    end();
    Page page{fmt::format("Derivation of {}", title), {}};
    const std::string value = result_value(result);
    Section spine;
    spine.prose.push_back(
        "Read it from the bottom up: below each bar is a state; above it are the premises of the rule beside "
        "the bar, first the next state, which is the rest of the run.");
    if (program_.warps > 1) {
        spine.prose.push_back(
            fmt::format("The run has {} warps; this is warp {}, without the steps of the others.",
                        program_.warps, layout_.warp));
    }
    if (steps_ > last_printed_) {
        spine.prose.push_back(
            fmt::format("The run has {} steps; those after {} are omitted; `--steps` prints up to {}.",
                        steps_, last_printed_, kMaxPrintedSteps));
    }
    if (layout_.first > 1) spine.prose.push_back(fmt::format("It begins at step {}.", layout_.first));
    spine.is_stacked = true;
    spine.inferences.assign(std::make_move_iterator(rows_.rbegin()), std::make_move_iterator(rows_.rend()));
    page.sections.push_back(std::move(spine));
    Section where{"\"where\"", {}, {}, false, {{"R", value}}};
    for (Definition& definition : names_.definitions()) where.definitions.push_back(std::move(definition));
    page.sections.push_back(std::move(where));
    if (!data_.empty()) {
        page.sections.push_back(
            {"\"Data steps\"",
             {"Rule TL takes the threads one after another. A premise is followed by the rule that "
              "derives it."},
             {},
             false,
             {}});
    }
    for (Section& section : data_) page.sections.push_back(std::move(section));
    return page;
}

}  // namespace musimd::views::derivation
