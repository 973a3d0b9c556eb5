#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "engines/simulator_engines.hpp"
#include "kernels/openmp/call_run.hpp"
#include "kernels/openmp/quiet_steps.hpp"
#include "simulator/fast/watched_threads.hpp"

// Orders of turns: of the warps of a parallel loop, and of the threads of a region.

namespace musimd::kernels::openmp {

using dsl::Statement;

namespace {

/// Not all engines have threads by themselves.
const Engine& engine_of_threads(const Engine& wanted) {
    const Engine* const same = find_engine(core_engines(), wanted.name);
    return same == nullptr ? core_engines().front() : *same;
}

}  // namespace

// ---- loops

/// Whether the loop is to run in other schedules, too.
bool CallRun::may_show_schedule(const Statement& loop, const Program& program) {
    if (configuration_.schedules <= 1 || on_launch_ || configuration_.watch != nullptr) return false;
    if (!shows_schedule(program)) return false;
    return configuration_.tries_all || in_schedules_[&loop]++ < kLaunchesInSchedules;
}

/// Ends the call if something is wrong in another schedule of the loop.
void CallRun::try_schedules(const Statement& loop, const LoopProgram& program, std::uint64_t steps) {
    std::uint64_t taken = 0;
    for (const Schedule& schedule : other_schedules()) {
        taken += steps;
        const bool is_cheap = configuration_.tries_all || taken <= kMostStepsOfSchedules;
        if (!is_cheap || steps_of_schedules_ == 0) break;
        begin_schedule(schedule);
        CostObserver cost(program.program, program.outside, program.simd_widths, configuration_.native_lanes);
        end_early(run(program, cost, loop.line), program);
    }
    begin_schedule({});
}

std::vector<Schedule> CallRun::other_schedules() const {
    if (configuration_.schedule)
        return *configuration_.schedule == Schedule{} ? std::vector<Schedule>{}
                                                      : std::vector{*configuration_.schedule};
    std::vector<Schedule> result;
    const bool has_groups = configuration_.reconvergence && musimd::has_groups(*configuration_.reconvergence);
    const std::uint32_t most = has_groups ? 2 : configuration_.schedules;  // random turns are of machines
    for (std::uint32_t number = 1; number < std::min(most, configuration_.schedules); ++number)
        result.push_back(schedule_number(number));
    return result;
}

void CallRun::begin_schedule(const Schedule& schedule) {
    schedule_ = schedule;
    schedule_name_ = schedule == Schedule{} ? "" : to_string(schedule);
}

/// In random schedules, warps get far ahead of each other.
Result CallRun::run_by_engine(const Program& program, const MachineOptions& options, Observers& observers) {
    if (schedule_.order == Order::random)
        return run_in_random_turns(
                   program, options, steps_of_schedules_, [] { return false; }, &observers)
            .result.value_or(Result{});
    if (memory_ != nullptr) return engine_.run_in(program, options, &observers, *memory_);
    return engine_.run(program, options, &observers);
}

// ---- regions

/// The views look at stacks.
Result CallRun::run_watched(const Program& program, const MachineOptions& options, Observer& observer) const {
    const Engine& engine = engine_of_threads(engine_);
    if (configuration_.watch == nullptr && engine.name == "fast")
        return fast::run_watched_threads(program, options, observer);
    return engine.run(program, options, &observer);
}

/// In the present order of turns. All but the first take their steps from what is left for them.
TurnsEnd CallRun::run_turns(const TeamRun& run, MachineOptions options, const TeamRaceObserver& races,
                            Observer& observer) {
    const Program& program = run.program.program;
    if (schedule_.order == Order::random)
        return run_in_random_turns(
            program, options, steps_of_schedules_, [&] { return races.ends().load(); }, &observer);
    if (!schedule_name_.empty())
        options.max_steps = std::min(options.max_steps, steps_of_schedules_ / program.block_threads + 1);
    TurnsEnd end = run_until_stuck(program, options, observer);
    if (schedule_name_.empty() || !end.spinning.empty()) return end;
    steps_of_schedules_ -= std::min(steps_of_schedules_, end.result->steps);
    if (end.result->outcome == Outcome::limit) return {};
    return end;
}

/// Ends early if threads spin until the step limit. That takes many steps to find out: it is tried once, if
/// the run comes to the limit or seems to change nothing.
TurnsEnd CallRun::run_until_stuck(const Program& program, MachineOptions options, Observer& observer) {
    if (!shows_schedule(program)) return {run_watched(program, options, observer)};
    std::optional<std::vector<SpinningThread>> spinning;
    const auto are_stuck = [&] {
        if (!spinning) spinning = threads_in_deadlock(program, options);
        return !spinning->empty();
    };
    QuietSteps quiet(patience_, are_stuck, options.interrupt);
    MachineOptions until_stuck = options;
    until_stuck.interrupt = &quiet.ends();
    Observers observers;
    observers.add(observer);
    observers.add(quiet);
    Result result = run_watched(program, until_stuck, observers);
    if (result.outcome == Outcome::limit) are_stuck();
    if (!spinning || spinning->empty()) return {std::move(result)};
    return {std::nullopt, *std::move(spinning)};
}

/// Those that spin in this order of turns. Without any, the next run is given more time.
std::vector<SpinningThread> CallRun::threads_in_deadlock(const Program& program, MachineOptions options) {
    constexpr std::uint64_t kMostSteps = 1'000'000;
    options.interrupt = configuration_.interrupt;
    std::uint64_t steps = kMostSteps;
    TurnsEnd end = run_in_random_turns(
        program, options, steps, [] { return false; }, nullptr);
    if (end.spinning.empty()) patience_ *= 2;
    return std::move(end.spinning);
}

/// Each waits for what another one would do.
void CallRun::note(const std::vector<SpinningThread>& spinning, const TeamRun& run) {
    constexpr std::size_t kShown = 4;
    const Program& program = run.program.program;
    std::vector<std::string> texts;
    for (const SpinningThread& thread : spinning) {
        if (texts.size() == kShown) break;
        const std::string what =
            thread.address < 0 ? "" : fmt::format(" for {}", names_.at(thread.address, program));
        texts.push_back(
            fmt::format("thread {} on line {}{}", thread.thread, program.at(thread.pc).line, what));
    }
    if (spinning.size() > kShown) texts.push_back(fmt::format("{} more", spinning.size() - kShown));
    note_deadlock(fmt::format("these threads wait, and no other thread runs that could end it: {}",
                              fmt::join(texts, ", ")),
                  spinning.front().pc, run, schedule_name_.empty());
}

}  // namespace musimd::kernels::openmp
