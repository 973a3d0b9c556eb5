// The premises that are printed for a step, evaluated again: in a step that is taken all hold, in one that
// traps not all do.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <optional>
#include <set>
#include <sstream>
#include <string>

#include "isa/printer.hpp"
#include "semantics/filled_rule.hpp"
#include "semantics/machine.hpp"
#include "tests/support/generators.hpp"
#include "views/derivation/recorder.hpp"

namespace musimd::tests::filled_rule_properties {
namespace {

Program of_one_warp() {
    Program program = *any_program();
    program.warps = 1;
    program.model = ThreadModel::lockstep;
    return program;
}

/// The threads of `{0, 2-5}` or ∅; nothing if the text is not a whole set.
std::optional<std::set<Thread>> set_of(std::string text) {
    std::set<Thread> threads;
    if (text == "∅") return threads;
    if (text.size() < 2 || text.front() != '{' || text.find("…") != std::string::npos) return std::nullopt;
    std::istringstream in(text.substr(1, text.size() - 2));
    for (std::string piece; std::getline(in, piece, ',');) {
        Thread first = 0;
        Thread last = 0;
        char dash = 0;
        std::istringstream range(piece);
        range >> first;
        if (!(range >> dash >> last)) last = first;
        for (Thread t = first; t <= last; ++t) threads.insert(t);
    }
    return threads;
}

std::set<Thread> set_of(const ThreadSet& threads) {
    const auto list = threads.threads();
    return {list.begin(), list.end()};
}

/// Evaluates the text of a premise against the state: what it says is compared with the machine's own words.
/// True for texts that are judgments of their own.
bool evaluates(const std::string& text, const Program& program, const Warp& warp) {
    if (text.starts_with("P["))
        return text == "P[" + std::to_string(warp.pc) + "] = " + print(program.at(warp.pc), program);
    if (const std::size_t at = text.find(" ≠ ∅"); at != std::string::npos) {
        const std::string left = text.substr(0, at);
        return left != "∅";
    }
    if (const std::size_t at = text.find(" = ({"); text.starts_with("split(") && at != std::string::npos) {
        // Both halves, and the active threads are their union.
        const std::string halves = text.substr(at + 4);
        const std::size_t middle = halves.find("}, {");
        if (middle == std::string::npos) return true;
        const auto zero = set_of(halves.substr(0, middle + 1));
        const auto other = set_of(halves.substr(middle + 3, halves.size() - middle - 4));
        if (!zero || !other) return true;
        std::set<Thread> both = *zero;
        both.insert(other->begin(), other->end());
        RuleSet rules;
        for (const Thread t : *zero) {
            if (*evaluate(program.at(warp.pc).operands[0], t, warp, program, rules) != 0) return false;
        }
        for (const Thread t : *other) {
            if (*evaluate(program.at(warp.pc).operands[0], t, warp, program, rules) == 0) return false;
        }
        return both == set_of(warp.active) && zero->size() + other->size() == both.size();
    }
    if (const std::size_t at = text.find(" and "); at != std::string::npos && text.starts_with("t, β")) {
        // `t, β ⊢ o = 3 and 3 ∈ {…} for every t ∈ {…}`
        const std::string condition = text.substr(at + 5, text.find(" for every") - at - 5);
        if (const std::size_t in = condition.find(" ∈ "); in != std::string::npos) {
            const auto set = set_of(condition.substr(in + std::string(" ∈ ").size()));
            const bool is_number = condition.find_first_not_of("-0123456789") == in;
            return !set || !is_number || set->contains(static_cast<Thread>(std::stoul(condition)));
        }
        if (const std::size_t out = condition.find(" ∉ "); out != std::string::npos) {
            const auto set = set_of(condition.substr(out + std::string(" ∉ ").size()));
            const bool is_number = condition.find_first_not_of("-0123456789") == out;
            if (!set || !is_number) return true;
            const long long k = std::stoll(condition);
            return k < 0 || k > 65535 || !set->contains(static_cast<Thread>(k));
        }
        return condition != "0 ≠ 0";
    }
    if (const std::size_t at = text.find(" = "); at != std::string::npos &&
                                                 text.find('\'') == std::string::npos &&
                                                 text.find("…") == std::string::npos) {
        const bool is_empty = text == "Π = ∅" || text == "Λ = ∅";
        if (is_empty) return text[1] == "Π"[1] ? warp.sync_stack.empty() : warp.context_stack.empty();
        const std::string left = text.substr(0, at);
        const bool is_literal = left.starts_with("(") || left.starts_with("{");
        return !is_literal || left == text.substr(at + 3);
    }
    return true;
}

RC_GTEST_PROP(FilledPremises, HoldInEveryStepThatIsTaken, ()) {
    const Program program = of_one_warp();
    const MachineOptions options = *machine_options(300);
    Machine machine(program, options);
    std::uint64_t steps = 0;
    while (steps < 300 && machine.can_step(0)) {
        const Warp before = machine.warp(0);
        const Step predicted = rule_of_next_step(program, before, machine.memory(), options);
        const Step step = machine.step(0);
        const FilledRule filled = filled_premises(program, before, step);
        if (const auto* rule = std::get_if<RuleId>(&step)) {
            RC_ASSERT(filled.rule == *rule);
            RC_ASSERT(std::get<RuleId>(predicted) == *rule);
            RC_ASSERT(!filled.failed.has_value());
            for (const FilledPremise& premise : filled.premises) {
                RC_ASSERT(premise.holds);
                for (const std::string& formula : premise.filled) {
                    const std::string text = formula_text(formula);
                    RC_LOG() << text << '\n';
                    RC_ASSERT(evaluates(text, program, before));
                }
            }
        } else {
            bool all_hold = !filled.failed.has_value();
            for (const FilledPremise& premise : filled.premises) all_hold &= premise.holds;
            if (std::holds_alternative<Failure>(step)) RC_ASSERT(!all_hold);
            break;
        }
        ++steps;
    }
    RC_CLASSIFY(steps > 5, "more than five steps");
}

RC_GTEST_PROP(DerivationPages, ThePrintedStepsAreThoseOfTheRun, ()) {
    class Rules final : public Observer {
      public:
        void on_step(const StepEvent& e) override { rules.push_back(e.rule); }
        std::vector<RuleId> rules;
    };
    const Program program = of_one_warp();
    const MachineOptions options = *machine_options(300);
    Rules rules;
    run_rules(program, options, &rules);
    Machine machine(program, options);
    views::derivation::DerivationRecorder recorder(program, machine, options, {.steps = 300, .fold = 0});
    const Result result = machine.run(&recorder);
    const auto page = recorder.page(result, "program");
    const auto& rows = page.sections.front().inferences;  // from the last step to the first
    std::vector<std::string> printed;
    for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
        if (row->step == 0) continue;
        printed.push_back(row->rule);
        RC_ASSERT(row->step == printed.size());
        for (const auto& premise : row->premises) RC_ASSERT(premise.holds);
    }
    RC_ASSERT(printed.size() == rules.rules.size());
    for (std::size_t i = 0; i < printed.size(); ++i) RC_ASSERT(printed[i] == to_string(rules.rules[i]));
    std::string text;
    const auto add = [&](std::string_view piece) { text += piece; };
    views::derivation::write_text(page, 80, add);
    views::derivation::write_latex(page, add);
    views::derivation::write_html(page, add);
    RC_ASSERT(!text.empty());
}

}  // namespace
}  // namespace musimd::tests::filled_rule_properties
