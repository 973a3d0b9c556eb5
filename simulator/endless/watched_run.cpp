#include "simulator/endless/watched_run.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <new>
#include <stop_token>
#include <thread>

#include "simulator/endless/lower_limit.hpp"

namespace musimd {
namespace {

using namespace std::chrono_literals;

constexpr auto kBeforeLooking = 500ms;  // most runs end sooner, and are not looked at
constexpr auto kBetweenInterrupts = 50ms;

/// Looks at a run from another thread, and passes on what interrupts it.
class EndlessWatch {
  public:
    EndlessWatch(const Program& program, const MachineOptions& options)
        : program_(program),
          options_(options),
          thread_([this](const std::stop_token& ended) { work(ended); }) {}

    const std::atomic<bool>& ends_run() const { return ends_run_; }

    /// After the run.
    std::optional<endless::LowerLimit> take() {
        thread_.request_stop();
        thread_.join();
        return std::move(found_);
    }

  private:
    void work(const std::stop_token& ended) {
        const auto begin = std::chrono::steady_clock::now();
        bool has_looked = false;
        while (!ended.stop_requested()) {
            if (options_.is_interrupted()) ends_run_ = true;
            if (!has_looked && std::chrono::steady_clock::now() - begin >= kBeforeLooking) {
                has_looked = true;
                look(ended);
            }
            std::unique_lock lock(mutex_);
            wakes_.wait_for(lock, ended, kBetweenInterrupts, [] { return false; });
        }
    }

    void look(const std::stop_token& ended) try {
        found_ = endless::lower_limit(program_, options_, [&] { return !ended.stop_requested(); });
        if (found_) ends_run_ = true;
    } catch (const std::bad_alloc&) {  // then it is not known
        found_.reset();
    }

    const Program& program_;
    const MachineOptions& options_;
    std::atomic<bool> ends_run_ = false;
    std::optional<endless::LowerLimit> found_;
    std::mutex mutex_;
    std::condition_variable_any wakes_;
    std::jthread thread_;  ///< last: it uses the others
};

}  // namespace

WatchedRun run_watched(const Program& program, const MachineOptions& options,
                       const std::function<Result(const MachineOptions&)>& run) {
    if (options.order == Order::random) return {run(options), {}};
    EndlessWatch watch(program, options);
    MachineOptions watched = options;
    watched.interrupt = &watch.ends_run();
    WatchedRun done{run(watched), {}};
    const auto found = watch.take();
    if (done.result.outcome == Outcome::interrupted && found && !options.is_interrupted()) {
        watched.interrupt = options.interrupt;
        watched.max_steps = found->max_steps;
        done.result = run(watched);
        done.result.steps += found->left_out;
        if (done.result.limit) done.result.limit->steps = options.max_steps;
    }
    if (found && done.result.limit) {
        done.endless = found->endless;
    } else {
        done.endless = why_endless(program, options, done.result);
    }
    return done;
}

}  // namespace musimd
