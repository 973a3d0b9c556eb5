#include "cli/programs/interruptible_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <iostream>
#include <mutex>
#include <stop_token>
#include <thread>

#include "cli/command/command.hpp"
#include "cli/command/terminal.hpp"

namespace musimd::cli {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(50);
constexpr auto kGracePeriod = std::chrono::milliseconds(500);  // for an engine that may notice it

[[noreturn]] void end_without_state(const Engine& engine) {
    std::cerr << fmt::format(
        "musimd run: interrupted; engine '{}' cannot report the state reached; '--engine fast' can\n",
        engine.name);
    std::_Exit(kInterrupted);
}

// Until the run has ended.
void watch(const Engine& engine, const std::stop_token& ended) {
    std::mutex mutex;
    std::condition_variable_any wakes;
    std::unique_lock lock(mutex);
    const auto wait = [&](std::chrono::milliseconds time) {
        wakes.wait_for(lock, ended, time, [] { return false; });
    };
    while (!ended.stop_requested()) {
        wait(kBetweenLooks);
        if (!interrupted()) continue;
        wait(kGracePeriod);
        if (!ended.stop_requested()) end_without_state(engine);
    }
}

template <typename Run>
auto until_interrupted(const Engine& engine, const Run& run) {
    if (engine.is_interruptible) return run();
    // The engine runs in the main thread, whose heap grows in larger steps than those of others.
    const std::jthread watcher([&](const std::stop_token& ended) { watch(engine, ended); });
    return run();
}

}  // namespace

WatchedRun run_until_interrupted(const Engine& engine, const Program& program, MachineOptions options,
                                 Observer* observer) {
    options.interrupt = &interruption();
    if (observer == nullptr) {
        return until_interrupted(engine, [&] {
            return run_watched(program, options,
                               [&](const MachineOptions& its) { return engine.run(program, its, nullptr); });
        });
    }
    WatchedRun done{until_interrupted(engine, [&] { return engine.run(program, options, observer); }), {}};
    done.endless = why_endless(program, options, done.result);
    return done;
}

Result count_until_interrupted(const Engine& engine, const Program& program, MachineOptions options,
                               std::int64_t segment, Statistics& statistics) {
    options.interrupt = &interruption();
    return until_interrupted(engine, [&] { return engine.count(program, options, segment, statistics); });
}

}  // namespace musimd::cli
