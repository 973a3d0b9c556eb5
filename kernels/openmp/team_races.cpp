#include "kernels/openmp/team_races.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::TeamAct;

// A thread's parts, such as iterations, are as many strands; then the first is used again.
constexpr std::uint32_t kParts = 128;

void join(StrandClock& into, const StrandClock& from) {
    for (const auto& [strand, time] : from) {
        std::uint32_t& known = into[strand];
        known = std::max(known, time);
    }
}

void join(StrandClock& into, Strand strand, std::uint32_t time) {
    std::uint32_t& known = into[strand];
    known = std::max(known, time);
}

}  // namespace

TeamRaceObserver::TeamRaceObserver(const Program& program, const dsl::TeamCode& code, Options options)
    : program_(program),
      thread_count_(program.block_threads),
      options_(std::move(options)),
      acts_(program.instructions.size()),
      atomics_(program.instructions.size()),
      threads_(thread_count_),
      strands_(std::size_t{thread_count_} * (kParts + 1)) {
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
    for (StrandState& s : strands_) s = StrandState{};
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
    }
}

void TeamRaceObserver::begin_part(std::uint32_t thread, bool knows_what_thread_knows) {
    if (options_.as_scheduled) return;
    ThreadState& now = threads_[thread];
    const Strand part = thread_count_ + thread * kParts + now.parts++ % kParts;
    now.strand = part;
    if (!knows_what_thread_knows) return;
    StrandState& whole = state(thread);
    join(state(part).known, whole.known);
    join(state(part).known, thread, whole.time);
    now.joined.push_back(part);
}

void TeamRaceObserver::end_part(std::uint32_t thread) {
    threads_[thread].strand = thread;
}

void TeamRaceObserver::join_parts(std::uint32_t thread) {
    StrandState& whole = state(thread);
    for (const Strand part : threads_[thread].joined) {
        join(whole.known, state(part).known);
        join(whole.known, part, state(part).time);
        state(part).time += 1;
    }
    whole.time += 1;
    threads_[thread].joined.clear();
}

void TeamRaceObserver::fence(std::uint32_t thread) {
    const Strand self = threads_[thread].strand;
    StrandState& now = state(self);
    join(now.known, now.seen);
    now.published = now.known;
    join(now.published, self, now.time);
    now.time += 1;
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
        join(now.known, published);
    else
        join(now.seen, published);
    if (use == Use::atomic_read) return;
    join(published, now.published);
    if (atomic == nullptr || !atomic->releases) return;
    join(published, now.known);
    join(published, self, now.time);
    now.time += 1;
}

// ---- accesses

bool TeamRaceObserver::is_ordered(const Entry& earlier, Strand self) const {
    if (earlier.strand == self) return true;
    const StrandClock& known = strands_[self].known;
    const auto found = known.find(earlier.strand);
    return found != known.end() && found->second >= earlier.time;
}

void TeamRaceObserver::access(const Access& memory_access, const StepEvent& event, std::uint32_t thread) {
    const auto contains = [&](const AddressRange& r) {
        return r.first <= memory_access.address && memory_access.address < r.end;
    };
    if (race_ || std::ranges::any_of(options_.private_memory, contains)) return;
    Use use = use_of(event.instruction(), memory_access);
    if (is_atomic(use)) order(memory_access, thread, event.pc, use);
    if (threads_[thread].combines) use = use == Use::read ? Use::atomic_read : Use::atomic;
    Element& element = elements_[memory_access.address];
    if (element.phase != phase_) element = Element{.phase = phase_, .by_use = {}};
    const Strand self = threads_[thread].strand;
    const Entry entry{self, state(self).time, {thread, event.pc, use}};
    const bool is_of_heap =
        options_.heap.first <= memory_access.address && memory_access.address < options_.heap.end;
    for (const std::vector<Entry>& others : element.by_use) {
        for (const Entry& other : others) {
            if (!do_conflict(other.side.use, use) || is_ordered(other, self)) continue;
            if (is_of_heap && other.side.thread == thread) continue;
            ends_ = true;
            race_ = TeamRace{.address = memory_access.address, .earlier = other.side, .later = entry.side};
            return;
        }
    }
    keep(element, entry);
}

// What comes before a plain write, or before another access of the same use, cannot race if that does not.
void TeamRaceObserver::keep(Element& element, const Entry& entry) {
    if (entry.side.use == Use::write) {
        for (std::vector<Entry>& others : element.by_use) others.clear();
    }
    std::vector<Entry>& same = element.by_use[static_cast<std::size_t>(entry.side.use)];
    std::erase_if(same, [&](const Entry& other) { return is_ordered(other, entry.strand); });
    same.push_back(entry);
}

std::string explain(const TeamRace& race, const Program& program, const ElementNames& names) {
    const std::uint32_t line = program.at(race.earlier.pc).line;
    const std::string element = names.at(race.address, program);
    if (race.earlier.thread == race.later.thread)
        return fmt::format(
            "thread {} {} {}, which it {} on line {}; two threads may do this at the same time",
            race.later.thread, verb(race.later.use), element, verb(race.earlier.use), line);
    return fmt::format("thread {} {} {}, which thread {} {} on line {}; nothing orders the two",
                       race.later.thread, verb(race.later.use), element, race.earlier.thread,
                       verb(race.earlier.use), line);
}

}  // namespace musimd::kernels::openmp
