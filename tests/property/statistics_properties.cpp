// Statistics compared with counts by another observer of the same run.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "semantics/machine.hpp"
#include "simulator/observers/statistics.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests::statistics_properties {
namespace {

// Records the events, and tracks the depth of each warp's stacks by the rules alone.
class Record final : public Observer {
  public:
    struct Step {
        RuleId rule;
        Opcode opcode;
        std::size_t active;
        std::size_t sync_depth;     // after the step
        std::size_t context_depth;  // after the step
        std::vector<std::int64_t> addresses;
    };

    void on_step(const StepEvent& e) override {
        in_order = in_order && e.number == steps.size() + 1;
        Stacks& stacks = warps_[e.warp];
        is_consistent = is_consistent && e.sync_stack.size() == stacks.branches.size() &&
                        e.context_stack.size() == stacks.saved.size();
        follow(stacks, e);
        Step step{
            e.rule, e.instruction().opcode, e.active.size(), stacks.branches.size(), stacks.saved.size(), {}};
        for (const Access& access : e.accesses) step.addresses.push_back(access.address);
        is_consistent =
            is_consistent && e.sync_depth == step.sync_depth && e.context_depth == step.context_depth;
        steps.push_back(std::move(step));
    }

    std::vector<Step> steps;
    bool in_order = true;
    bool is_consistent = true;

  private:
    struct Stacks {
        std::vector<Label> branches;
        std::vector<std::vector<Label>> saved;
    };

    static void follow(Stacks& stacks, const StepEvent& e) {
        switch (e.rule) {
            case RuleId::BT:
            case RuleId::BF:
            case RuleId::BD:
                if (stacks.branches.empty() || stacks.branches.back() != e.pc)
                    stacks.branches.push_back(e.pc);
                return;
            case RuleId::SP:
                stacks.branches.pop_back();
                return;
            case RuleId::EB:
                stacks.saved.push_back(std::exchange(stacks.branches, {}));
                return;
            case RuleId::EE:
                stacks.branches = std::move(stacks.saved.back());
                stacks.saved.pop_back();
                return;
            default:
                return;
        }
    }

    std::map<std::uint32_t, Stacks> warps_;
};

struct Counted {
    Program program;
    std::int64_t segment = 32;
    Result result;
    Record record;
    Statistics statistics;
};

void count(Counted& counted) {
    counted.program = *any_program();
    counted.segment = *rc::gen::element<std::int64_t>(1, 2, 7, 32, 1'000);
    StatisticsObserver observer(counted.program, counted.segment);
    Observers both;
    both.add(observer);
    both.add(counted.record);
    counted.result = run_rules(counted.program, *machine_options(1'000), &both);
    counted.statistics = observer.statistics();
    RC_ASSERT(counted.record.in_order);
    RC_ASSERT(counted.record.is_consistent);
}

template <typename Predicate>
std::uint64_t number_of(const Record& record, Predicate predicate) {
    return static_cast<std::uint64_t>(std::ranges::count_if(record.steps, predicate));
}

std::uint64_t rules_of(const Record& record, std::set<RuleId> rules) {
    return number_of(record, [&](const Record::Step& step) { return rules.contains(step.rule); });
}

std::uint64_t segments_of(const Record::Step& step, std::int64_t segment) {
    std::set<std::int64_t> segments;
    for (const std::int64_t address : step.addresses) segments.insert(address / segment);
    return segments.size();
}

RC_GTEST_PROP(Statistics, StepsAddUp, ()) {
    Counted c;
    count(c);
    const auto& s = c.statistics;
    RC_ASSERT(s.steps == c.result.steps);
    RC_ASSERT(s.steps == c.record.steps.size());
    RC_ASSERT(s.steps == std::accumulate(s.by_instruction.begin(), s.by_instruction.end(), std::uint64_t{0}));
    for (const InstructionInfo& row : instruction_table()) {
        if (counted_as(row.opcode) != row.opcode) continue;
        const auto same = [&](const Record::Step& step) { return counted_as(step.opcode) == row.opcode; };
        RC_ASSERT(s.by_instruction[static_cast<std::size_t>(row.opcode)] == number_of(c.record, same));
        RC_ASSERT(s.figure("by_instruction." + std::string(row.name)).has_value());
    }
    RC_CLASSIFY(c.program.warps > 1, "a grid");
    RC_CLASSIFY(s.steps > 50, "more than 50 steps");
}

RC_GTEST_PROP(Statistics, LanesBranchesAndDepthsAreThoseOfTheRun, ()) {
    Counted c;
    count(c);
    const auto& s = c.statistics;
    std::uint64_t lanes = 0;
    std::uint64_t woken = 0;
    std::size_t sync_depth = 0;
    std::size_t context_depth = 0;
    for (const Record::Step& step : c.record.steps) {
        lanes += step.active;
        woken += step.rule == RuleId::EB ? c.program.threads - step.active : 0;
        sync_depth = std::max(sync_depth, step.sync_depth);
        context_depth = std::max(context_depth, step.context_depth);
    }
    RC_ASSERT(s.active_lane_instructions == lanes);
    RC_ASSERT(s.lanes_woken == woken);
    RC_ASSERT(s.max_sync_depth == sync_depth);
    RC_ASSERT(s.max_context_depth == context_depth);
    RC_ASSERT(s.branches_uniform == rules_of(c.record, {RuleId::BT, RuleId::BF}));
    RC_ASSERT(s.branches_divergent == rules_of(c.record, {RuleId::BD}));
    RC_ASSERT(s.everywhere_blocks == rules_of(c.record, {RuleId::EB}));
    RC_ASSERT(0 < s.simd_efficiency());
    RC_ASSERT(s.simd_efficiency() <= 1);
    RC_CLASSIFY(s.branches_divergent > 0, "diverges");
    RC_CLASSIFY(s.lanes_woken > 0, "wakes lanes");
}

RC_GTEST_PROP(Statistics, MemoryRequestsAndTransactionsAreThoseOfTheRun, ()) {
    Counted c;
    count(c);
    const auto& s = c.statistics;
    const auto memory = [](const Record::Step& step) { return info(step.opcode).memory != MemoryUse::none; };
    std::uint64_t transactions = 0;
    for (const Record::Step& step : c.record.steps) {
        RC_ASSERT(step.addresses.size() == (memory(step) ? step.active : 0U));
        transactions += segments_of(step, c.segment);
    }
    RC_ASSERT(s.memory_requests == number_of(c.record, memory));
    RC_ASSERT(s.memory_transactions == transactions);
    RC_CLASSIFY(transactions > s.memory_requests, "several segments");
}

}  // namespace
}  // namespace musimd::tests::statistics_properties
