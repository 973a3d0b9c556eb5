#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "simulator/debugger/execution.hpp"

namespace musimd::debugger {

/// A future of a run: what follows after an edit. Number 0 is the run without edits.
struct FutureInfo {
    std::size_t number = 0;
    std::size_t parent = 0;
    std::uint64_t position = 0;  ///< at which it leaves its parent
    std::string edit;            ///< as the user wrote it; empty for number 0
    std::uint64_t furthest = 0;  ///< the last position that has been seen
    std::optional<Outcome> outcome;
};

/// A run in which one can go to any position: the number of steps taken before it. Checkpoints, copies of the
/// execution, are kept along the way; a position is reached by repeating the steps since the last one.
///
/// An edit begins a new future; the steps before it are shared with the future that it leaves.
class History {
  public:
    struct Limits {
        std::chrono::microseconds between{10'000};       ///< execution time between two checkpoints
        std::uint64_t steps_between = UINT64_MAX;        ///< at most so many steps, for tests
        std::uint64_t bytes = std::uint64_t{512} << 20;  ///< size of all checkpoints
    };

    History(const Program& program, const MachineOptions& options) : History(program, options, Limits()) {}
    History(const Program& program, const MachineOptions& options, Limits limits);

    const Execution& now() const { return *now_; }
    std::uint64_t position() const { return now_->steps(); }

    /// Takes a step of the current future; false at its end.
    bool step(Observer* observer = nullptr);

    /// Goes to a position, or to the end if that is before it. A joint step ends after the position if that
    /// is inside of it. `goes_on` is called every few steps; if it returns false, this stops on the way and
    /// returns false. A trap or a limit is met only on the way to a position after it.
    using GoesOn = std::function<bool(std::uint64_t position)>;
    bool go_to(std::uint64_t position, const GoesOn& goes_on = {});

    /// A copy of the execution at the last position before the step of that number, which is in the past.
    std::shared_ptr<Execution> before_step(std::uint64_t step) const;

    /// The last position before this one that has a checkpoint, or 0.
    std::uint64_t checkpoint_before(std::uint64_t position) const;

    /// Changes the state, in a new future.
    void edit(const std::function<void(Execution&)>& change, std::string text);
    std::vector<FutureInfo> futures() const;
    std::size_t current_future() const { return current_; }
    /// Makes another future the current one, at its beginning, or at the present position if that is before.
    void enter(std::size_t future);

    std::size_t checkpoints() const;
    std::uint64_t checkpoint_bytes() const { return bytes_; }

  private:
    struct Checkpoint {
        std::shared_ptr<const Execution> execution;
        std::uint64_t bytes = 0;
    };
    struct Future {
        std::size_t parent = 0;
        std::uint64_t position = 0;
        std::string edit;
        std::uint64_t furthest = 0;
        std::optional<Outcome> outcome;
        std::map<std::uint64_t, Checkpoint> checkpoints;  ///< by position; the first one stays
    };

    std::size_t future_at(std::uint64_t position) const;
    const Execution& nearest(std::uint64_t position) const;
    void restart_at(const Execution& checkpoint);
    void find_next_fork();
    void note_step(bool is_new);
    void add_checkpoint(std::size_t future);
    void thin_out();

    Limits limits_;
    std::vector<Future> futures_;
    std::size_t current_ = 0;
    std::unique_ptr<Execution> now_;
    std::size_t inside_ = 0;                  ///< the future that now_ is in: current_, or one it comes from
    std::optional<std::size_t> next_future_;  ///< that now_ enters on its way to current_

    std::uint64_t bytes_ = 0;
    std::uint64_t since_checkpoint_ = 0;  ///< steps
    std::chrono::steady_clock::time_point last_time_;
};

}  // namespace musimd::debugger
