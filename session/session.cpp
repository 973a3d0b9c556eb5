#include "session/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "checking/expectations.hpp"
#include "simulator/debugger/breakpoints.hpp"
#include "views/lanes/source_places.hpp"

namespace musimd::web {
namespace {

/// Of all checkpoints. A module has 4 GiB in all.
constexpr std::uint64_t kCheckpointBytes = std::uint64_t{128} << 20;
constexpr std::int64_t kSegment = 32;  // words, for statistics: the default of `musimd run`

/// Notes the first event of a step: of a joint step, that of the machine whose turn it is.
class StepKeeper final : public Observer {
  public:
    void on_step(const StepEvent& event) override {
        if (step.number == 0) step = {event.number, event.rule, event.pc, event.warp};
    }
    LastStep step;
};

}  // namespace

Session::Session(std::string file, std::string text, Program program)
    : file_(std::move(file)),
      text_(std::move(text)),
      program_(std::move(program)),
      options_(test_options(program_)),
      history_(program_, options_, {.bytes = kCheckpointBytes}),
      places_(views::places_in(file_, text_)) {}

// ---- motions

bool Session::step() {
    StepKeeper keeper;
    const bool goes = history_.step(&keeper);
    if (keeper.step.number != 0) last_ = keeper.step;
    return goes;
}

bool Session::is_at(const Until& until) const {
    const Warp& next = now().machine().warp(now().current());
    return until.lines.contains(line_of(next.pc)) && next.number == until.warp.value_or(next.number);
}

Motion Session::forward(std::uint64_t steps, const Until& until) {
    const std::uint64_t target = steps > UINT64_MAX - position() ? UINT64_MAX : position() + steps;
    while (position() < target && step()) {
        if (!until.lines.empty() && is_at(until) && !now().outcome()) return {true};
    }
    return {};
}

Motion Session::back(std::uint64_t steps, const Until& until) {
    const std::uint64_t target = position() - std::min(steps, position());
    if (until.lines.empty()) {
        go_to(target);
        return {};
    }
    debugger::Breakpoint breakpoint{.kind = debugger::BreakKind::location};
    for (Label pc = 1; pc < program_.end(); ++pc)
        if (until.lines.contains(program_.at(pc).line)) breakpoint.pcs.push_back(pc);
    debugger::Breakpoints breakpoints;
    breakpoints.add(std::move(breakpoint));
    bool broke = false;
    do {
        const debugger::Stop stop = breakpoints.reverse(history_);
        broke = stop.reason == debugger::Stop::Reason::breakpoint && position() >= target;
    } while (broke && !is_at(until));
    go_to(broke ? position() : target);
    return {broke};
}

// The last step is taken here, to note what it does.
void Session::go_to(std::uint64_t position) {
    last_ = {};
    const auto go_by_step = [&](std::uint64_t to) {
        history_.go_to(to - std::min<std::uint64_t>(to, 1));
        while (this->position() < position && step()) continue;
    };
    go_by_step(position);
    const bool has_ended_before = last_.number == 0 && this->position() > 0 && now().outcome();
    if (has_ended_before) go_by_step(this->position());
}

// ---- the run up to the position

Session::Follower::Follower(const Program& program, const MachineOptions& options)
    : execution(program, options), statistics(program, kSegment, options.max_address) {}

const Statistics& Session::statistics() {
    if (!follower_ || follower_->execution.steps() > position())
        follower_ = std::make_unique<Follower>(program_, options_);
    while (follower_->execution.steps() < position() && follower_->execution.step(&follower_->statistics))
        continue;
    return follower_->statistics.statistics();
}

std::optional<Outcome> Session::repeat(Observer& observer, std::uint64_t step) const {
    debugger::Execution execution(program_, options_);
    while (execution.steps() < step && execution.step(&observer)) continue;
    if (now().outcome() && !execution.outcome()) execution.step(&observer);
    return execution.outcome();
}

std::optional<Outcome> Session::run_again(Observer& observer, std::uint64_t step) const {
    debugger::Execution execution(program_, options_);
    while (execution.steps() < step && execution.step(&observer)) continue;
    return execution.outcome();
}

// ---- names

debugger::WhyNames Session::names() const {
    return {program_,
            [this](Label pc) -> std::string {
                if (pc == 0 || pc >= program_.end()) return "the end of the program";
                const std::uint32_t line = places_(program_, pc).line;
                return line == 0 ? fmt::format("instruction {}", pc) : fmt::format("line {}", line);
            },
            [this](Label pc) { return pc == 0 || pc >= program_.end() ? "" : places_(program_, pc).text; }};
}

}  // namespace musimd::web
