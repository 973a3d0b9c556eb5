#include "kernels/cuda/launch_tally.hpp"

#include <algorithm>

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::cuda {
namespace {

/// Of a row of the launch's tables.
Tally::Range range_of(const LaunchProgram& launch, std::size_t i, bool reads) {
    if (launch.shared[i]) {
        const LaunchObject& meant = launch.memory[*launch.shared[i]];
        return {meant.address, meant.address + meant.elements, true};
    }
    const openmp::AddressRange& object = launch.objects[i];
    const auto is_reached = [&](const LaunchObject& other) {
        return other.space == Space::constant && object.first < other.address + other.elements &&
               other.address < object.end;
    };
    // A write that may reach a constant is looked at, wherever it goes.
    if (!reads && std::ranges::any_of(launch.memory, is_reached)) return {0, 0};
    return {object.first, object.end};
}

}  // namespace

Tally tally_of(const LaunchProgram& launch) {
    std::vector<Tally::Range> ranges;
    for (std::size_t i = 0; i < launch.program.instructions.size(); ++i)
        ranges.push_back(
            range_of(launch, i, openmp::use_of(launch.program.instructions[i], Access{}) == Use::read));
    for (std::size_t i = ranges.size(); i < launch.objects.size(); ++i)
        ranges.push_back(range_of(launch, i, true));
    return {openmp::kSegment, std::move(ranges), launch.sources};
}

// Where threads have steps of their own, each has its own request, also if an engine lets them run together.
std::optional<openmp::Cost> cost_of(const Tally& tally, const LaunchProgram& launch, ThreadModel model) {
    if (!tally.is_complete() || !tally.is_inside()) return std::nullopt;
    const bool in_lock_step = model == ThreadModel::lockstep;
    const std::vector<bool> is_free = openmp::free_instructions(launch.program);
    openmp::Cost cost;
    for (std::size_t i = 0; i < tally.counts().size(); ++i) {
        const Tally::Count& count = tally.counts()[i];
        const std::uint64_t steps = in_lock_step ? count.steps : count.lanes;
        cost.steps += steps;
        if (in_lock_step) cost.branches_divergent += count.diverged;
        const MemoryUse use = info(launch.program.instructions[i].opcode).memory;
        if (!in_lock_step && use != MemoryUse::none)
            cost.memory_transactions += (use == MemoryUse::copies ? 2 : 1) * count.lanes;
        if (is_free[i]) continue;
        cost.slots += steps;
        cost.active_lanes += count.lanes;
    }
    if (in_lock_step) cost.memory_transactions = tally.segments();
    return cost;
}

}  // namespace musimd::kernels::cuda
