#include <fmt/format.h>

#include <algorithm>

#include "kernels/launch/objects.hpp"
#include "kernels/openmp/call_run.hpp"

// What the observers of a run have found: the first ends the call, unless it goes on.

namespace musimd::kernels::openmp {

// What they have found.
void CallRun::note(const LoopProgram& program, const ObjectObserver& objects, const SimdRaceObserver& races) {
    for (const OutsideAccess& outside : objects.found()) {
        const std::string message = explain(outside, program.program, program.objects, names_);
        const std::string_view kind = to_string(TrapKind::invalid_address);
        if (configuration_.has_margins)
            note(kind, message, program.program.at(outside.pc).line, calls_around(program, outside.pc));
        else
            observed_ = {kind, message, outside.pc, outside.warp, outside.thread};
    }
    for (const SimdRace& race : races.races()) note(race, program);
    if (between_parts_ == nullptr || !between_parts_->race() || observed_) return;
    const SimdRace& race = *between_parts_->race();
    const std::string message = explain(race, program.program, {between_parts_->loop()}, names_);
    observed_ = {to_string(TrapKind::race),
                 message,
                 race.later.pc,
                 race.warp,
                 race.lane,
                 program.program.at(race.earlier.pc).line,
                 hint_of(race, program, between_parts_->loop())};
}

void CallRun::note_races_of_teams(const LoopProgram& program) {
    for (const TeamsRace& race : teams_.take()) {
        const std::string message = explain(race, teams_, program.program, names_);
        std::optional<Hint> hint;
        if (const dsl::BufferId buffer = buffer_at(race.address); buffer < function_.buffers.size())
            hint = hint_for_teams(function_, {buffer, race.earlier.line, race.later.line}, teams_.line());
        if (!configuration_.all_races) {
            if (!observed_)
                observed_ = {to_string(TrapKind::race), message, race.pc, race.warp, race.lane,
                             race.earlier.line,         hint};
        } else if (noted_.insert({0, race.earlier.line, race.later.line}).second) {
            run_.findings.push_back({.kind = std::string(to_string(TrapKind::race)),
                                     .message = with_schedule_noted(message, schedule_name_),
                                     .line = race.later.line,
                                     .other = race.earlier.line,
                                     .calls = calls_around(program, race.pc),
                                     .schedule = schedule_name_,
                                     .hint = hint});
        }
    }
}

void CallRun::note(const UnwrittenObserver& unwritten, const LoopProgram& program) {
    for (const UnwrittenRead& read : unwritten.found())
        note(to_string(TrapKind::undefined_memory),
             fmt::format("thread {} reads {}, which is undefined", read.thread,
                         names_.at(read.address, program.program)),
             program.program.at(read.pc).line, calls_around(program, read.pc));
}

/// Each distinct one once.
void CallRun::note(std::string_view kind, const std::string& message, std::uint32_t line,
                   std::vector<dsl::InlinedCall> calls) {
    if (noted_lines_.emplace(kind, line).second)
        run_.findings.push_back({.kind = std::string(kind),
                                 .message = with_schedule_noted(message, schedule_name_),
                                 .line = line,
                                 .calls = std::move(calls),
                                 .schedule = schedule_name_});
}

void CallRun::note(const SimdRace& race, const LoopProgram& program) {
    const std::string message =
        explain(race, program.program, program.simd_loops, names_, loop_ == nullptr ? "" : loop_->function);
    const dsl::SimdLoopCode& loop = program.simd_loops[race.loop];
    const std::uint32_t earlier = program.program.at(race.earlier.pc).line;
    const std::uint32_t later = program.program.at(race.later.pc).line;
    if (!configuration_.all_races) {
        if (!observed_)
            observed_ = {to_string(TrapKind::race),   message, race.later.pc, race.warp, race.lane, earlier,
                         hint_of(race, program, loop)};
        return;
    }
    if (noted_.insert({loop.line, earlier, later}).second)
        run_.findings.push_back({.kind = std::string(to_string(TrapKind::race)),
                                 .message = with_schedule_noted(message, schedule_name_),
                                 .line = later,
                                 .other = earlier,
                                 .calls = calls_around(program, race.later.pc),
                                 .schedule = schedule_name_,
                                 .hint = hint_of(race, program, loop)});
}

std::optional<Hint> CallRun::hint_of(const SimdRace& race, const LoopProgram& program,
                                     const dsl::SimdLoopCode& loop) const {
    std::optional<Hint> hint;
    if (loop.parallel && loop_ != nullptr)
        hint = hint_of(*loop_, race.address,
                       {.earlier = program.program.at(race.earlier.pc).line,
                        .later = program.program.at(race.later.pc).line,
                        .earlier_use = race.earlier.use,
                        .later_use = race.later.use});
    const bool is_variable = loop.parallel && names_.is_variable(buffer_at(race.address));
    return hint || is_variable ? hint : hint_for(race, loop, program.program);
}

std::optional<Hint> CallRun::hint_of(const dsl::Statement& loop, std::int64_t address,
                                     RacingLines race) const {
    race.buffer = buffer_at(address);
    if (race.buffer >= function_.buffers.size()) return std::nullopt;
    return hint_for(function_, loop, race, names_);
}

/// The number after the last one if the address is in none.
dsl::BufferId CallRun::buffer_at(std::int64_t address) const {
    const auto contains = [&](const dsl::Region& region) {
        return region.address <= address && address < region.address + std::ssize(region.words);
    };
    return static_cast<dsl::BufferId>(std::ranges::find_if(state_.memory, contains) - state_.memory.begin());
}

std::vector<dsl::InlinedCall> CallRun::calls_around(const LoopProgram& program, Label pc) const {
    std::vector<dsl::InlinedCall> result = program.calls.around(pc);
    for (auto call = host_calls_.rbegin(); call != host_calls_.rend(); ++call) {
        if (!call->function.empty()) result.push_back(*call);
    }
    return result;
}

}  // namespace musimd::kernels::openmp
