// The engine auto: fast, until native code is ready.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>

#include "host/processor.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/native/native.hpp"

namespace musimd::native {
namespace {

using std::chrono::milliseconds;

// A run that takes shorter on the fast engine starts no thread. Its time is estimated from the steps of a
// warp, so that it costs nothing.
constexpr double kShortRun = 5e6;  // nanoseconds

// After these times, a run looks for cached code, and starts the compiler.
constexpr auto kBeforeLooking = milliseconds(25);
constexpr auto kBeforeCompiling = milliseconds(100);
constexpr auto kBetweenLooks = milliseconds(10);

/// Gets the machine code of a program while the fast engine runs it. Its end cancels that.
class Background {
  public:
    Background(const Program& program, const MachineOptions& options, bool counts)
        : program_(program),
          options_(options),
          kind_{.checks = options.checks, .counts = counts},
          thread_([this](const std::stop_token& ended) {
              try {
                  work(ended);
              } catch (const std::exception&) {  // the fast engine runs it to the end
              }
              while (!stop_ && pause(kBetweenLooks, ended)) {
              }
          }) {}

    /// Set when there is code, or the run is interrupted.
    const std::atomic<bool>& stop() const { return stop_; }
    /// Set before `stop`; null until then.
    const std::shared_ptr<const Code>& code() const { return code_; }

  private:
    // Returns false if the run has ended, or is interrupted.
    bool pause(milliseconds time, const std::stop_token& ended) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any wakes;
        const auto until = std::chrono::steady_clock::now() + time;
        while (!is_over(ended) && std::chrono::steady_clock::now() < until)
            wakes.wait_for(lock, ended, std::min(kBetweenLooks, time), [] { return false; });
        return !is_over(ended);
    }

    bool is_over(const std::stop_token& ended) {
        if (options_.is_interrupted()) stop_ = true;
        return ended.stop_requested() || stop_;
    }

    void work(const std::stop_token& ended) {
        if (!pause(kBeforeLooking, ended)) return;
        if (!is_cached(program_, kind_) && !pause(kBeforeCompiling - kBeforeLooking, ended)) return;
        const auto code = code_of(program_, kind_, [&] { return is_over(ended); });
        if (code == nullptr || code->run == nullptr) return;
        code_ = code;
        stop_ = true;
    }

    const Program& program_;
    const MachineOptions& options_;
    const CodeKind kind_;
    std::atomic<bool> stop_ = false;
    std::shared_ptr<const Code> code_;
    std::jthread thread_;  ///< last: it uses the others
};

bool never_compiles(const Program& program, const MachineOptions& options) {
    return is_left_to_fast(program, options) || program.instructions.size() > kMaxInstructions;
}

// The fast engine's result; or, when there is code, that of `run_code(code)`.
template <typename RunCode>
Result run_until_compiled(const Program& program, const MachineOptions& options, Observer* observer,
                          const RunCode& run_code) {
    const Background background(program, options, observer != nullptr || options.tally != nullptr);
    MachineOptions until_ready = options;
    until_ready.interrupt = &background.stop();
    Result result = fast::run_fast(program, until_ready, observer);
    if (result.outcome != Outcome::interrupted || options.is_interrupted() || background.code() == nullptr)
        return result;
    return run_code(*background.code());
}

// A run that ends soon, of a program with blocks that is tallied. What is wrong with it is found by a longer
// one.
std::optional<Result> tally_short_run(const Program& program, const MachineOptions& options) {
    MachineOptions few_steps = options;
    few_steps.max_steps = std::min(options.max_steps, short_run_steps(program));
    Result result = fast::run_fast(program, few_steps, nullptr);
    if (result.outcome != Outcome::stop) return std::nullopt;
    return result;
}

// Long runs are compiled.
Result tally_auto(const Program& program, const MachineOptions& options) {
    if (auto result = tally_short_run(program, options)) return std::move(*result);
    return run_until_compiled(program, options, nullptr, [&](const Code& code) {
        return tally(program, options, code, host::usable_processors());
    });
}

}  // namespace

std::uint64_t short_run_steps(const Program& program) {
    const double step_time = 8.0 + 0.2 * program.threads;
    return static_cast<std::uint64_t>(kShortRun / step_time / program.warps) + 1;
}

Result run_auto(const Program& program, const MachineOptions& options, Observer* observer) {
    if (observer != nullptr || never_compiles(program, options))
        return fast::run_fast(program, options, observer);
    if (options.tally != nullptr) return tally_auto(program, options);
    if (!uses_blocks(program)) {
        if (auto result = fast::run_within(program, options, short_run_steps(program)))
            return std::move(*result);
    }
    return run_until_compiled(program, options, nullptr, [&](const Code& code) {
        return run(program, options, code, host::usable_processors());
    });
}

Result count_auto(const Program& program, const MachineOptions& options, std::int64_t segment,
                  Statistics& statistics) {
    StatisticsObserver counts(program, segment, options.max_address);
    bool compiled = false;
    const auto run_code = [&](const Code& code) {
        compiled = true;
        return count(program, options, code, host::usable_processors(), segment, statistics);
    };
    Result result = uses_blocks(program) || never_compiles(program, options)
                        ? fast::run_fast(program, options, &counts)
                        : run_until_compiled(program, options, &counts, run_code);
    if (!compiled) statistics = counts.statistics();
    return result;
}

}  // namespace musimd::native
