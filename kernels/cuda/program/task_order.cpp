#include "kernels/cuda/program/task_order.hpp"

#include <algorithm>

#include "dsl/cuda/headers/musimd_cuda_channel.h"

namespace musimd::kernels::cuda {
namespace {

using musimd_cuda::StreamCall;

constexpr std::uint64_t kDefaultStream = 0;
constexpr std::size_t kMaxPending = 1000;  // of a program that never waits, the latest

/// The first bytes that are in both.
std::optional<std::pair<UsedBytes, UsedBytes>> common(const std::vector<UsedBytes>& a,
                                                      const std::vector<UsedBytes>& b) {
    for (std::size_t i = 0, k = 0; i < a.size() && k < b.size();) {
        if (a[i].end <= b[k].begin)
            ++i;
        else if (b[k].end <= a[i].begin)
            ++k;
        else
            return std::pair(a[i], b[k]);
    }
    return std::nullopt;
}

/// The race of two tasks with these uses, without the task.
std::optional<TaskRace> race_of(const Uses& a, const Uses& b) {
    if (const auto found = common(a.written, b.read))
        return TaskRace{{}, found->first, true, found->second, false};
    if (const auto found = common(a.written, b.written))
        return TaskRace{{}, found->first, true, found->second, true};
    if (const auto found = common(a.read, b.written))
        return TaskRace{{}, found->first, false, found->second, true};
    return std::nullopt;
}

Uses known_uses(const Task& task) {
    if (!task.exact) return task.uses;
    const Uses* const exact = task.exact();
    return exact == nullptr ? Uses{{}, task.changed} : *exact;
}

/// What it may use is looked at first: to find out what it uses takes another run.
std::optional<TaskRace> race_of(const Task& earlier, const Task& later) {
    if (!race_of(earlier.uses, later.uses)) return std::nullopt;
    auto race = race_of(known_uses(earlier), known_uses(later));
    if (race) race->earlier = earlier;
    return race;
}

}  // namespace

void TaskOrder::join(const Clock& from, Clock& into) {
    for (const auto& [stream, number] : from) into[stream] = std::max(into[stream], number);
}

bool TaskOrder::is_before(const Pending& task, const Clock& clock) {
    const auto known = clock.find(task.stream);
    return known != clock.end() && task.number <= known->second;
}

// The default stream begins when blocking streams have ended, and they when it has.
TaskOrder::Clock TaskOrder::before_next_of(std::uint64_t stream) const {
    Clock clock = host_;
    const auto add = [&](std::uint64_t of) {
        if (const auto found = streams_.find(of); found != streams_.end()) join(found->second, clock);
    };
    add(stream);
    if (non_blocking_.contains(stream)) return clock;
    if (stream != kDefaultStream) {
        add(kDefaultStream);
        return clock;
    }
    for (const auto& [other, before] : streams_)
        if (!non_blocking_.contains(other)) join(before, clock);
    return clock;
}

void TaskOrder::order(StreamCall what, std::uint64_t a, std::uint64_t b) {
    switch (what) {
        case StreamCall::non_blocking:
            non_blocking_[a] = true;
            return;
        case StreamCall::record:
            events_[a] = before_next_of(b);
            return;
        case StreamCall::wait:
            join(events_[b], streams_[a]);
            return;
        case StreamCall::host_event:
            join(events_[a], host_);
            break;
        case StreamCall::host_stream:
            join(before_next_of(a), host_);
            break;
        case StreamCall::host_all:
            for (const auto& [stream, clock] : streams_) join(clock, host_);
            break;
        case StreamCall::host_function:
            if (a != ~std::uint64_t{0}) {
                in_function_ = before_next_of(a);
                return;
            }
            // It may start a thread, or notify one: nobody sees how.
            if (in_function_) join(*in_function_, host_);
            in_function_.reset();
            break;
    }
    forget();
}

void TaskOrder::forget() {
    std::erase_if(pending_, [&](const Pending& p) { return is_before(p, host_); });
}

std::vector<TaskRace> TaskOrder::add(std::uint64_t stream, Task task) {
    Clock clock = before_next_of(stream);
    std::vector<TaskRace> races;
    for (const Pending& p : pending_) {
        if (is_before(p, clock)) continue;
        if (auto found = race_of(*p.task, task)) races.push_back(*std::move(found));
    }
    const std::uint64_t number = ++counts_[stream];
    clock[stream] = number;
    streams_[stream] = std::move(clock);
    pending_.push_back({stream, number, std::make_shared<const Task>(std::move(task))});
    if (pending_.size() > kMaxPending) pending_.erase(pending_.begin());
    return races;
}

std::optional<TaskRace> TaskOrder::host_uses(std::uint64_t address, bool is_written) const {
    Task host;
    (is_written ? host.uses.written : host.uses.read).push_back({address, address + 1});
    for (std::size_t i = pending_.size(); i-- > 0;) {
        if (is_before(pending_[i], of_host())) continue;
        if (auto found = race_of(*pending_[i].task, host)) return found;
    }
    return std::nullopt;
}

bool TaskOrder::may_race(std::uint64_t begin, std::uint64_t end) const {
    const Uses page = {{}, {{begin, end}}};
    return std::ranges::any_of(pending_, [&](const Pending& p) {
        return !is_before(p, of_host()) && race_of(known_uses(*p.task), page);
    });
}

Uses TaskOrder::watched() const {
    Uses watched;
    for (const Pending& p : pending_) {
        if (is_before(p, of_host())) continue;
        const std::vector<UsedBytes>& written = p.task->exact ? p.task->changed : p.task->uses.written;
        watched.written.insert(watched.written.end(), written.begin(), written.end());
        for (const auto* list : {&p.task->uses.read, &p.task->uses.written})
            watched.read.insert(watched.read.end(), list->begin(), list->end());
    }
    return watched;
}

}  // namespace musimd::kernels::cuda
