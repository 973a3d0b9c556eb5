#include "kernels/launch/random_turns.hpp"

#include <algorithm>
#include <random>
#include <ranges>
#include <utility>
#include <variant>

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::openmp {
namespace {

// Steps without a change of memory after which threads may be spinning.
constexpr std::uint64_t kQuietSteps = 4096;
// The longest loop that is recognised as one.
constexpr std::uint64_t kLongestLoop = 4096;

/// Whether the instruction that machine m has executed has changed memory; an update may leave it as it was.
bool changes_memory(const Instruction& instruction, std::uint32_t m, const Machine& machine) {
    return std::ranges::any_of(machine.accesses(), [&](const Access& access) {
        const Use use = use_of(instruction, access);
        if (use != Use::atomic || info(instruction.opcode).memory != MemoryUse::updates)
            return use == Use::write || use == Use::atomic;
        const Value* const before = machine.warp(m).bank.find(access.thread, instruction.destination);
        const Value* const now = machine.memory().find(access.address);
        return before == nullptr || now == nullptr || *before != *now;
    });
}

/// How often threads have turns: those of some blocks seldom, others often, which changes sometimes.
class Weights {
  public:
    Weights(const Program& program, std::mt19937_64& random)
        : random_(random),
          machines_per_block_(program.warps_per_block() *
                              (program.model == ThreadModel::volta ? program.threads : 1)),
          shares_(program.grid, 1) {}

    /// One of the machines.
    std::uint32_t choose(const std::vector<std::uint32_t>& machines) {
        constexpr std::uint64_t kTurns = 4096;
        if (turns_++ % kTurns == 0)
            for (std::uint64_t& share : shares_) share = std::uint64_t{1} << random_() % 9;
        while (true) {
            const std::uint32_t m = machines[random_() % machines.size()];
            if (random_() % kMost < shares_[m / machines_per_block_]) return m;
        }
    }

  private:
    static constexpr std::uint64_t kMost = 256;
    std::mt19937_64& random_;
    std::uint32_t machines_per_block_;
    std::vector<std::uint64_t> shares_;  ///< by block, of kMost
    std::uint64_t turns_ = 0;
};

class Turns {
  public:
    Turns(const Program& program, const MachineOptions& options, std::uint64_t& steps_left,
          const std::function<bool()>& is_enough, Observer* observer)
        : program_(program),
          options_(options),
          machine_(program, options),
          steps_left_(steps_left),
          is_enough_(is_enough),
          observer_(observer) {}

    void take(const std::vector<Turn>& turns) {
        for (const Turn& turn : turns)
            if (turn.machine < machine_.machines()) take_turns(turn.machine, turn.steps, turn.lanes);
    }

    TurnsEnd run() {
        std::mt19937_64 random(options_.seed);
        Weights weights(program_, random);
        while (goes_on()) {
            const std::vector<std::uint32_t> threads = ready();
            if (threads.empty()) {
                if (have_stopped()) return {machine_.result(Outcome::stop)};
                return {machine_.result(machine_.deadlock(observer_))};
            }
            if (options_.order == Order::random) {
                const std::uint32_t m = weights.choose(threads);
                take_turns(m, std::uint64_t{1} << random() % 9);
            } else if (options_.order == Order::descending) {
                for (const std::uint32_t m : std::views::reverse(threads)) take_turns(m, 1);
            } else {
                for (const std::uint32_t m : threads) take_turns(m, 1);
            }
            if (quiet_ >= patience_) {
                if (auto found = spinning(); !found.empty()) return {std::nullopt, std::move(found)};
                quiet_ = 0;
                patience_ *= 2;
            }
        }
        if (has_failed_) return {machine_.result(Outcome::trap)};
        return {};
    }

  private:
    bool goes_on() const {
        return !has_failed_ && !is_full_ && steps_left_ > 0 && !is_enough_() && !options_.is_interrupted();
    }

    /// `lanes`: of an atomic instruction; other instructions have them in any order.
    void take_turns(std::uint32_t m, std::uint64_t turns, const std::vector<Thread>& lanes = {}) {
        for (std::uint64_t k = 0; k < turns && goes_on() && machine_.can_step(m); ++k)
            step(m, is_order(lanes, m) ? lanes : std::vector<Thread>());
    }

    bool is_order(std::vector<Thread> lanes, std::uint32_t m) const {
        const Warp& warp = machine_.warp(m);
        std::ranges::sort(lanes);
        return !lanes.empty() && warp.pc < program_.end() &&
               info(program_.at(warp.pc).opcode).memory == MemoryUse::updates &&
               lanes == warp.active.threads();
    }

    /// The threads that can take a step.
    std::vector<std::uint32_t> ready() const {
        std::vector<std::uint32_t> result;
        for (std::uint32_t m = 0; m < machine_.machines(); ++m) {
            if (machine_.can_step(m)) result.push_back(m);
        }
        return result;
    }

    bool have_stopped() const {
        for (std::uint32_t m = 0; m < machine_.machines(); ++m) {
            if (!machine_.has_stopped(m)) return false;
        }
        return true;
    }

    /// Whether memory, or which threads there are, may have changed.
    bool step(std::uint32_t m, const std::vector<Thread>& lanes = {}) {
        const Label pc = machine_.warp(m).pc;
        const Step step = machine_.step(m, observer_, lanes);
        --steps_left_;
        ++quiet_;
        has_failed_ = std::holds_alternative<Failure>(step);
        is_full_ = std::holds_alternative<StackLimit>(step);
        const bool changes = has_failed_ || is_full_ || machine_.has_stopped(m) ||
                             changes_memory(program_.at(pc), m, machine_);
        if (changes) quiet_ = 0;
        return changes;
    }

    /// Runs each thread alone until it is where it was before, with the same values. If nobody has changed
    /// memory by then, nobody ever will.
    std::vector<SpinningThread> spinning() {
        std::vector<SpinningThread> result;
        for (std::uint32_t m = 0; m < machine_.machines(); ++m) {
            if (!machine_.can_step(m)) continue;
            auto thread = spins(m);
            if (!thread) return {};
            if (!machine_.can_step(m)) continue;
            const Warp& warp = machine_.warp(m);
            thread->spinning = warp.active;
            thread->waiting = warp.all;
            for (const Thread t : warp.active.threads()) thread->waiting.erase(t);
            result.push_back(*std::move(thread));
        }
        // One that has come to a barrier may have opened it for others.
        const auto is_ready = [](const SpinningThread& found, std::uint32_t m) { return found.thread == m; };
        if (!std::ranges::equal(result, ready(), is_ready)) return {};
        return result;
    }

    std::optional<SpinningThread> spins(std::uint32_t m) {
        SpinningThread found{.thread = m, .pc = machine_.warp(m).pc};
        Warp before = machine_.warp(m);
        std::uint64_t since = 0;
        std::uint64_t power = 1;
        for (std::uint64_t k = 0; k < 2 * kLongestLoop && goes_on(); ++k) {
            const Label pc = machine_.warp(m).pc;
            if (step(m)) return std::nullopt;
            if (!machine_.accesses().empty()) {
                found.pc = pc;
                found.address = machine_.accesses().front().address;
            }
            if (!machine_.can_step(m)) return found;  // it waits for others
            const Warp& now = machine_.warp(m);
            if (now.pc == before.pc && now.bank == before.bank) return found;
            if (++since < power) continue;
            before = now;
            since = 0;
            power *= 2;
        }
        return std::nullopt;
    }

    const Program& program_;
    const MachineOptions& options_;
    Machine machine_;
    std::uint64_t& steps_left_;
    const std::function<bool()>& is_enough_;
    Observer* observer_;
    std::uint64_t quiet_ = 0;  ///< steps since memory has changed
    std::uint64_t patience_ = kQuietSteps;
    bool has_failed_ = false;
    bool is_full_ = false;
};

}  // namespace

TurnsEnd run_in_random_turns(const Program& program, const MachineOptions& options, std::uint64_t& steps_left,
                             const std::function<bool()>& is_enough, Observer* observer) {
    return Turns(program, options, steps_left, is_enough, observer).run();
}

TurnsEnd run_after_turns(const std::vector<Turn>& turns, const Program& program,
                         const MachineOptions& options, std::uint64_t& steps_left) {
    const std::function<bool()> is_enough = [] { return false; };
    Turns run(program, options, steps_left, is_enough, nullptr);
    run.take(turns);
    return run.run();
}

}  // namespace musimd::kernels::openmp
