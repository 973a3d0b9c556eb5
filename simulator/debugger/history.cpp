#include "simulator/debugger/history.hpp"

#include <algorithm>
#include <utility>

namespace musimd::debugger {
namespace {

constexpr std::uint64_t kStepsBetweenLooks = 64;  // at the clock, or at goes_on

}  // namespace

History::History(const Program& program, const MachineOptions& options, Limits limits)
    : limits_(limits), futures_(1), now_(std::make_unique<Execution>(program, options)) {
    add_checkpoint(0);
}

// ---- going on

bool History::step(Observer* observer) {
    const bool took_step = now_->step(observer);
    Future& future = futures_[inside_];
    const bool is_new = position() > future.furthest;
    if (is_new) future.furthest = position();
    if (now_->outcome()) future.outcome = now_->outcome();
    if (!took_step) return false;
    note_step(is_new);
    // The edit at the end of a shared past: the state after it is the future's first checkpoint.
    while (next_future_ && futures_[*next_future_].position == position()) {
        inside_ = *next_future_;
        now_ = std::make_unique<Execution>(*futures_[inside_].checkpoints.begin()->second.execution);
        find_next_fork();
    }
    return true;
}

void History::find_next_fork() {
    next_future_.reset();
    for (std::size_t future = current_; future != inside_; future = futures_[future].parent)
        next_future_ = future;
}

// ---- checkpoints

// Steps that are repeated need no more checkpoints than there are.
void History::note_step(bool is_new) {
    ++since_checkpoint_;
    if (!is_new) return;
    if (since_checkpoint_ < limits_.steps_between) {
        if (since_checkpoint_ % kStepsBetweenLooks != 0) return;
        if (std::chrono::steady_clock::now() - last_time_ < limits_.between) return;
    }
    add_checkpoint(inside_);
}

void History::add_checkpoint(std::size_t future) {
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t bytes = now_->bytes();
    futures_[future].checkpoints[position()] = {std::make_shared<const Execution>(*now_), bytes};
    bytes_ += bytes;
    if (bytes_ > limits_.bytes) thin_out();
    since_checkpoint_ = 0;
    // A large state takes long to copy: that is half of the time at most.
    const auto end = std::chrono::steady_clock::now();
    last_time_ = end + (end - begin);
}

// Twice the distance from now on, and before: every other checkpoint goes, but not the first one of a future.
void History::thin_out() {
    limits_.between *= 2;
    if (limits_.steps_between < UINT64_MAX / 2) limits_.steps_between *= 2;
    for (Future& future : futures_) {
        std::size_t number = 0;
        std::erase_if(future.checkpoints, [&](const auto& entry) {
            const bool goes = number++ % 2 == 1;
            if (goes) bytes_ -= entry.second.bytes;
            return goes;
        });
    }
}

std::size_t History::future_at(std::uint64_t position) const {
    std::size_t future = current_;
    while (future != 0 && position < futures_[future].position) future = futures_[future].parent;
    return future;
}

const Execution& History::nearest(std::uint64_t position) const {
    const auto& checkpoints = futures_[future_at(position)].checkpoints;
    return *std::prev(checkpoints.upper_bound(position))->second.execution;
}

std::uint64_t History::checkpoint_before(std::uint64_t position) const {
    return position == 0 ? 0 : nearest(position - 1).steps();
}

std::size_t History::checkpoints() const {
    std::size_t count = 0;
    for (const Future& future : futures_) count += future.checkpoints.size();
    return count;
}

// ---- going anywhere

void History::restart_at(const Execution& checkpoint) {
    now_ = std::make_unique<Execution>(checkpoint);
    inside_ = future_at(position());
    find_next_fork();
    since_checkpoint_ = 0;
    last_time_ = std::chrono::steady_clock::now();
}

bool History::go_to(std::uint64_t position, const GoesOn& goes_on) {
    const Execution& base = nearest(position);
    const bool starts_here = base.steps() <= this->position() && this->position() <= position &&
                             inside_ == future_at(this->position()) && !now_->outcome();
    if (!starts_here) restart_at(base);
    for (std::uint64_t n = 1; this->position() < position && step(); ++n)
        if (n % kStepsBetweenLooks == 0 && goes_on && !goes_on(this->position())) return false;
    return true;
}

// Of a joint step, the state at its beginning.
std::shared_ptr<Execution> History::before_step(std::uint64_t step) const {
    const std::uint64_t wanted = step == 0 ? 0 : step - 1;
    const Execution& base = nearest(wanted);
    auto copy = std::make_shared<Execution>(base);
    std::uint64_t last = base.steps();
    while (copy->steps() < wanted && copy->step())
        if (copy->steps() <= wanted) last = copy->steps();
    if (copy->steps() == last) return copy;
    copy = std::make_shared<Execution>(base);
    while (copy->steps() < last && copy->step()) continue;
    return copy;
}

// ---- futures

void History::edit(const std::function<void(Execution&)>& change, std::string text) {
    if (now_->outcome() != Outcome::stop) go_to(position());  // before the trap or the limit
    change(*now_);
    const bool is_fresh = current_ != 0 && inside_ == current_ && futures_[current_].position == position() &&
                          futures_[current_].furthest == position();
    if (is_fresh) {
        Future& future = futures_[current_];
        future.edit += ", " + text;
        future.outcome.reset();
        bytes_ -= future.checkpoints.begin()->second.bytes;
        future.checkpoints.clear();
    } else {
        futures_.push_back({inside_, position(), std::move(text), position(), {}, {}});
        current_ = futures_.size() - 1;
        inside_ = current_;
        next_future_.reset();
    }
    add_checkpoint(current_);
}

std::vector<FutureInfo> History::futures() const {
    std::vector<FutureInfo> list;
    for (const Future& future : futures_)
        list.push_back(
            {list.size(), future.parent, future.position, future.edit, future.furthest, future.outcome});
    return list;
}

void History::enter(std::size_t future) {
    const std::uint64_t position = std::min(this->position(), futures_[future].furthest);
    current_ = future;
    restart_at(nearest(position));
    go_to(position);
}

}  // namespace musimd::debugger
