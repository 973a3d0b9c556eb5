#include <fmt/format.h>

#include "kernels/openmp/call_run.hpp"
#include "kernels/openmp/own_elements.hpp"
#include "kernels/openmp/task_hints.hpp"
#include "kernels/openmp/team_races.hpp"

// Parallel regions whose threads share work or wait for each other: each thread is a machine by itself.

namespace musimd::kernels::openmp {
namespace {

constexpr std::int64_t kMaxThreads = kMaxBlockThreads;
constexpr std::uint32_t kComparedSchedules = 4;  ///< their results, with that of the first

}  // namespace

/// Where each thread has a part of its own. `locals`: also of what it declares.
std::vector<AddressRange> CallRun::memory_of_threads(bool locals) const {
    std::vector<AddressRange> result;
    const auto add = [&](dsl::BufferId buffer) {
        const dsl::Region& region = state_.memory[buffer];
        result.push_back({region.address, region.address + std::ssize(region.words)});
    };
    if (locals) {
        for (const dsl::openmp::LocalArray& local : function_.locals) add(local.buffer);
    }
    for (const dsl::BufferId buffer : function_.of_threads) add(buffer);
    return result;
}

/// Empty if no thread asks for memory.
AddressRange CallRun::heap() const {
    if (!function_.heap) return {};
    const dsl::Region& region = state_.memory[*function_.heap];
    return {region.address, region.address + std::ssize(region.words)};
}

void CallRun::run_threads(const dsl::Statement& region, std::int64_t threads) {
    if (threads < 1 || threads > kMaxThreads)
        refuse(region.line, fmt::format("{} threads; a region can have 1 to {}", threads, kMaxThreads));
    const Part& body = part_of_parallel(region, threads);
    device_.show();
    kept_.give_back(state_);  // each schedule begins with the same memory
    memory_ = nullptr;
    dsl::Launch launch = launch_of(body, state_, threads);
    launch.model = dsl::LoopModel::threads;
    dsl::LoweredKernel lowered = dsl::lower_with_variables(body.kernel, launch);
    LoopProgram program{.program = std::move(lowered.program), .simd_loops = std::move(lowered.simd_loops)};
    program.written = written_addresses(launch, program.simd_loops);
    program.objects = object_addresses(lowered.objects, launch);
    program.calls = lowered.calls;
    if (on_launch_) on_launch_(region, program);
    const TeamRun run{.region = region, .code = lowered.team, .program = program};
    const Result result = *run_schedule(run);
    take_memory(body, result, state_);
    std::uint32_t compared = 0;
    for (const Schedule& schedule : other_schedules()) {
        if (steps_of_schedules_ == 0) break;
        begin_schedule(schedule);
        const auto other = run_schedule(run);
        if (!other || ++compared > kComparedSchedules || run_.depends_on_order) continue;
        run_.depends_on_order = differs(body, result, *other);
    }
    begin_schedule({});
    if (!region.reductions.empty()) combine(region, threads);
}

/// Whether two orders of turns have left other values in the memory that threads share.
bool CallRun::differs(const Part& body, const Result& first, const Result& other) const {
    const std::vector<AddressRange> own = memory_of_threads(true);
    for (const dsl::Region* region : regions_of(body.written, state_)) {
        const auto is_it = [&](const AddressRange& r) { return r.first == region->address; };
        if (std::ranges::any_of(own, is_it) || region->address == heap().first) continue;
        for (std::int64_t i = 0; i < std::ssize(region->words); ++i) {
            const Value* const a = first.memory.find(region->address + i);
            const Value* const b = other.memory.find(region->address + i);
            if (a != nullptr && b != nullptr && *a != *b) return true;
        }
    }
    return false;
}

std::optional<Hint> CallRun::hint_of(const TeamRace& race, const RacingLines& lines,
                                     const TeamRun& run) const {
    if (race.earlier.task == 0 && race.later.task == 0) return hint_of(run.region, race.address, lines);
    const Program& program = run.program.program;
    const dsl::BufferId buffer = buffer_at(race.address);
    return hint_of_tasks(race, program, run.region,
                         {buffer, names_.at(race.address, program), names_.is_variable(buffer)});
}

void CallRun::note(const TeamRace& race, const TeamRun& run) {
    const Program& program = run.program.program;
    const std::string message = explain(race, program, names_);
    const RacingLines lines = {.earlier = program.at(race.earlier.pc).line,
                               .later = program.at(race.later.pc).line,
                               .earlier_use = race.earlier.use,
                               .later_use = race.later.use};
    const auto hint = hint_of(race, lines, run);
    const auto other = race.outlives ? std::nullopt : std::optional(lines.earlier);
    if (!configuration_.all_races) {
        if (!observed_) observed_ = {to_string(TrapKind::race), message, race.later.pc, 0, 0, other, hint};
        return;
    }
    if (noted_.insert({run.region.line, lines.earlier, lines.later}).second)
        run_.findings.push_back({.kind = std::string(to_string(TrapKind::race)),
                                 .message = with_schedule_noted(message, schedule_name_),
                                 .line = lines.later,
                                 .other = other,
                                 .calls = calls_around(run.program, race.later.pc),
                                 .schedule = schedule_name_,
                                 .hint = hint});
}

void CallRun::note(const StuckThread& stuck, const TeamRun& run) {
    note_deadlock(fmt::format("thread {} waits for an iteration that never reaches `depend(source)`, or that "
                              "is after its own",
                              stuck.thread),
                  stuck.pc, run, false);
}

void CallRun::note(const MissedBarrier& missed, const TeamRun& run) {
    note_deadlock(
        fmt::format("thread {} waits at the barrier on line {}, which thread {} does not reach: it has "
                    "come to the end of the region on line {} after {} barrier{}",
                    missed.waiting, run.program.program.at(missed.pc).line, missed.ended, run.region.line,
                    missed.barriers, missed.barriers == 1 ? "" : "s"),
        missed.pc, run, true);
}

/// `ends`: the call cannot go on.
void CallRun::note_deadlock(const std::string& message, Label pc, const TeamRun& run, bool ends) {
    const std::uint32_t line = run.program.program.at(pc).line;
    if (!configuration_.all_races || ends) {
        if (!observed_) observed_ = {kDeadlock, message, pc, 0, 0};
    } else if (noted_.insert({run.region.line, line, 0}).second) {
        run_.findings.push_back({.kind = std::string(kDeadlock),
                                 .message = with_schedule_noted(message, schedule_name_),
                                 .line = line,
                                 .calls = calls_around(run.program, pc),
                                 .schedule = schedule_name_});
    }
}

/// Tasks may share what their threads declare.
TeamRaceObserver::Options CallRun::options_of_races(const TeamRun& run) const {
    const Program& program = run.program.program;
    const bool has_tasks =
        std::ranges::find(run.code.acts, dsl::TeamAct::task, &dsl::TeamCode::Act::act) != run.code.acts.end();
    TeamRaceObserver::Options result{
        .teams = run.region.teams,
        .as_scheduled = configuration_.as_scheduled || program.block_threads == 1,
        .interrupt = configuration_.interrupt,
        .private_memory = memory_of_threads(!has_tasks),
        .memory_of_threads = {heap()}};
    const std::vector<AddressRange> margins = margins_of(program);
    result.private_memory.insert(result.private_memory.end(), margins.begin(), margins.end());
    if (!has_tasks) return result;
    const std::vector<AddressRange> locals = memory_of_threads(true);
    result.memory_of_threads.insert(result.memory_of_threads.end(), locals.begin(), locals.end());
    result.is_own_element = [this, &run, own = std::optional<OwnElements>()](Label pc,
                                                                             std::int64_t address) mutable {
        if (!own) own = own_elements(function_, run.region);
        return own->contains({run.program.program.at(pc).line, buffer_at(address)});
    };
    return result;
}

/// Ends the call if something is wrong under this order of turns: round after round, or random turns.
std::optional<Result> CallRun::run_schedule(const TeamRun& run) {
    const bool is_first = schedule_name_.empty();
    const LoopProgram& program = run.program;
    CostObserver cost(program.program, 1, {}, configuration_.native_lanes);
    SimdRaceObserver simd_races(program.program, program.simd_loops, program.written);
    ObjectObserver objects(program.objects, margins_of(program.program));
    UnwrittenObserver unwritten(unwritten_);
    TeamRaceObserver races(program.program, run.code, options_of_races(run));
    Observers observers;
    observers.add(races);
    if (is_first) observers.add(cost);
    if (is_first && configuration_.watch != nullptr) observers.add(*configuration_.watch);
    if (!program.simd_loops.empty()) observers.add(simd_races);
    if (looks_outside(program)) observers.add(objects);
    if (unwritten_.wanted() && is_first) observers.add(unwritten);
    if (teams_.are_apart() && is_first) observers.add(teams_);
    if (device_.is_active() && is_first) observers.add(device_);
    MachineOptions options = options_for(program.program);
    options.races = false;
    if (!configuration_.all_races) options.interrupt = &races.ends();
    TurnsEnd end = run_turns(run, options, races, observers);
    if (is_first) run_.host += cost.cost();
    const std::optional<Result>& result = end.result;
    if (races.tasks().comes_too_early())
        refuse(
            run.region.line,
            "a task depends on one with `detach` whose event has not happened where the task is made, which "
            "is not supported: tasks are executed there");
    note(program, objects, simd_races);
    note(unwritten, program);
    note_races_of_teams(program);
    if (is_first) note_device(program);
    if (const auto& race = races.race()) note(*race, run);
    if (const auto& stuck = races.stuck()) note(*stuck, run);
    if (const auto& missed = races.missed()) note(*missed, run);
    if (!end.spinning.empty()) note(end.spinning, run);
    if (result || observed_) end_early(result.value_or(Result{}), program);
    return std::move(end.result);
}

}  // namespace musimd::kernels::openmp
