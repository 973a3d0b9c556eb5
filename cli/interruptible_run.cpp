#include "cli/interruptible_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <future>
#include <iostream>
#include <thread>

#include "cli/command.hpp"
#include "cli/terminal.hpp"

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

}  // namespace

Result run_until_interrupted(const Engine& engine, const Program& program, MachineOptions options,
                             Observer* observer) {
    options.interrupt = &interruption();
    if (engine.is_interruptible) return engine.run(program, options, observer);
    std::packaged_task<Result()> task([&] { return engine.run(program, options, observer); });
    std::future<Result> result = task.get_future();
    std::thread worker(std::move(task));
    while (result.wait_for(kBetweenLooks) != std::future_status::ready) {
        if (!interrupted()) continue;
        if (result.wait_for(kGracePeriod) != std::future_status::ready) end_without_state(engine);
    }
    worker.join();
    return result.get();
}

}  // namespace musimd::cli
