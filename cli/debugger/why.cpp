// The debugger's `why` and `info rule`.

#include <fmt/format.h>

#include <algorithm>

#include "cli/debugger/commands.hpp"
#include "isa/printer.hpp"
#include "semantics/filled_rule.hpp"
#include "semantics/formula.hpp"
#include "simulator/debugger/next_rule.hpp"
#include "simulator/debugger/why_text.hpp"
#include "simulator/observers/trace.hpp"

namespace musimd::cli {
namespace {

using debugger::ValueReason;

constexpr std::uint64_t kMaxWhyDepth = 100;

debugger::WhyNames names_in(const DebugSession& session) {
    return {session.program(), [&session](Label pc) { return session.where(pc); },
            [&session](Label pc) { return session.text_of(pc); }};
}

void print_why(DebugSession& session, const debugger::WhyText& text) {
    for (const auto& line : text.lines)
        session.print(fmt::format("{}{}\n", std::string(2 * line.depth, ' '), line.text));
}

void print_thread(DebugSession& session, debugger::ThreadName thread) {
    session.check_exists(thread);
    const auto reason = debugger::why_thread(session.history(), thread);
    const std::uint32_t warp = thread.warp.value_or(session.warp().number);
    print_why(session, debugger::text_of(reason, warp, thread.thread, names_in(session)));
}

// ---- a rule

/// Keeps the first event of a step, and the trap.
class RuleKeeper final : public Observer {
  public:
    void on_step(const StepEvent& event) override {
        if (number == 0) {
            number = event.number;
            rules = event.rules;
            rule = event.rule;
        }
    }
    void on_trap(const Trap& t) override { trap = t; }

    std::uint64_t number = 0;
    RuleId rule = RuleId::IT;
    RuleSet rules;
    std::optional<Trap> trap;
};

// The data rules, without the control rule.
std::string other_rules(const RuleKeeper& keeper) {
    std::string text;
    for (std::size_t r = 0; r < kRuleCount; ++r) {
        const auto rule = static_cast<RuleId>(r);
        if (rule != keeper.rule && keeper.rules.contains(rule)) text += fmt::format(" {}", to_string(rule));
    }
    return text;
}

void print_difference(DebugSession& session, std::string_view name, const std::string& before,
                      const std::string& after) {
    session.print(before == after ? fmt::format("  {:<3} {}\n", name, before)
                                  : fmt::format("  {:<3} {}  →  {}\n", name, before, after));
}

// The destination in the active threads, before and after.
void print_writes(DebugSession& session, const Instruction& i, const Warp& before, const Warp& after) {
    constexpr std::size_t kMaxThreads = 8;
    if (!info(i.opcode).format.destination) return;
    std::size_t shown = 0;
    before.active.for_each([&](Thread t) {
        if (++shown > kMaxThreads) return;
        const Value* const old = before.bank.find(t, i.destination);
        const Value* const now = after.bank.find(t, i.destination);
        print_difference(session, session.name_of(i.destination, before.number, t), to_string(old),
                         to_string(now));
    });
    if (shown > kMaxThreads) session.print(fmt::format("  … and {} more threads\n", shown - kMaxThreads));
}

// The premises with the values of the state; what fails is marked.
void print_premises(DebugSession& session, const FilledRule& filled) {
    const auto print = [&](bool holds, const std::string& formula) {
        session.print(fmt::format("  {} {}\n", holds ? "premise" : "fails  ", formula_text(formula)));
    };
    for (const FilledPremise& premise : filled.premises)
        for (std::size_t i = 0; i < premise.filled.size(); ++i)
            print(premise.formula_holds(i), premise.filled[i]);
    if (filled.failed) print(false, filled.failed->formula);
}

void print_premises_of_group(DebugSession& session) {
    if (const auto filled = debugger::next_rule_of_group(session.now(), session.machine()))
        print_premises(session, *filled);
}

// Of a step that fails. Under `volta` the rules of data and races see other threads than those of the
// machine.
void print_failed_premises(DebugSession& session) {
    if (session.program().model == ThreadModel::volta) return;
    if (session.groups() != nullptr) return print_premises_of_group(session);
    const Machine& machine = session.now().machine();
    print_premises(session, filled_premises(session.program(), session.warp(),
                                            rule_of_next_step(session.program(), session.warp(),
                                                              machine.memory(), session.now().options())));
}

}  // namespace

void print_rule(DebugSession& session) {
    const Warp& before = session.warp();
    const std::string at = debugger::instruction_at(before.pc, names_in(session));
    if (const auto& trap = session.now().trap()) {
        session.print(fmt::format("step {}, {}\n  no rule applies: {}\n", session.now().steps() + 1, at,
                                  trap->message));
        print_failed_premises(session);
        return;
    }
    if (session.now().outcome()) throw DebugFailure{"the run has ended; there is no next step"};
    debugger::Execution next(session.now());
    RuleKeeper keeper;
    next.step(&keeper);
    if (keeper.number == 0) {
        const std::string why =
            keeper.trap ? "no rule applies: " + keeper.trap->message : "a limit is reached";
        session.print(fmt::format("step {}, {}\n  {}\n", session.now().steps() + 1, at, why));
        if (keeper.trap) print_failed_premises(session);
        return;
    }
    const Warp& after = next.machine().warp(session.machine());
    const std::string others = other_rules(keeper);
    session.print(fmt::format("rule {}{}, step {}, {}\n", to_string(keeper.rule),
                              others.empty() ? "" : fmt::format(" with{}", others), keeper.number, at));
    if (session.groups() != nullptr)
        print_premises_of_group(session);
    else
        print_premises(session, filled_premises(session.program(), before, Step{keeper.rule}));
    print_difference(session, "Θ", to_string(before.active), to_string(after.active));
    if (session.groups() != nullptr)
        print_difference(session, "G", to_string(*session.groups()),
                         to_string(next.machine().group_warp(session.machine())->groups));
    else
        print_difference(session, "Π", to_string(before.sync_stack), to_string(after.sync_stack));
    print_difference(session, "Λ", to_string(before.context_stack), to_string(after.context_stack));
    print_difference(session, "pc", std::to_string(before.pc), std::to_string(after.pc));
    if (before.pc < session.program().end())
        print_writes(session, session.program().at(before.pc), before, after);
}

DebugAction read_why(DebugArguments& arguments) {
    if (arguments.at_end()) arguments.fail("expected a thread, a variable as in x@3, or an [ADDRESS]");
    const char first = arguments.rest()[0];
    if ('0' <= first && first <= '9')
        return [thread = arguments.thread()](DebugSession& session) { print_thread(session, thread); };
    const DebugArguments before = arguments;
    const debugger::Expression subject = arguments.expression();
    const bool is_word = subject.kind() == debugger::Expression::Kind::memory;
    if (!is_word && (subject.kind() != debugger::Expression::Kind::variable || !subject.thread()))
        before.fail("expected a thread, a variable of a thread as in x@3, or an [ADDRESS]");
    if (is_word && subject.is_per_thread()) before.fail("expected one address; name a thread, as in [x@3]");
    const std::uint64_t given = arguments.at_end() ? 1 : arguments.number("a depth", 0);
    const int depth = static_cast<int>(std::min(given, kMaxWhyDepth));
    return [subject, is_word, depth](DebugSession& session) {
        ValueReason reason;
        if (is_word) {
            const auto address = subject.operand().value(session.now(), session.machine(), 0);
            if (!address || *address < 0) throw DebugFailure{"the address is undefined here"};
            reason = debugger::why_word(session.history(), *address, depth);
        } else {
            session.check_exists(*subject.thread());
            reason = debugger::why_variable(session.history(), *subject.thread(), subject.variable(), depth);
        }
        const debugger::WhyText text = debugger::text_of(reason, names_in(session));
        print_why(session, text);
        if (text.is_cut) session.print(fmt::format("… 'why {} {}' shows more\n", subject.text(), depth + 1));
    };
}

}  // namespace musimd::cli
