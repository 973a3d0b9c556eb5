#include "simulator/debugger/next_rule.hpp"

#include <algorithm>

#include "semantics/models/group_formulas.hpp"

namespace musimd::debugger {
namespace {

/// Keeps the rule of the first group that steps, and who that is; or the trap.
class FirstEvent final : public Observer {
  public:
    void on_step(const StepEvent& event) override {
        if (rule) return;
        rule = event.rule;
        active = event.active;
        pc = event.pc;
    }
    void on_trap(const Trap& t) override { trap = t; }

    std::optional<RuleId> rule;
    ThreadSet active;
    Label pc = 0;
    std::optional<Trap> trap;
};

// The warp with Θ and pc of the group that traps.
Warp at_trap(const Execution& now, std::uint32_t machine, const Trap& trap) {
    Warp warp = now.machine().warp(machine);
    const models::Groups& groups = now.machine().group_warp(machine)->groups;
    if (!trap.threads.empty()) {
        if (const models::Group* group = groups.with(trap.threads.front())) warp.active = group->active;
    }
    warp.pc = trap.pc;
    return warp;
}

}  // namespace

std::optional<FilledRule> next_rule_of_group(const Execution& now, std::uint32_t machine) {
    const models::GroupWarp& groups = *now.machine().group_warp(machine);
    StateNotation values;
    FirstEvent first;
    Execution next(now);
    if (now.trap())
        first.trap = now.trap();
    else if (now.current() == machine)
        next.step(&first);
    if (first.trap) {
        if (first.trap->warp != machine) return std::nullopt;
        const Warp warp = at_trap(now, machine, *first.trap);
        const Failure failure =
            models::failure_of(*first.trap, now.program(), warp, now.machine().memory(), now.options());
        return models::filled_premises(now.program(), {warp, groups.groups, groups.saved}, failure, values,
                                       nullptr);
    }
    if (!first.rule) return std::nullopt;
    Warp warp = now.machine().warp(machine);
    warp.active = first.active;
    warp.pc = first.pc;
    const models::GroupWarp& then = *next.machine().group_warp(machine);
    const models::GroupState after{next.machine().warp(machine), then.groups, then.saved};
    return models::filled_premises(now.program(), {warp, groups.groups, groups.saved}, *first.rule, values,
                                   &after);
}

}  // namespace musimd::debugger
