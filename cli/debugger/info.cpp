// The debugger's commands that print the state: `print`, `info` and `list`.

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/debugger/commands.hpp"
#include "cli/programs/report.hpp"
#include "isa/diagnostic.hpp"
#include "views/lanes/strip.hpp"
#include "views/text_columns.hpp"

namespace musimd::cli {
namespace {

using debugger::Expression;

constexpr std::size_t kMaxRows = 40;  // of a list
constexpr std::size_t kVariableLines = 40;
constexpr std::uint32_t kListedLines = 5;  // before and after the one in the middle

std::string text_of_word(const std::optional<Value>& word) {
    return to_string(word ? &*word : nullptr);
}

// ---- print

// The shown warp as at the end of a run; under `volta` with the variables of all of its threads.
WarpResult shown_warp(const DebugSession& session) {
    const Program& program = session.program();
    const Warp& warp = session.warp();
    if (program.model != ThreadModel::volta) return {warp.active, warp.bank, warp.exited};
    WarpResult result{{}, Bank(program.threads, program.variables.size()), {}};
    for (Thread t = 0; t < program.lanes_of(warp.number); ++t) {
        const Machine& machine = session.now().machine();
        const Warp& thread_warp = machine.warp(machine.machine_of(warp.number, t));
        result.active |= thread_warp.active;
        result.exited |= thread_warp.exited;
        for (Variable v = 0; v < program.variables.size(); ++v)
            if (const Value* const word = thread_warp.bank.find(t, v)) result.bank.set(t, v, *word);
    }
    return result;
}

// Without the variables that are not the user's, whose names are returned.
std::vector<std::string> hide(const DebugSession& session, WarpResult& warp, Program& program) {
    std::vector<std::string> hidden;
    if (!session.source().hides) return hidden;
    std::vector<Variable> shown;
    for (Variable v = 0; v < program.variables.size(); ++v) {
        const std::string& name = program.variables[v];
        if (session.source().hides(name))
            hidden.push_back(name);
        else
            shown.push_back(v);
    }
    Bank bank(program.threads, shown.size());
    for (Variable to = 0; to < shown.size(); ++to)
        for (Thread t = 0; t < program.threads; ++t)
            if (const Value* const word = warp.bank.find(t, shown[to])) bank.set(t, to, *word);
    warp.bank = std::move(bank);
    std::erase_if(program.variables, session.source().hides);
    return hidden;
}

void print_all(DebugSession& session) {
    WarpResult warp = shown_warp(session);
    Program program = session.program();
    const std::vector<std::string> hidden = hide(session, warp, program);
    write_warp(warp, program, {.width = std::max<std::size_t>(session.width(), 20)}, kVariableLines,
               [&](std::string_view text) { session.print(text); });
    if (!hidden.empty()) {
        const std::string text = fmt::format("values within statements: {}", fmt::join(hidden, ", "));
        session.print(views::fitted(text, std::min(session.width() - 1, views::columns_of(text))) + "\n");
    }
}

// The words of an object from this address on, as many as fit in a line.
void print_words(DebugSession& session, const std::string& name, std::int64_t address, std::int64_t count) {
    const Memory& memory = session.now().machine().memory();
    std::string text = fmt::format("{} = {} [{}]:", name, address, count);
    for (std::int64_t i = 0; i < count; ++i) {
        const std::string word = " " + to_string(memory.find(address + i));
        if (text.size() + word.size() + 2 >= session.width() && i > 0) {
            text += " …";
            break;
        }
        text += word;
    }
    session.print(text + "\n");
}

// One value per thread: those that fit in a line, or a short form.
void print_threads(DebugSession& session, const Expression& expression) {
    std::vector<std::optional<Value>> values;
    for (Thread t = 0; t < session.program().lanes_of(session.warp().number); ++t)
        values.push_back(expression.value(session.now(), session.machine(), t));
    std::string text;
    for (const auto& value : values) text += " " + text_of_word(value);
    const std::size_t room = session.width() - std::min(session.width(), expression.text().size() + 2);
    if (text.size() > room) {
        const WordList words{values.size(), [&](std::size_t t) { return values[t] ? &*values[t] : nullptr; }};
        if (const auto folded = folded_threads(words, room)) text = " " + *folded;
    }
    session.print(fmt::format("{} {}\n", expression.text(), text));
}

// ---- info

// Threads that do the same.
void info_threads(DebugSession& session) {
    const std::vector<views::Lane> lanes = session.lanes();
    std::vector<std::pair<views::Lane, ThreadSet>> groups;
    for (Thread t = 0; t < session.program().lanes_of(session.warp().number); ++t) {
        const auto same = [&](const auto& group) { return group.first == lanes[t]; };
        auto found = std::ranges::find_if(groups, same);
        if (found == groups.end()) found = groups.insert(groups.end(), {lanes[t], {}});
        found->second.insert(t);
    }
    const bool has_groups = session.groups() != nullptr;
    const auto meaning = [&](const views::Lane& lane, bool is_one) -> std::string {
        const std::string runs = is_one ? "runs" : "run";
        const std::string wait = is_one ? "waits" : "wait";
        const std::string are = is_one ? "is" : "are";
        const std::string branch = session.where(lane.branch);
        switch (lane.state) {
            case views::LaneState::runs:
                return runs + " at " + session.where(session.warp().pc);
            case views::LaneState::woken:
                return runs + ", woken by the everywhere block on " +
                       session.where(session.warp().context_stack.top().block);
            case views::LaneState::waits:
                if (has_groups)
                    return are + (lane.branch == 0
                                      ? " in another group"
                                      : " in another group, on a side of the branch on " + branch);
                return fmt::format("{} for {} side of the branch on {}", wait, is_one ? "its" : "their",
                                   branch);
            case views::LaneState::at_sync:
                return wait + (has_groups ? " at the join" : " at the sync") + " of the branch on " + branch;
            case views::LaneState::absent:
                return are + (session.program().model == ThreadModel::volta ? " at another instruction"
                                                                            : " not active here");
            case views::LaneState::exited:
                break;
        }
        return is_one ? "has exited" : "have exited";
    };
    if (session.program().warps > 1) session.print(fmt::format("warp {}\n", session.warp().number));
    for (const auto& [lane, threads] : groups) {
        const char c = views::character_of(lane, [&](Label branch) { return session.letter_of(branch); });
        session.print(fmt::format("{}  {} {}\n", c, to_string(threads), meaning(lane, threads.size() == 1)));
    }
}

// A join ahead of a group: where it is, whose it is, and who has arrived.
void print_join(DebugSession& session, const models::Groups& groups, const models::Join& join) {
    ThreadSet waiting;
    for (const ThreadSet& set : groups.arrived_at(join)) waiting |= set;
    session.print(fmt::format("     joins at {} with {}, who branched on {}{}\n", session.where(join.at),
                              to_string(groups.expected_at(join)), session.where(join.branch),
                              waiting.empty() ? "" : fmt::format("; {} wait there", to_string(waiting))));
}

// The groups of the warp in their order, `*` before the one that steps next.
void info_groups(DebugSession& session) {
    const models::Groups* groups = session.groups();
    if (groups == nullptr) {
        throw DebugFailure{fmt::format("the model {} has no groups; 'info stack' prints Π",
                                       to_string(session.program().model))};
    }
    if (groups->list.empty()) session.print("no group: the warp has stopped\n");
    for (std::size_t row = 0; row < groups->list.size(); ++row) {
        if (row == kMaxRows) {
            session.print(fmt::format("… and {} more\n", groups->list.size() - row));
            break;
        }
        const models::Group& group = groups->list[row];
        const bool is_next = group.active.contains(session.warp().active.front()) && !session.now().outcome();
        session.print(fmt::format("{} {} at {}: {}{}\n", is_next ? '*' : ' ', to_string(group.active),
                                  session.where(group.pc), session.text_of(group.pc),
                                  group.has_yielded ? ", has yielded" : ""));
        for (const auto& [t, pc] : group.ahead)
            session.print(fmt::format("    {} has gone on by itself, to {}: {}\n", t, session.where(pc),
                                      session.text_of(pc)));
        for (auto join = group.joins.rbegin(); join != group.joins.rend(); ++join)
            print_join(session, *groups, *join);
    }
}

void info_stack(DebugSession& session) {
    if (session.groups() != nullptr) {
        throw DebugFailure{fmt::format("the model {} has no Π; 'info groups' prints its groups and joins",
                                       to_string(session.program().model))};
    }
    const SyncStack& stack = session.warp().sync_stack;
    if (stack.empty()) session.print("Π is empty\n");
    std::size_t row = 0;
    stack.for_each([&](const SyncEntry& entry) {
        if (++row > kMaxRows) return;
        const std::string todo = entry.todo.empty() ? "{}"
                                                    : fmt::format("{} continue at {}", to_string(entry.todo),
                                                                  session.where(entry.next));
        const std::string done =
            entry.done.empty()
                ? "{}"
                : fmt::format("{} wait at the sync on {}", to_string(entry.done), session.where(entry.join));
        session.print(fmt::format("{:>3}  branch on {}: {}\n     todo {}\n     done {}\n", row,
                                  session.where(entry.branch), session.text_of(entry.branch), todo, done));
    });
    if (row > kMaxRows) session.print(fmt::format("… and {} more\n", row - kMaxRows));
}

void info_context(DebugSession& session) {
    const ContextStack& stack = session.warp().context_stack;
    if (stack.empty()) session.print("Λ is empty\n");
    std::size_t row = 0;
    stack.for_each([&](const ContextEntry& entry) {
        if (++row > kMaxRows) return;
        session.print(fmt::format("{:>3}  everywhere on {}: {} were active at its entry; entries of Π: {}\n",
                                  row, session.where(entry.block), to_string(entry.active),
                                  entry.sync_stack.size()));
    });
    if (row > kMaxRows) session.print(fmt::format("… and {} more\n", row - kMaxRows));
}

void info_memory(DebugSession& session, std::uint64_t begin, std::uint64_t count) {
    Memory part;
    bool is_empty = true;
    session.now().machine().memory().for_each([&](std::int64_t address, Value word) {
        if (static_cast<std::uint64_t>(address) < begin) return;
        if (static_cast<std::uint64_t>(address) - begin >= count) return;
        part.set(address, word);
        is_empty = false;
    });
    if (is_empty) session.print("no word is defined\n");
    write_memory(part, {.width = std::max<std::size_t>(session.width(), 20)},
                 [&](std::string_view text) { session.print(text); });
}

void info_warps(DebugSession& session) {
    const Machine& machine = session.now().machine();
    const bool is_volta = session.program().model == ThreadModel::volta;
    for (std::uint32_t m = 0; m < machine.machines(); ++m) {
        if (m == kMaxRows) {
            session.print(fmt::format("… and {} more\n", machine.machines() - m));
            break;
        }
        const Warp& warp = machine.warp(m);
        const bool is_next = m == session.machine() && !session.now().outcome();
        const std::string_view state = machine.has_stopped(m) ? "has stopped at"
                                       : machine.waits(m)     ? "waits at"
                                                              : "is at";
        session.print(
            fmt::format("{} {} {} {} {}\n", is_next ? '*' : ' ', is_volta ? "thread" : "warp",
                        is_volta ? fmt::format("{}:{}", warp.number, m - machine.machine_of(warp.number, 0))
                                 : std::to_string(warp.number),
                        state, fmt::format("{}: {}", session.where(warp.pc), session.text_of(warp.pc))));
    }
}

void info_breakpoints(DebugSession& session) {
    if (session.breakpoints().list().empty()) session.print("no breakpoints\n");
    for (const debugger::Breakpoint& b : session.breakpoints().list())
        session.print(fmt::format("{:>3}  {}{}\n", b.number, b.text,
                                  b.hits == 0 ? "" : fmt::format("  ({})", counted(b.hits, "hit"))));
}

void info_history(DebugSession& session) {
    const debugger::History& history = session.history();
    session.print(fmt::format("step {} of future {}; {}, about {} KiB\n", history.position() + 1,
                              history.current_future(), counted(history.checkpoints(), "checkpoint"),
                              (history.checkpoint_bytes() + 1023) / 1024));
}

struct InfoTopic {
    std::string_view name;
    void (*print)(DebugSession&);
};
constexpr InfoTopic kInfoTopics[] = {
    {"threads", info_threads}, {"stack", info_stack},
    {"groups", info_groups},   {"context", info_context},
    {"memory", nullptr},       {"rule", print_rule},
    {"warps", info_warps},     {"breakpoints", info_breakpoints},
    {"history", info_history},
};

}  // namespace

std::vector<std::string_view> info_words() {
    std::vector<std::string_view> words;
    for (const InfoTopic& topic : kInfoTopics) words.push_back(topic.name);
    return words;
}

DebugAction read_print(DebugArguments& arguments) {
    if (arguments.at_end()) return print_all;
    return [expression = arguments.expression()](DebugSession& session) {
        if (expression.is_per_thread()) return print_threads(session, expression);
        if (const auto words = expression.object_words())
            return print_words(session, expression.text(),
                               *expression.value(session.now(), session.machine(), 0), *words);
        const auto value = expression.value(session.now(), session.machine(), 0);
        session.print(fmt::format("{} = {}\n", expression.text(), text_of_word(value)));
    };
}

DebugAction read_info(DebugArguments& arguments) {
    const std::string_view word = arguments.peek();
    if (word.empty())
        arguments.fail(
            "expected threads, stack, groups, context, memory, rule, warps, breakpoints or history");
    for (const InfoTopic& topic : kInfoTopics) {
        if (!topic.name.starts_with(word)) continue;
        arguments.word();
        if (topic.print != nullptr) return topic.print;
        std::uint64_t begin = 0;
        std::uint64_t count = UINT64_MAX;
        if (!arguments.at_end()) {
            begin = arguments.number("an address", 0);
            count = arguments.at_end() ? 1 : arguments.number("how many words", 1);
        }
        return [begin, count](DebugSession& session) { info_memory(session, begin, count); };
    }
    arguments.fail(fmt::format("unknown topic '{}'{}", shown(word), did_you_mean(word, info_words())));
}

DebugAction read_list(DebugArguments& arguments) {
    const std::uint64_t asked = arguments.at_end() ? 0 : arguments.number("a line", 1);
    return [asked](DebugSession& session) {
        const std::vector<std::string_view> lines = lines_of(session.source().text);
        const std::uint32_t here = session.line();
        const std::uint64_t middle = asked != 0 ? asked : std::max<std::uint64_t>(here, 1);
        if (middle > lines.size())
            throw DebugFailure{fmt::format("line {} does not exist; there are {}", middle, lines.size())};
        const std::uint64_t end = std::min<std::uint64_t>(middle + kListedLines, lines.size());
        for (std::uint64_t n = middle - std::min<std::uint64_t>(middle - 1, kListedLines); n <= end; ++n) {
            const std::string line = fmt::format("{} {:>5}  {}", n == here ? '>' : ' ', n,
                                                 shown(lines[static_cast<std::size_t>(n - 1)], 10'000));
            session.print(views::columns_of(line) < session.width()
                              ? line + "\n"
                              : views::fitted(line, session.width() - 1) + "\n");
        }
    };
}

}  // namespace musimd::cli
