#include "kernels/cuda/deadlock_watch.hpp"

#include <stop_token>

#include "kernels/cuda/explanation.hpp"
#include "kernels/launch/random_turns.hpp"

namespace musimd::kernels::cuda {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 250ms;  // most runs end sooner, and are not looked at
constexpr auto kPoll = 50ms;
constexpr int kShare = 20;  // the other thread works for one of so many parts of the time
constexpr std::uint64_t kSteps = 300'000;
constexpr std::uint64_t kStepsOfMachine = 40;  // in addition
constexpr std::uint64_t kMaxMachines = 65'536;

std::uint64_t machines_of(const LaunchConfiguration& config, const Program& program) {
    return config.model == ThreadModel::volta ? static_cast<std::uint64_t>(config.threads()) : program.warps;
}

/// Polls the watches of all runs: to begin a thread for each run would take longer than most runs.
class Poller {
  public:
    static Poller& the() {
        static Poller poller;
        return poller;
    }
    void add(DeadlockWatch& watch) {
        const std::scoped_lock lock(mutex_);
        watches_.push_back(&watch);
    }
    void remove(DeadlockWatch& watch) {
        const std::scoped_lock lock(mutex_);
        std::erase(watches_, &watch);
    }

  private:
    void poll(const std::stop_token& stop) {
        std::unique_lock lock(mutex_);
        while (!stop.stop_requested()) {
            wakes_.wait_for(lock, stop, kPoll, [] { return false; });
            for (DeadlockWatch* const watch : watches_) watch->poll();
        }
    }

    std::mutex mutex_;
    std::condition_variable_any wakes_;
    std::vector<DeadlockWatch*> watches_;
    std::jthread thread_{[this](const std::stop_token& stop) { poll(stop); }};
};

}  // namespace

DeadlockWatch::DeadlockWatch(const dsl::cuda::KernelFunction& kernel, const openmp::CallState& memory,
                             const LaunchConfiguration& config, const Program& program)
    : kernel_(kernel),
      memory_(memory),
      config_(config),
      is_wanted_(!has_groups(config.model) && config.schedule.order != Order::random &&
                 machines_of(config, program) <= kMaxMachines && shows_schedule(program)) {
    if (is_wanted_) Poller::the().add(*this);
}

void DeadlockWatch::poll() {
    if (is_interrupted()) ends_run_ = true;
    if (!thread_.joinable() && Clock::now() - begin_ >= kPatience)
        thread_ = std::thread([this] { check(true); });
}

void DeadlockWatch::check(bool takes_its_time) {
    const PreparedLaunch prepared = prepare(kernel_, memory_, config_);
    LaunchProgram launch = lower(kernel_, prepared, config_);
    launch.options.races = false;
    const std::uint64_t most = kSteps + kStepsOfMachine * machines_of(config_, launch.program);
    std::uint64_t left = most;
    bool is_cut_short = false;
    const auto is_enough = [&] { return is_cut_short = is_cut_short || (takes_its_time && !rest()); };
    const openmp::TurnsEnd end =
        openmp::run_in_random_turns(launch.program, launch.options, left, is_enough, nullptr);
    has_checked_ = !is_cut_short;
    if (end.spinning.empty()) return;
    constexpr std::uint64_t kMore = 4096;
    found_ = finding_of_deadlock(end.spinning, launch);
    steps_ = (most - left) / end.spinning.size() + kMore;
    ends_run_ = true;
}

/// Waits if this thread has worked for more than its share. False: the run has ended.
bool DeadlockWatch::rest() {
    constexpr std::uint64_t kStepsBetween = 1024;
    if (++looks_ % kStepsBetween != 1) return true;
    const auto since = Clock::now() - begin_;
    const auto worked = since - kPatience - rested_;
    const auto wait = std::max(worked * kShare - since, Clock::duration{});
    rested_ += wait;
    std::unique_lock lock(mutex_);
    return !wakes_.wait_for(lock, wait, [this] { return has_ended_; });
}

void DeadlockWatch::end() {
    if (is_wanted_) Poller::the().remove(*this);
    if (!thread_.joinable()) return;
    {
        const std::scoped_lock lock(mutex_);
        has_ended_ = true;
    }
    wakes_.notify_all();
    thread_.join();
}

bool DeadlockWatch::is_deadlock(bool at_limit) {
    end();
    if (is_wanted_ && at_limit && !has_checked_) check(false);
    return found_.has_value();
}

}  // namespace musimd::kernels::cuda
