#include "simulator/explore/exhaustive.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace musimd::explore {
namespace {

/// A step that can be tried: of a machine, with its threads in this order.
struct Try {
    std::uint32_t machine;
    std::vector<Thread> threads;
};

class Everything {
  public:
    Everything(const Program& program, const MachineOptions& options, PhaseListener& listener)
        : program_(program), options_(options), listener_(listener) {}

    void search() {
        enter(Machine(program_, options_));
        while (!frames_.empty() && listener_.goes_on(frames_.size() * kBytes)) {
            Frame& frame = *frames_.back();
            if (frame.next == frame.tries.size()) {
                frames_.pop_back();
                continue;
            }
            const Try& next = frame.tries[frame.next++];
            const bool is_last = frame.next == frame.tries.size();
            take(is_last ? std::move(frame.machine) : Machine(frame.machine), next);
        }
    }

  private:
    static constexpr std::size_t kBytes = 4096;

    struct Frame {
        Frame(Machine state, std::vector<Try> all) : machine(std::move(state)), tries(std::move(all)) {}
        Machine machine;
        std::vector<Try> tries;
        std::size_t next = 0;
    };

    void enter(Machine machine) {
        std::vector<Try> tries;
        bool stopped = true;
        bool waits = false;
        for (std::uint32_t m = 0; m < machine.machines(); ++m) {
            if (machine.has_stopped(m)) continue;
            stopped = false;
            if (machine.warp(m).steps >= options_.max_steps) {
                come_to_rest(m, LimitReason::steps);
            } else if (machine.can_step(m)) {
                add_tries(machine, m, tries);
            } else {
                waits = true;
            }
        }
        State state{std::move(machine), {}};
        const auto get_schedule = [this] { return schedule(); };
        if (stopped) listener_.on_stop(state, get_schedule);
        if (waits && state.machine.is_deadlocked()) listener_.on_deadlock(state, get_schedule);
        if (tries.empty()) listener_.on_schedule();
        frames_.push_back(std::make_unique<Frame>(std::move(state.machine), std::move(tries)));
    }

    // A step of several machines is one of the lowest, but each can be the one that opens a block barrier.
    void add_tries(const Machine& machine, std::uint32_t m, std::vector<Try>& tries) {
        const std::vector<std::uint32_t> together = machine.joint(m);
        const auto is_limited = [&](std::uint32_t n) { return machine.warp(n).steps >= options_.max_steps; };
        if (together.front() != m || std::ranges::any_of(together, is_limited)) return;
        const auto choices = machine.choices(m);
        if (choices.empty()) return add_orders(machine, m, {}, tries);
        for (const std::vector<Thread>& choice : choices) {
            Machine chosen = machine;
            chosen.choose(m, choice.front());
            add_orders(chosen, m, choice, tries);
        }
    }

    void add_orders(const Machine& machine, std::uint32_t m, const std::vector<Thread>& choice,
                    std::vector<Try>& tries) {
        const Warp& warp = machine.warp(m);
        const bool is_atomic =
            warp.pc < program_.end() && info(program_.at(warp.pc).opcode).memory == MemoryUse::updates;
        if (!is_atomic || warp.active.size() == 1) return tries.push_back({m, choice});
        std::vector<Thread> order = warp.active.threads();
        do {
            tries.push_back({m, order});
        } while (std::next_permutation(order.begin(), order.end()));
    }

    void take(Machine machine, const Try& next) {
        path_.resize(frames_.size() - 1);
        path_.push_back(next);
        const Step step = machine.step(next.machine, nullptr, next.threads);
        if (std::holds_alternative<RuleId>(step)) {
            listener_.on_step();
            return enter(std::move(machine));
        }
        listener_.on_schedule();
        if (std::holds_alternative<Failure>(step)) {
            const Trap trap = *machine.result(Outcome::trap).trap;
            listener_.on_rest(trap, [this] { return schedule(); });
        } else {
            listener_.on_rest(LimitReason::stacks, [this] { return schedule(); });
        }
    }

    // A turn of a machine at its limit.
    void come_to_rest(std::uint32_t m, LimitReason reason) {
        path_.resize(frames_.size());
        path_.push_back({m, {}});
        listener_.on_rest(reason, [this] { return schedule(); });
        path_.pop_back();
    }

    Schedule schedule() const {
        Schedule result;
        for (const Try& step : path_) {
            ScheduledSteps steps = steps_of_machine(program_, step.machine);
            steps.threads = step.threads;
            append(result, steps);
        }
        return result;
    }

    const Program& program_;
    const MachineOptions& options_;
    PhaseListener& listener_;
    std::vector<std::unique_ptr<Frame>> frames_;  ///< whose machines are large
    std::vector<Try> path_;                       ///< the steps that lead to the last frame
};

}  // namespace

void search_everything(const Program& program, const MachineOptions& options, PhaseListener& listener) {
    Everything(program, options, listener).search();
}

}  // namespace musimd::explore
