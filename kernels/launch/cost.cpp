#include "kernels/launch/cost.hpp"

#include "dsl/openmp/loop_function.hpp"

#include <algorithm>

#include "isa/instruction.hpp"

namespace musimd::kernels::openmp {
namespace {

/// Whether the second computes the sum of an atomic update once more: see KernelLowering::fetch.
bool adds_again(const Instruction& first, const Instruction& second) {
    const bool is_sum = second.opcode == Opcode::typed && (second.typed_operation == TypedOperation::addo ||
                                                           second.typed_operation == TypedOperation::subo);
    return first.opcode == Opcode::typed_fetch && is_sum &&
           second.operands[0] == Operand::of(first.destination);
}

/// Whether they check that an index is inside of a local array.
bool checks_index(const Instruction& first, const Instruction& second) {
    return first.opcode == Opcode::typed && first.typed_operation == TypedOperation::lt &&
           second.opcode == Opcode::typed && second.typed_operation == TypedOperation::select &&
           second.operands[0] == Operand::of(first.destination) &&
           second.operands[2] == Operand::constant(dsl::openmp::kOutside);
}

}  // namespace

Cost& Cost::operator+=(const Cost& other) {
    steps += other.steps;
    slots += other.slots;
    active_lanes += other.active_lanes;
    memory_transactions += other.memory_transactions;
    branches_divergent += other.branches_divergent;
    return *this;
}

Cost Cost::times(std::uint64_t n) const {
    return {steps * n, slots * n, active_lanes * n, memory_transactions * n, branches_divergent * n};
}

Cost Cost::more_than(const Cost& once) const {
    return {steps - once.steps, slots - once.slots, active_lanes - once.active_lanes,
            memory_transactions - once.memory_transactions, branches_divergent - once.branches_divergent};
}

double Cost::efficiency(std::uint32_t native_lanes) const {
    if (slots == 0) return 1;
    return static_cast<double>(active_lanes) / (static_cast<double>(slots) * native_lanes);
}

std::vector<std::uint32_t> widths_of_instructions(const Program& program, std::uint32_t outside,
                                                  const std::vector<std::uint32_t>& simd_widths) {
    std::size_t loop = 0;
    std::vector<std::uint32_t> result;
    std::vector<std::uint32_t> widths = {outside};
    const auto width_of_block = [&] {
        if (simd_widths.empty()) return outside;  // no loop, but a block of a kernel
        return widths.size() == 1 ? simd_widths.at(loop++) : 1;
    };
    for (const Instruction& i : program.instructions) {
        if (i.opcode == Opcode::everywhere) widths.push_back(width_of_block());
        result.push_back(widths.back());
        if (i.opcode == Opcode::end_everywhere) widths.pop_back();
    }
    return result;
}

std::vector<bool> free_instructions(const Program& program) {
    const std::vector<Instruction>& all = program.instructions;
    std::vector<bool> result(all.size());
    for (std::size_t k = 0; k < all.size(); ++k) {
        if (all[k].opcode == Opcode::everywhere || all[k].opcode == Opcode::end_everywhere) result[k] = true;
        if (k + 1 == all.size()) break;
        if (checks_index(all[k], all[k + 1])) result[k] = result[k + 1] = true;
        if (adds_again(all[k], all[k + 1])) result[k + 1] = true;
    }
    return result;
}

CostObserver::CostObserver(const Program& program, std::uint32_t outside,
                           const std::vector<std::uint32_t>& simd_widths, std::uint32_t native_lanes) {
    const std::vector<bool> is_free = free_instructions(program);
    for (const std::uint32_t width : widths_of_instructions(program, outside, simd_widths))
        slots_.push_back(is_free[slots_.size()] ? 0 : (width + native_lanes - 1) / native_lanes);
}

void CostObserver::on_step(const StepEvent& event) {
    cost_.steps += 1;
    cost_.slots += slots_[event.pc - 1];
    if (slots_[event.pc - 1] != 0) cost_.active_lanes += event.active.size();
    if (event.rule == RuleId::BD) cost_.branches_divergent += 1;
    if (event.accesses.size() < 2) {
        cost_.memory_transactions += event.accesses.size();
        return;
    }
    segments_.clear();
    for (const Access& access : event.accesses) segments_.push_back(access.address / kSegment);
    std::ranges::sort(segments_);
    const auto same = std::ranges::unique(segments_);
    cost_.memory_transactions += segments_.size() - same.size();
}

}  // namespace musimd::kernels::openmp
