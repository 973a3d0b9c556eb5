#include "kernels/cuda/launch_tally.hpp"

#include <algorithm>

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::cuda {
namespace {

bool contains(const openmp::AddressRange& range, const openmp::AddressRange& used) {
    return range.first <= used.first && used.end <= range.end;
}

}  // namespace

LaunchTally::LaunchTally(const LaunchProgram& launch, const LaunchConfiguration& config)
    : launch_(launch),
      in_lock_step_(config.model == ThreadModel::lockstep),
      is_free_(openmp::free_instructions(launch.program)) {
    for (const LaunchObject& object : launch.memory) {
        if (object.space == Space::constant)
            constants_.push_back({object.address, object.address + object.elements});
    }
    for (const Instruction& i : launch.program.instructions)
        writes_.push_back(openmp::use_of(i, Access{}) != Use::read);
}

void LaunchTally::begin(std::size_t instructions) {
    Tally::begin(instructions);
    transactions_ = 0;
    is_good_ = true;
}

bool LaunchTally::are_good(Label pc, std::uint32_t block, std::span<const std::int64_t> addresses) const {
    openmp::AddressRange used{addresses[0], addresses[0]};
    for (const std::int64_t address : addresses) {
        used.first = std::min(used.first, address);
        used.end = std::max(used.end, address);
    }
    used.end += 1;
    if (!contains(launch_.objects[pc - 1], used)) return false;
    if (const auto& meant = launch_.shared[pc - 1]) {
        const LaunchObject& object = launch_.memory[*meant];
        const std::int64_t first = launch_.shared_base_of(block) + object.address;
        if (!contains({first, first + object.elements}, used)) return false;
    }
    if (!writes_[pc - 1] || constants_.empty()) return true;
    return std::ranges::none_of(constants_, [&](const openmp::AddressRange& range) {
        return range.first < used.end && used.first < range.end;  // it may be between them, too
    });
}

std::uint64_t LaunchTally::segments_of(std::span<const std::int64_t> addresses) {
    std::int64_t last = addresses[0] / openmp::kSegment;
    std::uint64_t count = 1;
    bool ascend = true;
    for (const std::int64_t address : addresses) {
        const std::int64_t segment = address / openmp::kSegment;
        ascend = ascend && last <= segment;
        count += segment != last ? 1 : 0;
        last = segment;
    }
    if (ascend) return count;
    segments_.clear();
    for (const std::int64_t address : addresses) segments_.push_back(address / openmp::kSegment);
    std::ranges::sort(segments_);
    return segments_.size() - std::ranges::unique(segments_).size();
}

// Where threads have steps of their own, each has its own request, also if an engine lets them run together.
void LaunchTally::on_accesses(Label pc, std::uint32_t block, std::span<const std::int64_t> addresses) {
    if (addresses.empty()) return;
    is_good_ = is_good_ && are_good(pc, block, addresses);
    transactions_ += in_lock_step_ ? segments_of(addresses) : addresses.size();
}

std::optional<openmp::Cost> LaunchTally::cost() const {
    if (!is_complete() || !is_good_) return std::nullopt;
    openmp::Cost cost;
    for (std::size_t i = 0; i < counts().size(); ++i) {
        const Count& count = counts()[i];
        const std::uint64_t steps = in_lock_step_ ? count.steps : count.lanes;
        cost.steps += steps;
        if (in_lock_step_) cost.branches_divergent += count.diverged;
        if (is_free_[i]) continue;
        cost.slots += steps;
        cost.active_lanes += count.lanes;
    }
    cost.memory_transactions = transactions_;
    return cost;
}

}  // namespace musimd::kernels::cuda
