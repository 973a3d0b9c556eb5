// The table of the debugger's commands, and how a line is read.

#include "cli/debugger/commands.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "isa/diagnostic.hpp"
#include "isa/literal.hpp"

namespace musimd::cli {
namespace {

using debugger::SyntaxError;

DebugAction read_help(DebugArguments& arguments);

DebugAction read_quit(DebugArguments&) {
    return [](DebugSession& session) { session.wants_quit = true; };
}

DebugAction read_view(DebugArguments&) {
    return [](DebugSession& session) { session.wants_view = true; };
}

constexpr DebugCommand kDebugCommands[] = {
    {"step", "s", "[N]", "take a step, or N", read_step, {}},
    {"back", "b", "[N]", "take a step back, or N", read_back, {}},
    {"next", "n", "", "run to the warp's next line, over everywhere blocks", read_next, {}},
    {"until", "u", "[LOCATION]", "run to a later line, or to a location", read_until,
     "Without a location it leaves loops: it runs to a line after this one.\n"
     "A location is a line, a label, or *N for instruction N.\n"},
    {"run", "r", "", "run to the next breakpoint, trap or end", read_run, {}},
    {"reverse", "rr", "", "run back to a breakpoint, or to the start", read_reverse, {}},
    {"goto", "g", "N|end|+N|-N", "go to any step", read_goto,
     "Step N is the next one after 'goto N', and has this number in --lanes and --trace; 1 is the start.\n"},
    {"break", "br", "WHAT [if CONDITION]", "add a breakpoint", read_break,
     "  break 12             before line 12\n"
     "  break LABEL          before the label's instruction; *5: before instruction 5\n"
     "  break rule BD        before a step that uses the rule\n"
     "  break divergence     before a branch at which threads disagree\n"
     "  break thread 3       after thread 3 falls asleep, wakes or exits (1:3: thread 3 of warp 1)\n"
     "  break change x@3     after variable x of thread 3 changes\n"
     "  break change [8]     after the word at address 8 changes\n"
     "  break trap           at a trap, where every run stops anyway\n"
     "  break if lanes < 4   after the condition begins to hold\n"
     "A condition is an expression: see 'help print'. It holds if it does in one of the active threads.\n"},
    {"delete", "d", "[N]", "delete breakpoint N, or all", read_delete, {}},
    {"print", "p", "[EXPRESSION]", "print a value, or all variables", read_print,
     "  print x              x of all threads\n"
     "  print x@3            x of thread 3; x@1:3: of thread 3 of warp 1\n"
     "  print [x@3 + 1]      a word of memory\n"
     "Operators: + - * / % == != < <= > >= && || ! ( ). Names: variables, buffers, shared objects, tid, "
     "wid,\n"
     "bid, step, lanes (how many threads are active), depth (entries of Π), line, pc.\n"},
    {"set", "", "TARGET = EXPRESSION", "change a value, in a new future", read_set,
     "  set x@3 = 7          x of thread 3\n"
     "  set x = y + 1        x of each active thread\n"
     "  set [8] = 0          a word of memory\n"
     "The run without the change is kept: see 'help forks'.\n"},
    {"forks", "", "", "list the futures that 'set' has begun", read_forks,
     "'fork N' goes on in future N. 0 is the run without changes.\n"},
    {"fork", "", "N", "go on in another future", read_fork, {}},
    {"why", "w", "THREAD|VARIABLE@THREAD|[ADDRESS] [DEPTH]", "why a thread sleeps, who wrote a value",
     read_why,
     "  why 3                since when and for which value thread 3 sleeps, and where it wakes\n"
     "  why x@3              who wrote it: through copies, loads, stores and shuffles to the origin\n"
     "  why x@3 4            the same through 4 instructions that compute (default 1)\n"
     "  why [8]              who wrote the word\n"},
    {"info", "i", "TOPIC", "print more of the state", read_info,
     "  info threads         what each thread of the warp does\n"
     "  info stack           Π, the synchronisation stack: conditionals that are not complete\n"
     "  info groups          under a model of groups, each of them, and the joins ahead of it\n"
     "  info context         Λ, the context stack: open everywhere blocks\n"
     "  info memory [A [N]]  Σ, or N words from address A\n"
     "  info rule            the rule of the next step, and what it changes\n"
     "  info warps           where each warp is\n"
     "  info breakpoints\n"
     "  info history         checkpoints and their size\n"},
    {"list", "l", "[LINE]", "print the source around a line", read_list, {}},
    {"view", "v", "", "the full-screen view, on a terminal", read_view, {}},
    {"help", "h", "[COMMAND]", "print the commands, or one of them", read_help, {}},
    {"quit", "q", "", "end the debugger", read_quit, {}},
};

std::vector<std::string_view> names_of_commands() {
    std::vector<std::string_view> names;
    for (const DebugCommand& command : kDebugCommands) names.push_back(command.name);
    return names;
}

// By its name, its letter, or the beginning of one name.
const DebugCommand& find_command(std::string_view word, std::size_t offset) {
    std::vector<const DebugCommand*> found;
    for (const DebugCommand& command : kDebugCommands) {
        if (command.name == word || command.letter == word) return command;
        if (command.name.starts_with(word)) found.push_back(&command);
    }
    if (found.size() == 1) return *found.front();
    if (found.empty())
        throw SyntaxError{offset, fmt::format("unknown command '{}'{}", shown(word),
                                              did_you_mean(word, names_of_commands()))};
    std::string text;
    for (const DebugCommand* command : found)
        text += fmt::format("{}{}", text.empty() ? "" : ", ", command->name);
    throw SyntaxError{offset, fmt::format("'{}' is ambiguous: {}", shown(word), text)};
}

std::string_view without_comment(std::string_view line) {
    line = line.substr(0, line.find('#'));
    return line.substr(0, line.find_last_not_of(" \t\r\n") + 1);
}

DebugAction read_help(DebugArguments& arguments) {
    if (!arguments.at_end()) {
        const auto offset = static_cast<std::size_t>(arguments.rest().data() - arguments.line().data());
        const DebugCommand& command = find_command(arguments.word(), offset);
        return [&command](DebugSession& session) {
            session.print(fmt::format("{}{}{}: {}\n{}", command.name, command.usage.empty() ? "" : " ",
                                      command.usage, command.summary, command.details));
            if (!command.letter.empty()) session.print(fmt::format("Short form: {}\n", command.letter));
        };
    }
    return [](DebugSession& session) {
        for (const DebugCommand& command : kDebugCommands)
            session.print(fmt::format("{:<8} {:<3} {}\n", command.name, command.letter, command.summary));
        session.print("\n'help COMMAND' prints more. An empty line repeats the last command.\n");
    };
}

// The words that may come after this beginning of a line.
std::vector<std::string_view> words_after(std::string_view command, std::string_view before,
                                          const Program& program) {
    std::vector<std::string_view> words;
    if (command == "info") return info_words();
    if (command == "help") return names_of_commands();
    if (command == "goto") return {"end"};
    if (command == "break" && before.ends_with("rule ")) {
        for (std::size_t r = 0; r < kRuleCount; ++r) words.push_back(to_string(static_cast<RuleId>(r)));
        return words;
    }
    if (command == "break") words = break_words();
    if (command == "break" || command == "until")
        for (const auto& [label, pc] : program.labels) words.push_back(label);
    if (command == "break" || command == "print" || command == "set" || command == "why") {
        words.insert(words.end(), program.variables.begin(), program.variables.end());
        for (const Buffer& buffer : program.buffers) words.push_back(buffer.name);
        for (const SharedObject& object : program.shared) words.push_back(object.name);
    }
    return words;
}

}  // namespace

DebugAction read_debug_line(std::string_view line, const DebugSession& session) {
    line = without_comment(line);
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return {};
    const std::size_t end = std::min(line.find_first_of(" \t", begin), line.size());
    const DebugCommand& command = find_command(line.substr(begin, end - begin), begin);
    DebugArguments arguments(line, end, session);
    DebugAction action = command.read(arguments);
    arguments.expect_end();
    return action;
}

DebugCompletions debug_completions(std::string_view line, const DebugSession& session) {
    const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
    const std::size_t end = line.find_first_of(" \t", begin);
    const std::size_t last = std::max(begin, line.find_last_of(" \t[(@+-*/%<>=!&|") + 1);
    const std::string_view word = line.substr(last);
    std::vector<std::string_view> words;
    try {
        words = end == std::string_view::npos
                    ? names_of_commands()
                    : words_after(find_command(line.substr(begin, end - begin), begin).name,
                                  line.substr(0, last), session.program());
    } catch (const SyntaxError&) {
        return {};
    }
    DebugCompletions found{{}, word.size()};
    for (const std::string_view candidate : words)
        if (candidate.starts_with(word)) found.words.emplace_back(candidate);
    std::ranges::sort(found.words);
    found.words.erase(std::unique(found.words.begin(), found.words.end()), found.words.end());
    return found;
}

// ---- arguments

std::string_view DebugArguments::word() {
    const std::string_view word = peek();
    rest_.remove_prefix(word.size());
    skip_blanks();
    return word;
}

bool DebugArguments::take(std::string_view word) {
    if (peek() != word) return false;
    this->word();
    return true;
}

void DebugArguments::fail(std::string message) const {
    throw SyntaxError{static_cast<std::size_t>(rest_.data() - line_.data()), std::move(message)};
}

std::uint64_t DebugArguments::number(std::string_view name, std::uint64_t least) {
    std::string digits(peek());
    std::erase(digits, ',');
    const auto number = parse_integer(digits);
    if (!number || *number > INT64_MAX) fail(fmt::format("expected {}", name));
    if (*number < least) fail(fmt::format("expected {}, at least {}", name, least));
    word();
    return static_cast<std::uint64_t>(*number);
}

template <typename T>
T DebugArguments::checked(tl::expected<T, SyntaxError> read, std::string_view before) {
    if (!read) {
        rest_ = before.substr(std::min(read.error().offset, before.size()));
        fail(std::move(read.error().message));
    }
    skip_blanks();
    return *std::move(read);
}

debugger::ThreadName DebugArguments::thread() {
    const std::string_view before = rest_;
    return checked(debugger::take_thread(rest_, program()), before);
}

debugger::Expression DebugArguments::expression() {
    const std::string_view before = rest_;
    return checked(debugger::Expression::take(rest_, program()), before);
}

void DebugArguments::expect_end() const {
    if (!at_end()) fail(fmt::format("unexpected '{}'", shown(rest_)));
}

}  // namespace musimd::cli
