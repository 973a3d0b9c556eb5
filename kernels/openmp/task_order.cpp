#include "kernels/openmp/task_order.hpp"

#include <algorithm>

namespace musimd::kernels::openmp {

using dsl::TeamAct;

TaskOrder::TaskOrder(Strands& strands, std::uint32_t threads, bool at_once)
    : strands_(strands), at_once_(at_once), threads_(threads) {
    for (Thread& thread : threads_) thread.tasks.push_back({.number = next_number(kNone)});
}

TaskOrder::Effects TaskOrder::act(TeamAct act, std::uint32_t number, Strand& strand, Label pc) {
    Effects effects{.by = strand};
    Thread& thread = threads_[number];
    Task& task = thread.tasks.back();
    StrandState& state = strands_[strand];
    const auto depend = [&](Kind kind, std::int64_t address) {
        thread.dependences.push_back({address, kind});
    };
    switch (act) {
        case TeamAct::depend_in:
            depend(Kind::in, thread.stored[0]);
            break;
        case TeamAct::depend_out:
            depend(Kind::out, thread.stored[0]);
            break;
        case TeamAct::depend_mutex:
            depend(Kind::mutex, thread.stored[0]);
            break;
        case TeamAct::depend_set:
            depend(Kind::set, thread.stored[0]);
            break;
        case TeamAct::depend_all:
            depend(Kind::out, kAllMemory);
            break;
        case TeamAct::task:
        case TeamAct::undeferred:
            begin_task(thread, strand, pc, act == TeamAct::task);
            break;
        case TeamAct::final_task:
            task.final = true;
            break;
        case TeamAct::detached:
            task.event = thread.stored[0];
            break;
        case TeamAct::fulfilled:
            events_[thread.stored[0]].join(state.publish(strand));
            break;
        case TeamAct::task_end:
            end_task(thread, strand, effects);
            break;
        case TeamAct::task_wait:
            wait_for(std::exchange(task.children, {}), state);
            break;
        case TeamAct::depend_wait:
            wait_for_dependences(task, std::exchange(thread.dependences, {}), state);
            break;
        case TeamAct::group:
            task.groups.push_back(std::make_shared<Group>());
            break;
        case TeamAct::group_end:
            wait_for(*task.groups.back(), state);
            task.groups.pop_back();
            break;
        case TeamAct::object:
            new_object(thread, effects);
            break;
        case TeamAct::automatic:
            task.objects.push_back({thread.object, pc});
            break;
        case TeamAct::scope:
            task.scopes.push_back(task.objects.size());
            break;
        case TeamAct::scope_end:
            end_objects(task, task.scopes.back(), effects);
            task.scopes.pop_back();
            break;
        default:  // not of tasks
            break;
    }
    return effects;
}

void TaskOrder::note_store(std::uint32_t thread, std::int64_t value) {
    auto& stored = threads_[thread].stored;
    stored = {value, stored[0]};
}

// ---- tasks

std::uint64_t TaskOrder::next_number(std::uint64_t parent) {
    parents_.push_back(parent);
    return parents_.size() - 1;
}

std::uint32_t TaskOrder::generations(std::uint64_t task, std::uint64_t from) const {
    std::uint32_t result = 0;
    for (; task != from; task = parents_[task], ++result) {
        if (task == kNone) return 0;
    }
    return result;
}

// An undeferred task is executed by its parent's strand, unless it has something for itself.
void TaskOrder::begin_task(Thread& thread, Strand& strand, Label pc, bool deferred) {
    const Task& parent = thread.tasks.back();
    Task task{.number = next_number(parent.number),
              .begin = pc,
              .outside = strand,
              .deferred = deferred && !parent.final && !at_once_,
              .final = parent.final,
              .dependences = std::exchange(thread.dependences, {}),
              .around = parent.groups.empty() ? parent.around : parent.groups.back()};
    const bool excludes = !at_once_ && std::ranges::find(task.dependences, Kind::mutex, &Dependence::kind) !=
                                           task.dependences.end();
    if (task.deferred || excludes) {
        StrandClock known = strands_[strand].publish(strand);
        strand = strands_.add_task();
        strands_[strand].known = std::move(known);
    }
    if (excludes) {
        for (const Dependence& d : task.dependences) {
            if (d.kind == Kind::mutex) exclusions_[strand].emplace_back(parent.number, d.address);
        }
    }
    wait_for_dependences(parent, task.dependences, strands_[strand]);
    task.begin_knowing = strands_[strand].known;
    thread.tasks.push_back(std::move(task));
}

void TaskOrder::end_task(Thread& thread, Strand& strand, Effects& effects) {
    Task task = std::move(thread.tasks.back());
    thread.tasks.pop_back();
    end_objects(task, 0, effects);
    const Strand self = std::exchange(strand, task.outside);
    StrandState& state = strands_[self];
    const std::uint32_t time = state.time;
    const StrandClock end = state.publish(self);
    if (self != task.outside && !task.deferred) strands_[task.outside].known.join(end);
    if (!task.deferred) return;
    Task& parent = thread.tasks.back();
    Ended ended{.strand = self, .time = time, .more = {}, .event = task.event};
    if (!state.known.is_same(task.begin_knowing)) ended.more = state.known;
    if (task.around != nullptr) task.around->push_back(ended);
    parent.children.push_back(std::move(ended));
    add_dependents(parent, task, end);
}

// What a task knew when it began is known to its parent, too.
void TaskOrder::wait_for(const std::vector<Ended>& tasks, StrandState& state) const {
    for (const Ended& task : tasks) {
        state.known.raise(task.strand, task.time);
        state.known.join(task.more);
        wait_for_event(task.event, state);
    }
}

void TaskOrder::wait_for_event(std::int64_t event, StrandState& state) const {
    if (const auto known = events_.find(event); known != events_.end()) state.known.join(known->second);
}

// ---- dependences

void TaskOrder::wait_for_dependences(const Task& parent, const std::vector<Dependence>& list,
                                     StrandState& state) {
    const auto wait = [&](const Dependent& others, Kind kind) {
        for (const Kind other : {Kind::in, Kind::out, Kind::mutex, Kind::set}) {
            const bool together = other == kind && kind != Kind::out;
            if (together) continue;
            const auto k = static_cast<std::size_t>(other);
            state.known.join(others.known[k]);
            for (const std::int64_t event : others.events[k]) {
                if (!events_.contains(event)) comes_too_early_ = true;
                wait_for_event(event, state);
            }
        }
    };
    for (const Dependence& d : list) {
        if (d.address == kAllMemory) {
            for (const auto& [address, others] : parent.dependents) wait(others, d.kind);
            continue;
        }
        for (const std::int64_t address : {d.address, kAllMemory}) {
            const auto others = parent.dependents.find(address);
            if (others != parent.dependents.end()) wait(others->second, d.kind);
        }
    }
}

void TaskOrder::add_dependents(Task& parent, const Task& task, const StrandClock& end) const {
    for (const Dependence& d : task.dependences) {
        Dependent& others = parent.dependents[d.address];
        if (d.kind == Kind::out) others = {};  // which come before this one
        const auto k = static_cast<std::size_t>(d.kind);
        others.known[k].join(end);
        if (task.event != 0) others.events[k].push_back(task.event);
    }
}

bool TaskOrder::exclude(Strand a, Strand b) const {
    const auto of_a = exclusions_.find(a);
    const auto of_b = exclusions_.find(b);
    if (of_a == exclusions_.end() || of_b == exclusions_.end()) return false;
    return std::ranges::any_of(of_a->second, [&](const auto& one) {
        return std::ranges::find(of_b->second, one) != of_b->second.end();
    });
}

// ---- objects

void TaskOrder::end_objects(Task& task, std::size_t from, Effects& effects) {
    const auto begin =
        task.objects.begin() + static_cast<std::ptrdiff_t>(std::min(from, task.objects.size()));
    effects.ended.insert(effects.ended.end(), begin, task.objects.end());
    task.objects.erase(begin, task.objects.end());
}

// In a loop, the one of the last iteration was there.
void TaskOrder::new_object(Thread& thread, Effects& effects) {
    const AddressRange range{thread.stored[0], thread.stored[0] + thread.stored[1]};
    std::erase_if(thread.tasks.back().objects, [&](const Object& before) {
        const bool was_here = before.range.first < range.end && range.first < before.range.end;
        if (was_here) effects.ended.push_back(before);
        return was_here;
    });
    thread.object = range;
    effects.begun = range;
}

// ---- threads

// Its tasks are not siblings of those of other parts, which other threads may execute.
void TaskOrder::begin_part(std::uint32_t thread) {
    threads_[thread].tasks.push_back({.number = next_number(kNone)});
}

TaskOrder::Effects TaskOrder::end_part(std::uint32_t thread, Strand part) {
    Effects effects{.by = part};
    end_objects(threads_[thread].tasks.back(), 0, effects);
    threads_[thread].tasks.pop_back();
    return effects;
}

TaskOrder::Effects TaskOrder::end(std::uint32_t thread, Strand strand) {
    Effects effects{.by = strand};
    for (Task& task : threads_[thread].tasks) end_objects(task, 0, effects);
    return effects;
}

bool TaskOrder::barrier() {
    bool none = true;
    for (Thread& thread : threads_) {
        none = none && thread.tasks.size() == 1;
        for (Task& task : thread.tasks) {
            task.children.clear();
            task.dependents.clear();
        }
    }
    exclusions_.clear();
    events_.clear();
    return none;
}

}  // namespace musimd::kernels::openmp
