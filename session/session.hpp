#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "isa/reader.hpp"
#include "simulator/debugger/history.hpp"
#include "simulator/debugger/why_text.hpp"
#include "simulator/observers/statistics.hpp"
#include "views/lanes/lanes_view.hpp"

namespace musimd::web {

/// What the last step did.
struct LastStep {
    std::uint64_t number = 0;  ///< 0 before the first
    RuleId rule = RuleId::IT;
    Label pc = 0;
    std::uint32_t warp = 0;
};

/// Where a motion ends early: before an instruction of one of the lines, by the warp, if there is one.
struct Until {
    std::set<std::uint32_t> lines;
    std::optional<std::uint64_t> warp = {};
};

/// How a motion ended.
struct Motion {
    bool broke = false;  ///< before an instruction of a breakpoint
};

/// A program and a position in its run. It is not copied: parts refer to each other.
class Session {
  public:
    Session(std::string file, std::string text, Program program);
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    const std::string& file() const { return file_; }
    const std::string& text() const { return text_; }
    const Program& program() const { return program_; }
    const MachineOptions& options() const { return options_; }
    const debugger::History& history() const { return history_; }
    const debugger::Execution& now() const { return history_.now(); }
    std::uint64_t position() const { return history_.position(); }
    const LastStep& last_step() const { return last_; }

    Motion forward(std::uint64_t steps, const Until& until);
    Motion back(std::uint64_t steps, const Until& until);
    void go_to(std::uint64_t position);

    /// Of the run up to the position.
    const Statistics& statistics();
    /// Repeats the run up to a step, not before the position. Returns its end, or nothing if the step is
    /// before that.
    std::optional<Outcome> repeat(Observer& observer, std::uint64_t step) const;
    std::optional<Outcome> repeat(Observer& observer) const { return repeat(observer, position()); }
    /// Runs the program from its beginning up to a step, wherever the position is. Returns its end, if it
    /// has ended by then.
    std::optional<Outcome> run_again(Observer& observer, std::uint64_t step) const;

    const views::LanesView::PlaceOf& places() const { return places_; }
    debugger::WhyNames names() const;
    /// 0 past the end.
    std::uint32_t line_of(Label pc) const {
        return pc == 0 || pc >= program_.end() ? 0 : program_.at(pc).line;
    }

  private:
    /// A run that an observer has followed to some position.
    struct Follower {
        Follower(const Program& program, const MachineOptions& options);
        debugger::Execution execution;
        StatisticsObserver statistics;
    };
    bool step();
    bool is_at(const Until& until) const;

    std::string file_;
    std::string text_;
    Program program_;
    MachineOptions options_;
    debugger::History history_;
    LastStep last_;
    std::unique_ptr<Follower> follower_;
    views::LanesView::PlaceOf places_;
};

}  // namespace musimd::web
