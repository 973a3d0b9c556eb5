// The debugger's breakpoints: `break` and `delete`.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/debugger/commands.hpp"
#include "isa/diagnostic.hpp"
#include "isa/literal.hpp"

namespace musimd::cli {
namespace {

using debugger::BreakKind;
using debugger::Breakpoint;
using debugger::Expression;

// The first instructions of a line: those that do not follow one of the same line.
std::vector<Label> instructions_of_line(const DebugSession& session, std::uint64_t line) {
    const Program& program = session.program();
    const auto line_of = [&](Label pc) { return session.source().place(program, pc).line; };
    std::vector<Label> pcs;
    for (Label pc = 1; pc < program.end(); ++pc) {
        const bool begins = pc == 1 || program.at(pc - 1).line != program.at(pc).line;
        if (begins && line_of(pc) == line) pcs.push_back(pc);
    }
    return pcs;
}

std::vector<Label> read_line(DebugArguments& arguments) {
    const DebugArguments before = arguments;
    const std::uint64_t line = arguments.number("a line", 1);
    std::vector<Label> pcs = instructions_of_line(arguments.session(), line);
    if (!pcs.empty()) return pcs;
    const Program& program = arguments.program();
    for (Label pc = 1; pc < program.end(); ++pc) {
        const std::uint32_t later = arguments.session().source().place(program, pc).line;
        if (later > line)
            before.fail(fmt::format("line {} has no instruction; the next one with an instruction is {}",
                                    line, later));
    }
    before.fail(fmt::format("line {} has no instruction", line));
}

RuleId read_rule_name(DebugArguments& arguments) {
    std::string name(arguments.peek());
    std::ranges::transform(name, name.begin(),
                           [](char c) { return 'a' <= c && c <= 'z' ? static_cast<char>(c - 32) : c; });
    const RuleId rule = rule_named(name);
    if (rule == static_cast<RuleId>(kRuleCount)) {
        std::vector<std::string_view> names;
        for (std::size_t r = 0; r < kRuleCount; ++r) names.push_back(to_string(static_cast<RuleId>(r)));
        arguments.fail(fmt::format("unknown rule '{}'{}", shown(name), did_you_mean(name, names)));
    }
    arguments.word();
    return rule;
}

// A variable of a thread, or a word of memory.
Expression read_changing(DebugArguments& arguments) {
    const DebugArguments before = arguments;
    Expression value = arguments.expression();
    if (value.is_per_thread()) before.fail("expected the variable of a thread, as in x@3, or [ADDRESS]");
    return value;
}

Breakpoint read_what(DebugArguments& arguments) {
    Breakpoint breakpoint;
    if (arguments.take("rule")) {
        breakpoint.kind = BreakKind::rule;
        breakpoint.rule = read_rule_name(arguments);
    } else if (arguments.take("divergence")) {
        breakpoint.kind = BreakKind::divergence;
    } else if (arguments.take("thread")) {
        breakpoint.kind = BreakKind::thread;
        breakpoint.thread = arguments.thread();
    } else if (arguments.take("change")) {
        breakpoint.kind = BreakKind::change;
        breakpoint.value = read_changing(arguments);
    } else if (arguments.take("trap")) {
        breakpoint.kind = BreakKind::trap;
    } else if (arguments.take("if")) {
        breakpoint.kind = BreakKind::condition;
        breakpoint.value = arguments.expression();
        return breakpoint;
    } else {
        breakpoint.kind = BreakKind::location;
        breakpoint.pcs = read_location(arguments);
    }
    if (arguments.take("if")) breakpoint.only_if = arguments.expression();
    return breakpoint;
}

}  // namespace

std::vector<std::string_view> break_words() {
    return {"rule", "divergence", "thread", "change", "trap", "if"};
}

std::vector<Label> read_location(DebugArguments& arguments) {
    const std::string_view word = arguments.peek();
    const Program& program = arguments.program();
    if (word.empty()) arguments.fail("expected a line or a label");
    if ('0' <= word[0] && word[0] <= '9') return read_line(arguments);
    if (word[0] == '*') {
        arguments.skip(1);
        const DebugArguments before = arguments;
        const std::uint64_t pc = arguments.number("the number of an instruction", 1);
        if (pc >= program.end())
            before.fail(fmt::format("unknown instruction; there are {}", program.instructions.size()));
        return {static_cast<Label>(pc)};
    }
    const auto found = std::ranges::find(program.labels, word, &std::pair<std::string, Label>::first);
    if (found == program.labels.end()) {
        std::vector<std::string_view> names = break_words();
        for (const auto& [label, pc] : program.labels) names.push_back(label);
        arguments.fail(fmt::format("unknown label '{}'{}", shown(word), did_you_mean(word, names)));
    }
    arguments.word();
    return {found->second};
}

DebugAction read_break(DebugArguments& arguments) {
    std::string_view text = arguments.rest();
    Breakpoint breakpoint = read_what(arguments);
    text.remove_suffix(arguments.rest().size());
    breakpoint.text = text.substr(0, text.find_last_not_of(' ') + 1);
    return [breakpoint](DebugSession& session) {
        // Without a warp, the threads of the one that is shown now.
        Breakpoint bound = breakpoint;
        if (!bound.thread.warp) bound.thread.warp = session.warp().number;
        if (bound.value) bound.value = bound.value->in_warp(session.warp().number);
        const std::uint32_t number = session.breakpoints().add(std::move(bound));
        session.print(fmt::format("new breakpoint {}: {}\n", number, breakpoint.text));
    };
}

DebugAction read_delete(DebugArguments& arguments) {
    if (arguments.at_end()) return [](DebugSession& session) { session.breakpoints().clear(); };
    const std::uint64_t number = arguments.number("the number of a breakpoint", 1);
    return [number](DebugSession& session) {
        if (!session.breakpoints().remove(
                static_cast<std::uint32_t>(std::min<std::uint64_t>(number, UINT32_MAX))))
            throw DebugFailure{fmt::format("unknown breakpoint {}; 'info breakpoints' lists them", number)};
    };
}

}  // namespace musimd::cli
