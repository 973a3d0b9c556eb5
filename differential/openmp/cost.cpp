#include "differential/openmp/cost.hpp"

#include <algorithm>

#include "isa/instruction.hpp"

namespace musimd::differential::openmp {
namespace {

constexpr std::int64_t kSegment = 32;

}  // namespace

Cost& Cost::operator+=(const Cost& other) {
    steps += other.steps;
    slots += other.slots;
    active_lanes += other.active_lanes;
    memory_transactions += other.memory_transactions;
    branches_divergent += other.branches_divergent;
    return *this;
}

double Cost::efficiency(std::uint32_t native_lanes) const {
    if (slots == 0) return 1;
    return static_cast<double>(active_lanes) / (static_cast<double>(slots) * native_lanes);
}

CostObserver::CostObserver(const Program& program, std::uint32_t outside,
                           const std::vector<std::uint32_t>& simd_widths, std::uint32_t native_lanes) {
    std::size_t loop = 0;
    std::vector<std::uint32_t> widths = {outside};
    for (const Instruction& i : program.instructions) {
        const bool opens = i.opcode == Opcode::everywhere;
        const bool closes = i.opcode == Opcode::end_everywhere;
        if (opens) widths.push_back(widths.size() == 1 ? simd_widths.at(loop++) : 1);
        slots_.push_back(opens || closes ? 0 : (widths.back() + native_lanes - 1) / native_lanes);
        if (closes) widths.pop_back();
    }
}

void CostObserver::on_step(const StepEvent& event) {
    cost_.steps += 1;
    cost_.slots += slots_[event.pc - 1];
    if (slots_[event.pc - 1] != 0) cost_.active_lanes += event.active.size();
    if (event.rule == RuleId::BD) cost_.branches_divergent += 1;
    segments_.clear();
    for (const Access& access : event.accesses) segments_.push_back(access.address / kSegment);
    std::ranges::sort(segments_);
    const auto same = std::ranges::unique(segments_);
    cost_.memory_transactions += segments_.size() - same.size();
}

}  // namespace musimd::differential::openmp
