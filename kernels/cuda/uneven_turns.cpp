#include "kernels/cuda/uneven_turns.hpp"

#include "kernels/cuda/explanation.hpp"
#include "kernels/launch/random_turns.hpp"

namespace musimd::kernels::cuda {

std::optional<Finding> found_in_uneven_turns(const dsl::cuda::KernelFunction& kernel,
                                             const openmp::CallState& memory,
                                             const LaunchConfiguration& config, std::uint64_t steps) {
    constexpr std::uint64_t kMore = 20;
    constexpr std::uint64_t kOfWaiting = 100'000;
    if (!kernel.launches.empty() || blocks_at_once(kernel, config) != config.all_blocks())
        return std::nullopt;
    const PreparedLaunch prepared = prepare(kernel, memory, config);
    LaunchProgram launch = lower(kernel, prepared, config);
    const std::vector<Turn>& turns = config.schedule.turns;
    launch.options.order = turns.empty() ? Order::random : Order::ascending;
    launch.options.seed = config.schedule.seed;
    std::uint64_t left = kMore * steps + kOfWaiting;
    const openmp::TurnsEnd end =
        turns.empty() ? openmp::run_in_random_turns(
                            launch.program, launch.options, left, [] { return false; }, nullptr)
                      : openmp::run_after_turns(turns, launch.program, launch.options, left);
    if (!end.spinning.empty()) return finding_of_deadlock(end.spinning, launch);
    if (!end.result || end.result->outcome != Outcome::trap) return std::nullopt;
    return finding_of(*end.result, launch);
}

}  // namespace musimd::kernels::cuda
