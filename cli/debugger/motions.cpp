// The debugger's commands that go to another step.

#include <fmt/format.h>

#include <algorithm>

#include "cli/debugger/commands.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

constexpr std::uint64_t kSingleSteps = 64;  // back is one by one up to so many: steps may be joint

std::uint64_t count_of(DebugArguments& arguments) {
    return arguments.at_end() ? 1 : arguments.number("a number of steps", 1);
}

void go_back(DebugSession& session, std::uint64_t count) {
    debugger::History& history = session.history();
    std::uint64_t position = history.position();
    if (position == 0) throw DebugFailure{"this is the start of the run"};
    if (session.program().model == ThreadModel::lockstep || count > kSingleSteps) {
        position -= std::min(position, count);
    } else {
        for (std::uint64_t n = 0; n < count && position > 0; ++n)
            position = history.before_step(position)->steps();
    }
    session.go_to(position);
}

void check_not_ended(const DebugSession& session) {
    if (session.now().outcome()) throw DebugFailure{"the run has ended; 'back' and 'reverse' go back"};
}

// Where a warp is: its line, its number of open blocks.
struct WarpLine {
    explicit WarpLine(const debugger::Execution& execution)
        : machine(execution.current()),
          pc(execution.machine().warp(machine).pc),
          line(line_of(execution)),
          blocks(execution.machine().warp(machine).context_stack.size()) {}

    static std::uint32_t line_of(const debugger::Execution& execution) {
        const Label at = execution.machine().warp(execution.current()).pc;
        return at < execution.program().end() ? execution.program().at(at).line : 0;
    }
    // Whether the run is at the same warp, and in no block that is open since.
    bool is_same_warp(const debugger::Execution& execution) const {
        return execution.current() == machine &&
               execution.machine().warp(machine).context_stack.size() <= blocks;
    }

    std::uint32_t machine;
    Label pc;
    std::uint32_t line;
    std::size_t blocks;
};

}  // namespace

DebugAction read_step(DebugArguments& arguments) {
    const std::uint64_t count = count_of(arguments);
    return [count](DebugSession& session) {
        check_not_ended(session);
        // A trap is met by the step that is not taken.
        if (count == 1) {
            session.history().step();
            session.show_position();
        } else {
            session.go_to(session.history().position() + count);
        }
    };
}

DebugAction read_back(DebugArguments& arguments) {
    const std::uint64_t count = count_of(arguments);
    return [count](DebugSession& session) { go_back(session, count); };
}

DebugAction read_next(DebugArguments&) {
    return [](DebugSession& session) {
        check_not_ended(session);
        const WarpLine begin(session.now());
        session.run([begin](const debugger::Execution& now) {
            const bool repeats = now.machine().warp(begin.machine).pc <= begin.pc;
            return begin.is_same_warp(now) && (repeats || WarpLine::line_of(now) != begin.line);
        });
    };
}

DebugAction read_until(DebugArguments& arguments) {
    if (arguments.at_end())
        return [](DebugSession& session) {
            check_not_ended(session);
            const WarpLine begin(session.now());
            session.run([begin](const debugger::Execution& now) {
                return begin.is_same_warp(now) && now.machine().warp(begin.machine).pc > begin.pc &&
                       WarpLine::line_of(now) != begin.line;
            });
        };
    const std::vector<Label> pcs = read_location(arguments);
    return [pcs](DebugSession& session) {
        check_not_ended(session);
        session.run([&](const debugger::Execution& now) {
            const Label pc = now.machine().warp(now.current()).pc;
            return !now.outcome() && std::ranges::find(pcs, pc) != pcs.end();
        });
    };
}

DebugAction read_run(DebugArguments&) {
    return [](DebugSession& session) {
        check_not_ended(session);
        session.run();
    };
}

DebugAction read_reverse(DebugArguments&) {
    return [](DebugSession& session) {
        if (session.history().position() == 0) throw DebugFailure{"this is the start of the run"};
        session.reverse();
    };
}

DebugAction read_goto(DebugArguments& arguments) {
    constexpr std::string_view kExpected = "a step, as in 12, +3, -3 or end";
    if (arguments.take("end")) return [](DebugSession& session) { session.go_to(UINT64_MAX); };
    const char sign = arguments.at_end() ? ' ' : arguments.rest()[0];
    if (sign == '+' || sign == '-') {
        arguments.skip(1);
        const std::uint64_t count = arguments.number(kExpected, 1);
        if (sign == '-') return [count](DebugSession& session) { go_back(session, count); };
        return [count](DebugSession& session) { session.go_to(session.history().position() + count); };
    }
    const std::uint64_t step = arguments.number(kExpected, 1);
    return [step](DebugSession& session) { session.go_to(step - 1); };
}

}  // namespace musimd::cli
