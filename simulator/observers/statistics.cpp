#include "simulator/observers/statistics.hpp"

#include <algorithm>

#include "simulator/observers/memory_requests.hpp"

namespace musimd {

namespace {

struct Count {
    std::string_view name;
    std::uint64_t Statistics::*member;
    bool is_maximum = false;  ///< else a sum
};

constexpr Count kCounts[] = {
    {"steps", &Statistics::steps},
    {"active_lane_instructions", &Statistics::active_lane_instructions},
    {"branches_uniform", &Statistics::branches_uniform},
    {"branches_divergent", &Statistics::branches_divergent},
    {"max_sync_depth", &Statistics::max_sync_depth, true},
    {"max_context_depth", &Statistics::max_context_depth, true},
    {"everywhere_blocks", &Statistics::everywhere_blocks},
    {"lanes_woken", &Statistics::lanes_woken},
    {"memory_requests", &Statistics::memory_requests},
    {"memory_transactions", &Statistics::memory_transactions},
    {"block_barriers", &Statistics::block_barriers},
    {"collectives", &Statistics::collectives},
    {"fences", &Statistics::fences},
    {"exits", &Statistics::exits},
    {"waits", &Statistics::waits},
    {"shared_requests", &Statistics::shared_requests},
    {"shared_transactions", &Statistics::shared_transactions},
};

}  // namespace

void Statistics::add(const Statistics& other) {
    for (const Count& count : kCounts) {
        std::uint64_t& mine = this->*count.member;
        mine = count.is_maximum ? std::max(mine, other.*count.member) : mine + other.*count.member;
    }
    for (std::size_t i = 0; i < by_instruction.size(); ++i) by_instruction[i] += other.by_instruction[i];
}

double Statistics::simd_efficiency() const {
    if (steps == 0) return 1.0;
    return static_cast<double>(active_lane_instructions) /
           (static_cast<double>(steps) * static_cast<double>(threads));
}

std::optional<double> Statistics::figure(std::string_view name) const {
    if (name == "simd_efficiency") return simd_efficiency();
    const auto found = std::ranges::find(kCounts, name, &Count::name);
    if (found != std::end(kCounts)) return static_cast<double>(this->*found->member);
    constexpr std::string_view kPrefix = "by_instruction.";
    if (!name.starts_with(kPrefix)) return std::nullopt;
    for (const InstructionInfo& row : instruction_table()) {
        if (row.name == name.substr(kPrefix.size()) && counted_as(row.opcode) == row.opcode) {
            return static_cast<double>(by_instruction[static_cast<std::size_t>(row.opcode)]);
        }
    }
    return std::nullopt;
}

void StatisticsObserver::on_step(const StepEvent& e) {
    Statistics& s = statistics_;
    s.steps += 1;
    s.active_lane_instructions += e.active.size();
    s.branches_uniform += e.rule == RuleId::BT || e.rule == RuleId::BF ? 1 : 0;
    s.branches_divergent += e.rule == RuleId::BD ? 1 : 0;
    s.max_sync_depth = std::max<std::uint64_t>(s.max_sync_depth, e.sync_depth);
    s.max_context_depth = std::max<std::uint64_t>(s.max_context_depth, e.context_depth);
    if (e.rule == RuleId::EB) {
        s.everywhere_blocks += 1;
        s.lanes_woken += uses_blocks_ ? e.woken : s.threads - e.active.size();
    }
    if (uses_blocks_) count_blocks(e);
    s.by_instruction[static_cast<std::size_t>(counted_as(e.instruction().opcode))] += 1;
    if (e.accesses.empty()) return;

    take_addresses(e, max_address_, segments_);
    if (segments_.size() < e.accesses.size()) count_shared(e);
    if (segments_.empty()) return;
    s.memory_requests += 1;
    s.memory_transactions += count_segments(segments_, segment_);
}

void StatisticsObserver::count_blocks(const StepEvent& e) {
    Statistics& s = statistics_;
    s.block_barriers += e.opens ? 1 : 0;
    s.collectives += e.groups;
    s.fences += e.instruction().opcode == Opcode::fence ? 1 : 0;
    s.exits += e.rule == RuleId::EX ? e.active.size() : 0;
}

// The words of one bank are accessed one after the other.
void StatisticsObserver::count_shared(const StepEvent& e) {
    constexpr std::int64_t kBanks = 32;
    take_shared_offsets(e, max_address_, shared_);
    statistics_.shared_requests += 1;
    statistics_.shared_transactions += count_passes(shared_, kBanks);
}

}  // namespace musimd
