#include "kernels/openmp/team_races.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::TeamAct;

// A thread's parts, such as iterations, are as many strands; then the first is used again.
constexpr std::uint32_t kParts = 128;

}  // namespace

TeamRaceObserver::TeamRaceObserver(const Program& program, const dsl::TeamCode& code, Options options)
    : program_(program),
      thread_count_(program.block_threads),
      options_(std::move(options)),
      private_memory_(options_.private_memory),
      memory_of_threads_(options_.memory_of_threads),
      acts_(program.instructions.size()),
      atomics_(program.instructions.size()),
      threads_(thread_count_),
      strands_(std::size_t{thread_count_} * (kParts + 1)),
      tasks_(strands_, thread_count_, options_.as_scheduled) {
    for (const dsl::TeamCode::Act& act : code.acts) acts_[act.at - 1] = act.act;
    for (const dsl::TeamCode::Atomic& atomic : code.atomics) {
        for (Label pc = atomic.begin; pc < atomic.end; ++pc) atomics_[pc - 1] = &atomic;
    }
    options_.teams = std::min(options_.teams, thread_count_);
    for (std::uint32_t t = 0; t < thread_count_; ++t) threads_[t].strand = t;
}

void TeamRaceObserver::on_step(const StepEvent& event) {
    if (options_.interrupt != nullptr && *options_.interrupt) ends_ = true;
    std::uint32_t thread = 0;
    event.active.for_each([&](Thread lane) { thread = event.warp * program_.threads + lane; });
    note_end(event, thread);
    if (race_) return;
    if (event.opens) next_phase();
    if (const auto team_act = acts_[event.pc - 1]) act(*team_act, thread, event.pc);
    if (event.instruction().opcode == Opcode::fence) fence(thread);
    if (event.instruction().opcode == Opcode::stop)
        change_objects(tasks_.end(thread, threads_[thread].strand));
    for (const Access& memory_access : event.accesses) access(memory_access, event, thread);
}

// ---- strands

/// A thread that has ended does not come to the barriers at which others still wait.
void TeamRaceObserver::note_end(const StepEvent& event, std::uint32_t thread) {
    if (event.instruction().opcode == Opcode::stop && !ended_) {
        ended_ = thread;
        barriers_at_end_ = phase_;
    }
    if (!event.opens || !ended_ || missed_) return;
    missed_ = MissedBarrier{thread, event.pc, *ended_, barriers_at_end_};
    ends_ = true;
}

// All that is before a barrier comes before all that is after it.
void TeamRaceObserver::next_phase() {
    ++phase_;
    locks_.clear();
    strands_.begin_anew(tasks_.barrier());
    for (ThreadState& t : threads_) t.joined.clear();
}

void TeamRaceObserver::act(TeamAct team_act, std::uint32_t thread, Label pc) {
    switch (team_act) {
        case TeamAct::barrier:
        case TeamAct::fence:
            break;  // instructions
        case TeamAct::independent:
            return begin_part(thread, false);
        case TeamAct::iteration:
            return begin_part(thread, true);
        case TeamAct::done:
            return end_part(thread);
        case TeamAct::joined:
            return join_parts(thread);
        case TeamAct::combine:
            threads_[thread].combines = true;
            break;
        case TeamAct::combined:
            threads_[thread].combines = false;
            break;
        case TeamAct::stuck:
            if (!stuck_) stuck_ = StuckThread{thread, pc};
            ends_ = true;
            break;
        default:
            change_objects(tasks_.act(team_act, thread, threads_[thread].strand, pc));
    }
}

void TeamRaceObserver::begin_part(std::uint32_t thread, bool knows_what_thread_knows) {
    if (options_.as_scheduled) return;
    ThreadState& now = threads_[thread];
    const Strand part = thread_count_ + thread * kParts + now.parts++ % kParts;
    now.strand = part;
    tasks_.begin_part(thread);
    if (!knows_what_thread_knows) return;
    StrandState& whole = state(thread);
    state(part).known.join(whole.known);
    state(part).known.raise(thread, whole.time);
    now.joined.push_back(part);
}

void TeamRaceObserver::end_part(std::uint32_t thread) {
    if (threads_[thread].strand == thread) return;
    change_objects(tasks_.end_part(thread, threads_[thread].strand));
    threads_[thread].strand = thread;
}

void TeamRaceObserver::join_parts(std::uint32_t thread) {
    StrandState& whole = state(thread);
    for (const Strand part : threads_[thread].joined) {
        whole.known.join(state(part).known);
        whole.known.raise(part, state(part).time);
        state(part).time += 1;
    }
    whole.time += 1;
    threads_[thread].joined.clear();
}

void TeamRaceObserver::fence(std::uint32_t thread) {
    const Strand self = threads_[thread].strand;
    StrandState& now = state(self);
    now.known.join(now.seen);
    now.published = now.publish(self);
}

// Threads of different teams are not ordered by a lock.
StrandClock& TeamRaceObserver::lock_clock(std::int64_t address, std::uint32_t thread) {
    return locks_[{address, thread * options_.teams / thread_count_}];
}

// What an atomic access orders: what it sees was published by a release, or by a fence before the access.
void TeamRaceObserver::order(const Access& memory_access, std::uint32_t thread, Label pc, Use use) {
    const Strand self = threads_[thread].strand;
    StrandState& now = state(self);
    StrandClock& published = lock_clock(memory_access.address, thread);
    const dsl::TeamCode::Atomic* const atomic = atomics_[pc - 1];
    if (atomic != nullptr && atomic->acquires)
        now.known.join(published);
    else
        now.seen.join(published);
    if (use == Use::atomic_read) return;
    published.join(now.published);
    if (atomic == nullptr || !atomic->releases) return;
    published.join(now.publish(self));
}

// ---- accesses

bool TeamRaceObserver::is_ordered(const Entry& earlier, Strand self) const {
    return earlier.strand == self || strands_[self].known.of(earlier.strand) >= earlier.time;
}

/// Then whichever thread executes the tasks, two threads do not access the same.
bool TeamRaceObserver::is_own_element(std::int64_t address, const Entry& earlier, const Entry& later) const {
    const auto is_own = [&](const Entry& entry) { return options_.is_own_element(entry.side.pc, address); };
    return options_.is_own_element != nullptr && earlier.side.thread == later.side.thread &&
           (strands_.is_task(earlier.strand) || strands_.is_task(later.strand)) && is_own(earlier) &&
           is_own(later);
}

bool TeamRaceObserver::is_memory_of(std::int64_t address, const Entry& earlier, const Entry& later) const {
    return earlier.side.thread == later.side.thread && !strands_.is_task(earlier.strand) &&
           !strands_.is_task(later.strand) && memory_of_threads_.contains(address);
}

void TeamRaceObserver::access(const Access& memory_access, const StepEvent& event, std::uint32_t thread) {
    Use use = use_of(event.instruction(), memory_access);
    if (use == Use::write) tasks_.note_store(thread, static_cast<std::int64_t>(memory_access.value));
    if (race_ || private_memory_.contains(memory_access.address)) return;
    if (is_atomic(use)) order(memory_access, thread, event.pc, use);
    if (threads_[thread].combines) use = use == Use::read ? Use::atomic_read : Use::atomic;
    Element& element = elements_[memory_access.address];
    if (element.phase != phase_) element.entries.clear();
    element.phase = phase_;
    const Strand self = threads_[thread].strand;
    const Entry entry{
        self, state(self).time, {thread, event.pc, use, tasks_.task_of(thread), tasks_.number_of(thread)}};
    for (const Entry& other : element.entries) {
        if (!do_conflict(other.side.use, use) || is_ordered(other, self)) continue;
        if (is_memory_of(memory_access.address, other, entry) || tasks_.exclude(other.strand, self) ||
            is_own_element(memory_access.address, other, entry))
            continue;
        ends_ = true;
        race_ = TeamRace{.address = memory_access.address,
                         .earlier = other.side,
                         .later = entry.side,
                         .generations = tasks_.generations(other.side.number, entry.side.number)};
        return;
    }
    keep(element, entry);
}

// What comes before a plain write, or before another access of the same use, cannot race if that does not.
void TeamRaceObserver::keep(Element& element, const Entry& entry) {
    const Use use = entry.side.use;
    auto& entries = element.entries;
    if (use == Use::write && !tasks_.has_exclusion()) entries.clear();
    const auto is_before = [&](const Entry& other) {
        return (use == Use::write || other.side.use == use) && is_ordered(other, entry.strand);
    };
    entries.erase(std::remove_if(entries.begin(), entries.end(), is_before), entries.end());
    const auto comes_first = [](Use wanted, const Entry& other) { return wanted < other.side.use; };
    entries.insert(std::upper_bound(entries.begin(), entries.end(), use, comes_first), entry);
}

// ---- objects

void TeamRaceObserver::change_objects(const TaskOrder::Effects& effects) {
    for (const TaskOrder::Object& object : effects.ended) end_object(object, effects.by);
    if (!effects.begun) return;
    for (std::int64_t at = effects.begun->first; at < effects.begun->end; ++at) elements_.erase(at);
}

/// Tasks that use it must have ended.
void TeamRaceObserver::end_object(const TaskOrder::Object& object, Strand by) {
    for (std::int64_t at = object.range.first; at < object.range.end; ++at) {
        const Element* const element = elements_.find(at);
        if (element == nullptr) continue;
        for (const Entry& entry : element->entries) {
            if (race_ || element->phase != phase_ || !strands_.is_task(entry.strand) || is_ordered(entry, by))
                continue;
            ends_ = true;
            TeamRace::Side declaration = entry.side;
            declaration.pc = object.declaration;
            race_ = TeamRace{.address = at, .earlier = declaration, .later = entry.side, .outlives = true};
        }
        elements_.erase(at);
    }
}

namespace {

std::string who(const TeamRace::Side& side, const Program& program) {
    return side.task == 0 ? fmt::format("thread {}", side.thread)
                          : fmt::format("the task on line {}", program.at(side.task).line);
}

/// Of the earlier access.
std::string other(const TeamRace& race, const Program& program) {
    const TeamRace::Side& side = race.earlier;
    if (side.task == 0 || race.later.task == 0) return who(side, program);
    if (program.at(side.task).line != program.at(race.later.task).line) return who(side, program);
    return "another task of that line";
}

}  // namespace

std::string explain(const TeamRace& race, const Program& program, const ElementNames& names) {
    const std::uint32_t line = program.at(race.earlier.pc).line;
    const std::string element = names.at(race.address, program);
    if (race.outlives)
        return fmt::format(
            "{} {} {}, which may have ended: nothing waits for the task before the end of what is "
            "declared on line {}",
            who(race.later, program), verb(race.later.use), element, line);
    if (race.earlier.thread == race.later.thread && race.earlier.task == 0 && race.later.task == 0)
        return fmt::format(
            "thread {} {} {}, which it {} on line {}; two threads may do this at the same time",
            race.later.thread, verb(race.later.use), element, verb(race.earlier.use), line);
    return fmt::format("{} {} {}, which {} {} on line {}; nothing orders the two", who(race.later, program),
                       verb(race.later.use), element, other(race, program), verb(race.earlier.use), line);
}

}  // namespace musimd::kernels::openmp
