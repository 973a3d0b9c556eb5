#include "cli/debugger/session.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <utility>

#include "cli/command/terminal.hpp"
#include "cli/programs/report.hpp"
#include "isa/diagnostic.hpp"
#include "simulator/debugger/why_text.hpp"
#include "views/lanes/execution_lanes.hpp"
#include "views/lanes/strip.hpp"
#include "views/text_columns.hpp"

namespace musimd::cli {
namespace {

using debugger::Stop;

std::atomic<bool> interrupt_noted = false;
static_assert(std::atomic<bool>::is_always_lock_free);  // a signal handler writes it

void note_interrupt(int) {
    interrupt_noted = true;
}

constexpr std::size_t kNarrow = 40;  // columns; below this, a row is three lines

}  // namespace

void catch_debug_interrupts() {
    struct sigaction action = {};
    action.sa_handler = note_interrupt;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
}

bool take_debug_interrupt() {
    return interrupt_noted.exchange(false);
}

std::size_t debug_width() {
    constexpr std::size_t kLeast = 10;
    winsize size = {};
    if (isatty(STDOUT_FILENO) != 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return std::max<std::size_t>(size.ws_col, kLeast);
    return terminal_width();
}

DebugSession::DebugSession(DebugSource source, const Program& program, const MachineOptions& options)
    : source_(std::move(source)), program_(program), history_(program, options) {}

void DebugSession::write_to(Write write, std::size_t width, bool has_colour) {
    write_ = std::move(write);
    width_ = width;
    has_colour_ = has_colour;
}

void DebugSession::check_exists(debugger::ThreadName thread) const {
    if (!thread.exists(now(), machine()))
        throw DebugFailure{fmt::format("{} does not exist; its warp has {} threads",
                                       thread_name(thread.warp.value_or(warp().number), thread.thread),
                                       program_.lanes_of(thread.warp.value_or(warp().number)))};
}

// ---- names

std::string DebugSession::where(Label pc) const {
    if (pc == 0 || pc >= program_.end()) return "the end of the program";
    const std::uint32_t line = source_.place(program_, pc).line;
    return line == 0 ? fmt::format("instruction {}", pc) : fmt::format("line {}", line);
}

std::uint32_t DebugSession::line() const {
    const Label pc = std::min<Label>(warp().pc, program_.end() - 1);
    return pc == 0 ? 0 : source_.place(program_, pc).line;
}

std::string DebugSession::text_of(Label pc) const {
    return pc == 0 || pc >= program_.end() ? "" : source_.place(program_, pc).text;
}

std::string DebugSession::name_of(Variable v, std::uint32_t warp, Thread t) const {
    return debugger::name_of(program_, v, warp, t);
}

std::string DebugSession::thread_name(std::uint32_t warp, Thread t) const {
    return debugger::name_of(program_, warp, t);
}

// ---- lanes

std::vector<views::Lane> DebugSession::lanes() const {
    return views::lanes_of(now(), machine());
}

char DebugSession::letter_of(Label branch) {
    if (branch == 0) return '-';  // in a group that no join expects
    const auto next = static_cast<char>('a' + std::min<std::size_t>(letters_.size(), 25));
    return letters_.try_emplace(branch, next).first->second;
}

std::string DebugSession::strip(std::size_t characters) {
    const std::size_t most = std::max<std::size_t>(characters, 1);
    return views::strip_of(lanes(), (program_.threads + most - 1) / most,
                           [this](Label branch) { return letter_of(branch); });
}

std::string DebugSession::row() {
    const Label pc = warp().pc;
    const bool is_inside = pc < program_.end();
    const views::SourcePlace place = is_inside ? source_.place(program_, pc) : views::SourcePlace{};
    const std::string text = is_inside ? place.text : "(past the last instruction)";
    const std::string line = place.line == 0 ? "" : std::to_string(place.line);
    const std::string of_warp = program_.warps == 1 ? "" : fmt::format("w{} ", warp().number);
    const auto shown_lanes = [&](std::size_t characters) {
        const std::string lanes = strip(characters);
        return has_colour_ ? views::coloured_strip(lanes) : lanes;
    };
    const std::uint64_t step = now().steps() + 1;
    if (width_ < kNarrow) {
        std::string shortened = views::fitted(text, width_ - 1);
        shortened.resize(shortened.find_last_not_of(' ') + 1);
        return fmt::format("{}step {}{}\n{}\n{}\n", of_warp, step, line.empty() ? "" : " line " + line,
                           shortened, shown_lanes(width_ - 1));
    }
    const std::string begin = fmt::format("{:>7} {:>5}  {}", step, line, of_warp);
    const std::size_t room = width_ - std::min(width_, begin.size() + 2);
    const std::size_t left = room - std::min<std::size_t>(room, program_.threads);
    const std::size_t for_text = std::clamp<std::size_t>(left, 12, 34);
    return fmt::format("{}{}  {}\n", begin, views::fitted(text, for_text),
                       shown_lanes(std::max<std::size_t>(room - std::min(room, for_text), 8)));
}

// ---- motions

debugger::History::GoesOn DebugSession::goes_on() {
    auto progress = std::make_shared<ProgressLine>();
    return [this, progress](std::uint64_t position) {
        if (progress->due()) progress->show(fmt::format("step {} …", position + 1));
        if (!take_debug_interrupt()) return true;
        interrupted_ = true;
        return false;
    };
}

void DebugSession::go_to(std::uint64_t position) {
    history_.go_to(position, goes_on());
    if (interrupted_) print("interrupted\n");
    show_position();
}

// Of the run from its beginning or, once a value was set, from here on.
std::optional<Endless> DebugSession::endless() const {
    if (!source_.endless) return std::nullopt;
    return history_.current_future() == 0 ? why_endless(program_, now().options()) : why_endless(now());
}

// A run that never ends stops once the breakpoints have seen all that it will ever do.
void DebugSession::run(const debugger::Breakpoints::Arrived& arrived) {
    constexpr std::uint64_t kBeforeLooking = 10'000;  // steps
    const std::uint64_t begin = history_.position();
    std::optional<Endless> found;
    bool has_looked = false;
    bool repeats = false;
    const Stop stop = breakpoints_.run(
        history_,
        [&, goes = goes_on()](std::uint64_t position) {
            if (!has_looked && position >= begin + kBeforeLooking) {
                has_looked = true;
                found = endless();
            }
            repeats = found && position >= std::max(begin, found->position) + found->steps;
            return !repeats && goes(position);
        },
        arrived);
    if (stop.reason != Stop::Reason::interrupted || !repeats) return show_stop(stop);
    print(source_.endless(*found, warp().pc));
    show_position();
}

void DebugSession::reverse() {
    show_stop(breakpoints_.reverse(history_, goes_on()));
}

void DebugSession::show_stop(const Stop& stop) {
    switch (stop.reason) {
        case Stop::Reason::arrived:
        case Stop::Reason::ended:
            break;
        case Stop::Reason::start:
            print("the start of the run\n");
            break;
        case Stop::Reason::interrupted:
            print("interrupted\n");
            break;
        case Stop::Reason::breakpoint: {
            const auto& list = breakpoints_.list();
            const auto found = std::ranges::find(list, stop.breakpoint, &debugger::Breakpoint::number);
            print(fmt::format("breakpoint {}: {}{}\n", found->number, found->text, change_of(*found)));
            break;
        }
    }
    show_position();
}

// Of a breakpoint on a change, the values before and after it.
std::string DebugSession::change_of(const debugger::Breakpoint& breakpoint) const {
    if (breakpoint.kind != debugger::BreakKind::change || history_.position() == 0) return {};
    const auto before = history_.before_step(history_.position());
    const auto old = breakpoint.value->value(*before, before->current(), 0);
    const auto value = breakpoint.value->value(now(), machine(), 0);
    return fmt::format(": {} → {}", to_string(old ? &*old : nullptr), to_string(value ? &*value : nullptr));
}

void DebugSession::show_position() {
    if (now().outcome() == Outcome::stop) {
        print(fmt::format("stop after {}\n", counted(now().steps(), "step")));
        return;
    }
    print(row());
    if (now().trap()) print(source_.trap(*now().trap()));
    if (now().limit()) print(source_.limit(*now().limit()));
}

}  // namespace musimd::cli
