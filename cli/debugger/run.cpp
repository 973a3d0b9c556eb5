// How the debugger gets its commands: scripts, pipes, and the loop of a terminal.

#include "cli/debugger/run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <utility>

#include "cli/command/failure.hpp"
#include "cli/command/input.hpp"
#include "cli/command/terminal.hpp"
#include "cli/debugger/commands.hpp"
#include "cli/debugger/editor.hpp"
#include "cli/debugger/screen.hpp"
#include "cli/programs/report.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

/// A text of commands, one per line.
struct DebugScript {
    std::string name;
    std::string text;
};

/// A line of a script that has been read.
struct ScriptLine {
    const DebugScript* script = nullptr;
    std::uint32_t number = 0;
    DebugAction action;
};

std::vector<DebugScript> scripts_of(const Options& options) {
    std::vector<DebugScript> scripts;
    if (const auto file = options.text("script")) scripts.push_back({display_name(*file), read_text(*file)});
    std::string commands;
    for (const std::string& command : options.texts("command")) commands += command + "\n";
    if (!commands.empty()) scripts.push_back({"<command>", std::move(commands)});
    if (scripts.empty() && isatty(STDIN_FILENO) == 0) scripts.push_back({"<stdin>", read_text("-")});
    return scripts;
}

// All lines of all scripts, or all of their errors.
std::vector<ScriptLine> read_scripts(const std::vector<DebugScript>& scripts, const DebugSession& session) {
    std::vector<ScriptLine> actions;
    TextErrors errors;
    for (const DebugScript& script : scripts) {
        Diagnostics diagnostics;
        const auto lines = lines_of(script.text);
        for (std::size_t i = 0; i < lines.size() && !diagnostics.full(); ++i) {
            const auto number = static_cast<std::uint32_t>(i + 1);
            try {
                if (DebugAction action = read_debug_line(lines[i], session))
                    actions.push_back({&script, number, std::move(action)});
            } catch (debugger::SyntaxError& error) {
                diagnostics.error(number, error.offset, std::move(error.message));
            }
        }
        if (diagnostics.empty()) continue;
        TextErrors more = report_errors(script.name, lines, diagnostics);
        errors.text += more.text;
        errors.list.insert(errors.list.end(), more.list.begin(), more.list.end());
    }
    if (!errors.empty()) throw InputError(std::move(errors));
    return actions;
}

void check_view(const DebugSession& session) {
    if (!session.wants_view) return;
    if (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0)
        throw DebugFailure{"the full-screen view needs a terminal"};
}

int run_scripts(const std::vector<DebugScript>& scripts, DebugSession& session) {
    for (const ScriptLine& line : read_scripts(scripts, session)) {
        session.begin_command();
        try {
            line.action(session);
            check_view(session);
            if (session.wants_view) show_debug_screen(session);
            session.wants_view = false;
        } catch (const DebugFailure& failure) {
            const auto lines = lines_of(line.script->text);
            std::cout.flush();
            std::cerr << render_at(line.number, 1, "error: " + failure.message, line.script->name,
                                   line.script->text);
            return kFailed;
        }
        if (session.was_interrupted()) return kInterrupted;
        if (session.wants_quit) break;
    }
    return kOk;
}

// A line of a user; the session goes on whatever it is.
void run_line(std::string_view line, DebugSession& session) {
    session.begin_command();
    try {
        if (const DebugAction action = read_debug_line(line, session)) action(session);
        check_view(session);
    } catch (const debugger::SyntaxError& error) {
        session.print(fmt::format("error: {}\n{}", error.message, excerpt(line, error.offset)));
    } catch (const DebugFailure& failure) {
        session.print(fmt::format("error: {}\n", failure.message));
        session.wants_view = false;
    }
}

int run_terminal(DebugSession& session) {
    DebugEditor editor(session);
    session.print(fmt::format("{}: {}; 'help' prints the commands\n", session.source().name,
                              counted(session.program().instructions.size(), "instruction")));
    session.show_position();
    std::string last;
    while (!session.wants_quit) {
        if (std::exchange(session.wants_view, false)) {
            show_debug_screen(session);
            session.show_position();
        }
        std::cout.flush();
        take_debug_interrupt();
        const auto line = editor.read();
        if (!line) break;
        session.write_to([](std::string_view text) { std::cout << text; }, debug_width(), shows_colour());
        if (line->find_first_not_of(" \t") != std::string::npos) last = *line;
        run_line(last, session);
    }
    return kOk;
}

}  // namespace

void declare_debugger_options(Options& options) {
    options.value("script,x", "FILE", "run the commands of a file, and end; - is standard input");
    options.list("command,e", "COMMAND", "run a command, after those of the script; may be repeated");
    options.flag("tui", "begin with the full-screen view");
}

int run_debugger(const Options& options, DebugSource source, const Program& program,
                 const MachineOptions& machine) {
    const std::vector<DebugScript> scripts = scripts_of(options);
    if (options.has("tui") && !scripts.empty())
        throw UsageError("'--tui' needs a terminal, and no '--script' or '--command'");
    catch_debug_interrupts();
    DebugSession session(std::move(source), program, machine);
    session.write_to([](std::string_view text) { std::cout << text; }, debug_width(), shows_colour());
    if (!scripts.empty()) return run_scripts(scripts, session);
    session.wants_view = options.has("tui");
    return run_terminal(session);
}

}  // namespace musimd::cli
