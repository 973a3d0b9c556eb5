#include "views/trace/filter.hpp"

#include <algorithm>

namespace musimd::views::trace {
namespace {

bool have_common_rule(RuleSet a, RuleSet b) {
    for (std::size_t r = 0; r < kRuleCount; ++r) {
        if (a.contains(static_cast<RuleId>(r)) && b.contains(static_cast<RuleId>(r))) return true;
    }
    return false;
}

}  // namespace

bool contains(const Ranges& ranges, std::uint64_t number) {
    return std::ranges::any_of(
        ranges, [&](const auto& range) { return range.first <= number && number <= range.second; });
}

bool Filter::allows(const StepEvent& e) const {
    if (e.number < from || e.number > until) return false;
    if (warps && !contains(*warps, e.warp)) return false;
    if (pcs && !contains(*pcs, e.pc)) return false;
    if (lines && !contains(*lines, e.instruction().line)) return false;
    if (rules && !have_common_rule(*rules, e.rules)) return false;
    return !threads || !e.active.all_of([&](Thread t) { return !contains(*threads, t); });
}

void Filtered::on_step(const StepEvent& event) {
    number_ = event.number;
    if (filter_.allows(event)) observer_.on_step(event);
}

bool Filtered::allows_now(std::uint32_t warp) const {
    return number_ + 1 >= filter_.from && number_ < filter_.until &&
           (!filter_.warps || contains(*filter_.warps, warp));
}

void Filtered::on_wait(std::uint32_t warp) {
    if (allows_now(warp)) observer_.on_wait(warp);
}

void Filtered::on_failing_state(const StepEvent& state) {
    if (allows_now(state.warp)) observer_.on_failing_state(state);
}

void Filtered::on_trap(const Trap& trap) {
    if (allows_now(trap.warp)) observer_.on_trap(trap);
}

}  // namespace musimd::views::trace
