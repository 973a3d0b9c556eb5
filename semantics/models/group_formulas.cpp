#include "semantics/models/group_formulas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "semantics/models/policy.hpp"

namespace musimd::models {
namespace {

// Whether a premise of section 4 is about Π, which warps of groups do not have.
bool is_about_stack(std::string_view schema) {
    return schema.starts_with("push(") || schema.starts_with("resume(") ||
           schema.find("Π") != std::string_view::npos;
}

// What a rule requires of the other groups.
enum class Company : std::uint8_t { any, alone, all };

Company company_of(RuleId rule, const Program& program, const GroupState& before) {
    const bool waits = policy_of(program.model).barrier == Policy::Barrier::waits;
    if (rule == RuleId::BR && !waits) return Company::alone;
    if (rule == RuleId::BB && !waits) return Company::all;
    const bool is_in_block = !before.warp.context_stack.empty();
    return rule == RuleId::EE || (rule == RuleId::STOP && is_in_block) ? Company::alone : Company::any;
}

FilledPremise premise(std::string_view schema, std::string filled, bool holds = true) {
    return {schema, {std::move(filled)}, holds};
}

// Λ: of each block what is restored, and Θ_mask.
std::string blocks(const GroupState& state, StateNotation& notation) {
    std::string text;
    ContextStack rest = state.warp.context_stack;
    for (auto saved = state.saved.rbegin(); saved != state.saved.rend() && !rest.empty(); ++saved, rest.pop())
        text +=
            fmt::format("({}, {}) : ", notation.groups(saved->groups), notation.threads(rest.top().active));
    return text + "∅";
}

/// For the premises of section 4: there is no Π, and Λ is that of groups.
class NotationOfGroups final : public StateNotation {
  public:
    NotationOfGroups(StateNotation& notation, std::string blocks)
        : notation_(notation), blocks_(std::move(blocks)) {}
    std::string threads(const ThreadSet& set) override { return notation_.threads(set); }
    std::string state_threads(const ThreadSet& set) override { return notation_.state_threads(set); }
    std::string sync_stack(const SyncStack&) override { return "∅"; }
    std::string context_stack(const ContextStack&) override { return blocks_; }
    std::string bank() override { return notation_.bank(); }
    std::string memory() override { return notation_.memory(); }
    std::string next_bank() override { return notation_.next_bank(); }
    std::string next_memory() override { return notation_.next_memory(); }

  private:
    StateNotation& notation_;
    std::string blocks_;
};

// `({0, 2}, 5, (4, 9, {0-3}, ∅) : ∅) ∈ G₁`. Of several groups that step together, G has only the first one
// before its step.
FilledPremise member(const GroupState& before, StateNotation& notation) {
    const auto is_it = [&](const Group& group) {
        return group.pc == before.warp.pc && !before.warp.active.empty() &&
               group.active.contains(before.warp.active.front());
    };
    const auto found = std::ranges::find_if(before.groups.list, is_it);
    const std::string group = fmt::format("{}, {}", notation.threads(before.warp.active), before.warp.pc);
    if (found == before.groups.list.end())
        return premise("(Θ, pc, J) ∈ G", fmt::format("({}, J) \"steps with the group before\"", group));
    return premise("(Θ, pc, J) ∈ G",
                   fmt::format("({}, {}) ∈ {}", group, notation.joins(before.groups, *found),
                               notation.groups(before.groups)));
}

}  // namespace

std::string state_formula(const GroupState& state, StateNotation& notation) {
    return fmt::format("M({}, {}, {}, {}, P)", notation.groups(state.groups), notation.bank(),
                       notation.memory(), blocks(state, notation));
}

FilledRule filled_premises(const Program& program, const GroupState& before, const Step& outcome,
                           StateNotation& notation, const GroupState* after) {
    NotationOfGroups of_groups(notation, blocks(before, notation));
    Warp alone = before.warp;
    alone.sync_stack = {};
    FilledRule rule = musimd::filled_premises(program, alone, outcome, of_groups,
                                              after == nullptr ? nullptr : &after->warp);
    std::erase_if(rule.premises, [](const FilledPremise& p) { return is_about_stack(p.schema); });
    const Company company = company_of(rule.rule, program, before);
    if (company != Company::all)
        std::erase_if(rule.premises, [](const FilledPremise& p) { return p.schema == "Θ = Θ_all"; });
    if (company == Company::alone)
        rule.premises.push_back(
            premise("\"the group is alone\"", "\"the group is alone\"", before.groups.is_alone()));
    rule.premises.insert(rule.premises.begin(), member(before, notation));
    if (after != nullptr) {
        const std::string then = notation.groups(after->groups);
        if (then != notation.groups(before.groups))
            rule.premises.push_back(
                premise("G → G'", fmt::format("{} → {}", notation.groups(before.groups), then)));
    }
    rule.schema = nullptr;  // that of section 4 is about Π
    rule.conclusion = state_formula(before, notation) + " ⇓ R";
    return rule;
}

Failure failure_of(const Trap& trap, const Program& program, const Warp& warp, const Memory& memory,
                   const MachineOptions& options) {
    Failure failure{.kind = trap.kind, .rule = trap.rule};
    if (!trap.threads.empty()) failure.thread = trap.threads.front();
    const bool is_data = warp.pc < program.end() && info(program.at(warp.pc).opcode).family == Family::data;
    if (!is_data || is_collective(program.at(warp.pc).opcode)) return failure;
    const Step predicted = rule_of_next_step(program, warp, memory, options);
    const auto* exact = std::get_if<Failure>(&predicted);
    return exact != nullptr && exact->kind == trap.kind ? *exact : failure;
}

}  // namespace musimd::models
