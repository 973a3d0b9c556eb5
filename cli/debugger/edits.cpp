// The debugger's futures: `set`, `forks` and `fork`.

#include <fmt/format.h>

#include <algorithm>

#include "cli/debugger/commands.hpp"

namespace musimd::cli {
namespace {

using debugger::Execution;
using debugger::Expression;
using debugger::FutureInfo;

Value value_for(const DebugSession& session, const Expression& value, Thread t) {
    const auto found = value.value(session.now(), session.machine(), t);
    if (!found) throw DebugFailure{fmt::format("'{}' is undefined here", value.text())};
    if (!session.program().word.fits(*found))
        throw DebugFailure{
            fmt::format("{} does not fit in a word of {} bits", *found, session.program().word.width)};
    return *found;
}

/// Variables of threads that are set.
struct VariableEdit {
    std::uint32_t machine = 0;
    Thread thread = 0;
    Value value = 0;
};

std::vector<VariableEdit> edits_of(const DebugSession& session, const Expression& target,
                                   const Expression& value) {
    std::vector<VariableEdit> edits;
    const auto add = [&](std::uint32_t machine, Thread t) {
        if (!session.now().can_set_variables(machine))
            throw DebugFailure{"the warp is at a barrier or a collective; step past it, or go back"};
        edits.push_back({machine, t, value_for(session, value, t)});
    };
    if (target.thread()) {
        session.check_exists(*target.thread());
        add(target.thread()->machine(session.now(), session.machine()), target.thread()->thread);
    } else {
        session.warp().active.for_each([&](Thread t) { add(session.machine(), t); });
    }
    if (edits.empty()) throw DebugFailure{"no thread is active"};
    return edits;
}

void set_variable(DebugSession& session, const Expression& target, const Expression& value,
                  const std::string& text) {
    const std::vector<VariableEdit> edits = edits_of(session, target, value);
    session.history().edit(
        [&](Execution& execution) {
            for (const VariableEdit& edit : edits)
                execution.set_variable(edit.machine, edit.thread, target.variable(), edit.value);
        },
        text);
}

void set_word(DebugSession& session, const Expression& target, const Expression& value,
              const std::string& text) {
    const Program& program = session.program();
    const auto address = target.operand().value(session.now(), session.machine(), 0);
    const std::int64_t end = session.now().options().max_address + 1 +
                             program.shared_words() * static_cast<std::int64_t>(program.grid);
    if (!address || *address < 0 || *address >= end)
        throw DebugFailure{fmt::format("{} is not an address; they go from 0 to {}", target.text(), end - 1)};
    const Value word = value_for(session, value, 0);
    session.history().edit([&](Execution& execution) { execution.set_word(*address, word); }, text);
}

std::string end_of(const FutureInfo& future) {
    if (future.outcome == Outcome::stop) return fmt::format("stop after {} steps", future.furthest);
    if (future.outcome == Outcome::trap) return fmt::format("trap at step {}", future.furthest + 1);
    if (future.outcome == Outcome::limit) return fmt::format("limit at step {}", future.furthest + 1);
    return fmt::format("seen to step {}", future.furthest + 1);
}

}  // namespace

DebugAction read_set(DebugArguments& arguments) {
    std::string_view text = arguments.rest();
    const DebugArguments before = arguments;
    const Expression target = arguments.expression();
    const bool is_word = target.kind() == Expression::Kind::memory;
    if (!is_word && target.kind() != Expression::Kind::variable)
        before.fail("expected a variable, or a word of memory as in [8]");
    if (is_word && target.is_per_thread()) before.fail("expected one address; name a thread, as in [x@3]");
    if (!arguments.rest().starts_with('=')) arguments.fail("expected '='");
    arguments.skip(1);
    const DebugArguments before_value = arguments;
    const Expression value = arguments.expression();
    const bool takes_one = is_word || target.thread();
    if (takes_one && value.is_per_thread()) before_value.fail("expected one value; name a thread, as in x@3");
    text.remove_suffix(arguments.rest().size());
    return [target, value, is_word, text = std::string(text)](DebugSession& session) {
        if (is_word)
            set_word(session, target, value, text);
        else
            set_variable(session, target, value, text);
        session.print(fmt::format("future {}: {}\n", session.history().current_future(), text));
    };
}

DebugAction read_forks(DebugArguments&) {
    return [](DebugSession& session) {
        for (const FutureInfo& future : session.history().futures()) {
            const char mark = future.number == session.history().current_future() ? '*' : ' ';
            const std::string from = future.number == 0 ? "the run without changes"
                                                        : fmt::format("from {} at step {}: {}", future.parent,
                                                                      future.position + 1, future.edit);
            session.print(fmt::format("{} {}  {}; {}\n", mark, future.number, from, end_of(future)));
        }
    };
}

DebugAction read_fork(DebugArguments& arguments) {
    const std::uint64_t number = arguments.number("the number of a future", 0);
    return [number](DebugSession& session) {
        if (number >= session.history().futures().size())
            throw DebugFailure{fmt::format("unknown future {}; 'forks' lists them", number)};
        session.history().enter(number);
        session.show_position();
    };
}

}  // namespace musimd::cli
