#pragma once

#include <algorithm>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/debugger/session.hpp"

namespace musimd::cli {

/// What a line does once it has been read. Throws DebugFailure.
using DebugAction = std::function<void(DebugSession&)>;

/// The arguments of a command, read from left to right. What cannot be read is thrown as
/// debugger::SyntaxError, with its offset in the line.
class DebugArguments {
  public:
    DebugArguments(std::string_view line, std::size_t offset, const DebugSession& session)
        : line_(line), rest_(line.substr(offset)), session_(session) {
        skip_blanks();
    }

    const Program& program() const { return session_.program(); }
    const DebugSession& session() const { return session_; }
    bool at_end() const { return rest_.empty(); }
    std::string_view line() const { return line_; }
    std::string_view rest() const { return rest_; }
    /// The next word, up to a blank; not removed.
    std::string_view peek() const { return rest_.substr(0, rest_.find_first_of(" \t")); }
    /// Removes and returns the next word; empty at the end.
    std::string_view word();
    /// Removes the word if it is next.
    bool take(std::string_view word);
    /// Removes so many bytes, which are there, and the blanks after them.
    void skip(std::size_t bytes) {
        rest_.remove_prefix(bytes);
        skip_blanks();
    }
    /// A number from `least` on, which may have separators: `10,000,000`.
    std::uint64_t number(std::string_view name, std::uint64_t least);
    debugger::ThreadName thread();
    debugger::Expression expression();
    void expect_end() const;
    [[noreturn]] void fail(std::string message) const;

  private:
    void skip_blanks() { rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t"), rest_.size())); }
    template <typename T>
    T checked(tl::expected<T, debugger::SyntaxError> read, std::string_view before);

    std::string_view line_;
    std::string_view rest_;
    const DebugSession& session_;
};

/// A command of the debugger.
struct DebugCommand {
    std::string_view name;
    std::string_view letter;   ///< its abbreviation; empty if it has none
    std::string_view usage;    ///< its arguments: `[N]`
    std::string_view summary;  ///< one line
    DebugAction (*read)(DebugArguments& arguments);
    std::string_view details;  ///< more lines of its help
};

/// What the line does; nothing for an empty line and a comment. Throws debugger::SyntaxError.
DebugAction read_debug_line(std::string_view line, const DebugSession& session);

/// The words with which the last word of a line may go on, and how many of its characters are there.
struct DebugCompletions {
    std::vector<std::string> words;
    std::size_t typed = 0;
};
DebugCompletions debug_completions(std::string_view line, const DebugSession& session);

// ---- the commands, by what they do

DebugAction read_step(DebugArguments& arguments);
DebugAction read_back(DebugArguments& arguments);
DebugAction read_next(DebugArguments& arguments);
DebugAction read_until(DebugArguments& arguments);
DebugAction read_run(DebugArguments& arguments);
DebugAction read_reverse(DebugArguments& arguments);
DebugAction read_goto(DebugArguments& arguments);

DebugAction read_break(DebugArguments& arguments);
DebugAction read_delete(DebugArguments& arguments);
/// The words after `break` that are not names of the program.
std::vector<std::string_view> break_words();
/// The instructions of a location: a line, a label, or `*N`.
std::vector<Label> read_location(DebugArguments& arguments);

DebugAction read_print(DebugArguments& arguments);
DebugAction read_info(DebugArguments& arguments);
DebugAction read_list(DebugArguments& arguments);
std::vector<std::string_view> info_words();
/// `info rule`: the rule of the next step, and what it changes.
void print_rule(DebugSession& session);

DebugAction read_set(DebugArguments& arguments);
DebugAction read_forks(DebugArguments& arguments);
DebugAction read_fork(DebugArguments& arguments);

DebugAction read_why(DebugArguments& arguments);

}  // namespace musimd::cli
