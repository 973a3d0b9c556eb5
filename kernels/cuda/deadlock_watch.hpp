#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include "kernels/cuda/launch_program.hpp"
#include "kernels/findings/finding.hpp"

namespace musimd::kernels::cuda {

/// Whether all threads of a run wait for what none of them changes. Engines would go on to the step limit. So
/// while one runs for long, another thread runs the launch in the same order from its beginning, looks at
/// each step, and ends the run of the engine if that is so.
class DeadlockWatch {
  public:
    /// All must outlive it. In a random order it does nothing.
    DeadlockWatch(const dsl::cuda::KernelFunction& kernel, const openmp::CallState& memory,
                  const LaunchConfiguration& config, const Program& program);
    DeadlockWatch(const DeadlockWatch&) = delete;
    DeadlockWatch& operator=(const DeadlockWatch&) = delete;
    ~DeadlockWatch() { end(); }

    /// For the engine: that of the configuration, or that there is a deadlock.
    const std::atomic<bool>* interrupt() const { return is_wanted_ ? &ends_run_ : config_.interrupt; }
    bool has_found() const { return ends_run_.load() && !is_interrupted(); }
    /// Once it has found one: the steps of a thread before that, about.
    std::uint64_t steps() const { return steps_; }

    /// At the end of the run. One that has reached its limit is looked at now.
    bool is_deadlock(bool at_limit);
    const Finding& finding() const { return *found_; }

    /// Called sometimes while the engine runs.
    void poll();

  private:
    bool is_interrupted() const { return config_.interrupt != nullptr && config_.interrupt->load(); }
    void check(bool takes_its_time);
    bool rest();
    void end();

    using Clock = std::chrono::steady_clock;
    const dsl::cuda::KernelFunction& kernel_;
    const openmp::CallState& memory_;
    const LaunchConfiguration& config_;
    bool is_wanted_ = false;
    bool has_checked_ = false;
    std::optional<Finding> found_;
    std::uint64_t steps_ = 0;
    std::atomic<bool> ends_run_ = false;
    Clock::time_point begin_ = Clock::now();
    std::thread thread_;

    // Of that thread.
    Clock::duration rested_ = {};
    std::uint64_t looks_ = 0;
    std::mutex mutex_;
    std::condition_variable wakes_;
    bool has_ended_ = false;
};

}  // namespace musimd::kernels::cuda
