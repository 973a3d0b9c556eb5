#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/programs/lanes.hpp"
#include "cli/programs/state_table.hpp"
#include "simulator/debugger/breakpoints.hpp"
#include "simulator/debugger/why.hpp"
#include "simulator/endless/endless.hpp"

namespace musimd::cli {

/// What is debugged, as the user knows it.
struct DebugSource {
    std::string name;                                ///< file name
    std::string text;                                ///< file text
    views::LanesView::PlaceOf place;                 ///< source location of an instruction
    std::function<std::string(const Trap&)> trap;    ///< a trap's message
    std::function<std::string(const Limit&)> limit;  ///< a limit's message
    /// Whether a variable is not the user's, so that `print` leaves it out; if null, none is.
    std::function<bool(std::string_view variable)> hides = nullptr;
    /// Why the run never ends, as a message; if null, nobody looks whether that is so.
    std::function<std::string(const Endless&, Label pc)> endless = nullptr;
};

/// A command cannot do what it is meant to in this state of the run.
struct DebugFailure {
    std::string message;
};

/// A debugged run, and how it is shown.
class DebugSession {
  public:
    /// The program must outlive it.
    DebugSession(DebugSource source, const Program& program, const MachineOptions& options);

    const Program& program() const { return program_; }
    const DebugSource& source() const { return source_; }
    debugger::History& history() { return history_; }
    debugger::Breakpoints& breakpoints() { return breakpoints_; }
    const debugger::Breakpoints& breakpoints() const { return breakpoints_; }
    const debugger::Execution& now() const { return history_.now(); }
    /// The machine that is shown, and its state.
    std::uint32_t machine() const { return now().current(); }
    const Warp& warp() const { return now().machine().warp(machine()); }
    /// The groups of the warp, if the model has_groups; else null.
    const models::Groups* groups() const {
        const models::GroupWarp* of_warp = now().machine().group_warp(machine());
        return of_warp == nullptr ? nullptr : &of_warp->groups;
    }

    /// Throws DebugFailure if the shown warp does not have the thread.
    void check_exists(debugger::ThreadName thread) const;

    // ---- output

    void print(std::string_view text) { write_(text); }
    std::size_t width() const { return width_; }
    /// Where output goes from now on, the width of its lines, and whether it may have colours.
    void write_to(Write write, std::size_t width, bool has_colour);

    /// The present position as a row: the next step, its line, its text, and the lanes.
    std::string row();
    /// The lanes as characters, at most so many.
    std::string strip(std::size_t characters);
    std::vector<views::Lane> lanes() const;
    /// That of a branch in strips.
    char letter_of(Label branch);
    /// `line 12`, or `instruction 5` without a line.
    std::string where(Label pc) const;
    /// The line of the next instruction; past the end, that of the last one. 0 if it has none.
    std::uint32_t line() const;
    /// The text of an instruction's line; empty past the end.
    std::string text_of(Label pc) const;
    /// `x@3`, or `x@1:3` if there are several warps.
    std::string name_of(Variable v, std::uint32_t warp, Thread t) const;
    /// `thread 3`, `thread 3 of warp 1`
    std::string thread_name(std::uint32_t warp, Thread t) const;

    // ---- motions, which show the position that they reach

    void go_to(std::uint64_t position);
    void run(const debugger::Breakpoints::Arrived& arrived = {});
    void reverse();
    /// The row, and the trap, limit or end.
    void show_position();
    /// Whether a motion of this session was interrupted since begin_command.
    bool was_interrupted() const { return interrupted_; }
    void begin_command() { interrupted_ = false; }

    bool wants_quit = false;
    bool wants_view = false;

  private:
    debugger::History::GoesOn goes_on();
    std::optional<Endless> endless() const;
    void show_stop(const debugger::Stop& stop);
    std::string change_of(const debugger::Breakpoint& breakpoint) const;

    DebugSource source_;
    const Program& program_;
    debugger::History history_;
    debugger::Breakpoints breakpoints_;
    Write write_;
    std::size_t width_ = 80;
    bool has_colour_ = false;
    std::map<Label, char> letters_;
    bool interrupted_ = false;
};

/// From here on Ctrl-C is noted, and stops motions.
void catch_debug_interrupts();
/// Whether it was pressed since the last call.
bool take_debug_interrupt();

/// The width of the terminal on standard output, even if it is narrow; terminal_width() if it is not one.
std::size_t debug_width();

}  // namespace musimd::cli
