// Campaigns of kernels: planted defects of targets and engines are found, reduced and grouped.

#include <gmock/gmock.h>

#include <csignal>
#include <set>

#include "differential/spmd/campaign/campaign.hpp"
#include "differential/spmd/campaign/stand_alone.hpp"
#include "differential/spmd/campaign/summary.hpp"
#include "differential/spmd/reduce/reduce.hpp"
#include "dsl/walk.hpp"
#include "engines/engines.hpp"
#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "tests/support/faulty_engines.hpp"

namespace musimd::differential::spmd::kernel_fuzz_slow {
namespace {

using namespace musimd::kernels;

using dsl::Block;
using dsl::Kernel;
using dsl::Statement;
using Kind = Statement::Kind;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// ---- a faulty target

void turn_into_breaks(Block& block) {
    for (Statement& s : block) {
        if (s.kind == Kind::continue_) s.kind = Kind::break_;
        for (Block* inner : blocks(s)) turn_into_breaks(*inner);
    }
}

// The machine, except that `continue` acts as `break`.
class TakesContinueForBreak final : public Target {
  public:
    std::string_view name() const override { return "wrong"; }
    std::vector<Run> run(std::span<const KernelCase> tests) const override {
        std::vector<Run> runs;
        for (KernelCase test : tests) {
            turn_into_breaks(test.kernel.body);
            runs.push_back(run_kernel(test, reference_engine()));
        }
        return runs;
    }
};

// `if (q) …` with assignments to conditions, as `if (d) …` and, for lanes that did not run it, `if (!d) c =
// false`.
void forget_conditions(Kernel& kernel, Block& block) {
    Block result;
    for (Statement& s : block) {
        for (Block* inner : blocks(s)) forget_conditions(kernel, *inner);
        std::set<dsl::VariableId> lost;
        for (const Statement& inner : s.body) {
            if (inner.kind == Kind::set && kernel.variables[inner.variable].type.condition)
                lost.insert(inner.variable);
        }
        if (s.kind == Kind::if_ && !lost.empty()) {
            const auto d = static_cast<dsl::VariableId>(kernel.variables.size());
            const auto type = dsl::ValueType::of_condition();
            kernel.variables.push_back({"d" + std::to_string(d), type});
            Statement declare;
            declare.variable = d;
            declare.value = std::exchange(s.value, dsl::read(d, type));
            result.push_back(std::move(declare));
            Statement others;
            others.kind = Kind::if_;
            others.value = dsl::apply(dsl::Function::notl, {dsl::read(d, type)});
            for (const dsl::VariableId c : lost) {
                Statement set;
                set.kind = Kind::set;
                set.variable = c;
                set.value = dsl::literal(false);
                others.body.push_back(std::move(set));
            }
            result.push_back(std::move(s));
            result.push_back(std::move(others));
        } else {
            result.push_back(std::move(s));
        }
    }
    block = std::move(result);
}

// The machine, except that lanes that do not run a k_if lose the conditions that it sets.
class LosesConditions final : public Target {
  public:
    std::string_view name() const override { return "wrong"; }
    std::vector<Run> run(std::span<const KernelCase> tests) const override {
        std::vector<Run> runs;
        for (KernelCase test : tests) {
            forget_conditions(test.kernel, test.kernel.body);
            runs.push_back(run_kernel(test, reference_engine()));
        }
        return runs;
    }
};

std::string outlines(const KernelCampaignRun& run) {
    std::string text;
    for (const Group& group : run.groups) text += group.outline + "\n";
    return text;
}

TEST(KernelCampaign, FindsReducesAndGroupsAPlantedDefect) {
    const TakesContinueForBreak wrong;
    const Target* const targets[] = {&wrong};
    KernelCampaign campaign;
    campaign.count = 800;
    campaign.batch = 800;
    campaign.shape.statements = 14;
    const KernelCampaignRun run = run_campaign(campaign, targets);
    EXPECT_EQ(run.kernels, 800U);
    EXPECT_GE(run.mismatches, 2U);
    ASSERT_EQ(run.groups.size(), 1U) << outlines(run);
    const Group& group = run.groups[0];
    EXPECT_EQ(group.fault, Fault::difference);
    EXPECT_THAT(group.targets, ElementsAre("wrong"));
    EXPECT_THAT(group.outline, HasSubstr("continue"));
    EXPECT_LE(statements(group.smallest.kernel.body), 8U) << description(group, "");
    EXPECT_LE(group.smallest.elements, 2);
    // The smallest kernel shows it, too.
    const auto seen = wrong.run({&group.smallest, 1}).front();
    EXPECT_THAT(differences(group.smallest, group.expected, seen), ::testing::Not(IsEmpty()));
    EXPECT_THAT(stand_alone(group, "a command"), HasSubstr("int main()"));
}

// Wrong in the same way, except for launches as short as the smallest one.
class TakesContinueForBreakInLongLaunches final : public Target {
  public:
    std::string_view name() const override { return "long"; }
    std::vector<Run> run(std::span<const KernelCase> tests) const override {
        std::vector<Run> runs = TakesContinueForBreak().run(tests);
        for (std::size_t i = 0; i < tests.size(); ++i) {
            if (tests[i].elements <= 8) runs[i] = run_kernel(tests[i], reference_engine());
        }
        return runs;
    }
};

TEST(KernelCampaign, GroupsNameAllTargetsThatShowTheDefect) {
    const TakesContinueForBreak wrong;
    const TakesContinueForBreakInLongLaunches only_long;
    const Target* const targets[] = {&wrong, &only_long};
    KernelCampaign campaign;
    campaign.count = 400;
    campaign.batch = 400;
    campaign.shape.statements = 14;
    const KernelCampaignRun run = run_campaign(campaign, targets);
    ASSERT_EQ(run.groups.size(), 1U) << outlines(run);
    EXPECT_LE(run.groups[0].smallest.elements, 8);
    EXPECT_THAT(run.groups[0].targets, ElementsAre("wrong", "long"));
}

TEST(KernelCampaign, ReducesAKernelThatFailsOnSeveralTargetsOnce) {
    const TakesContinueForBreak wrong;
    const Target* const one[] = {&wrong};
    KernelCampaign campaign;
    campaign.count = 400;
    campaign.batch = 400;
    campaign.shape.statements = 14;
    const KernelCampaignRun found = run_campaign(campaign, one);
    ASSERT_FALSE(found.groups.empty());

    const Target* const three[] = {&wrong, &wrong, &wrong};
    campaign.seed = seed_of(campaign, found.groups[0].kernel);
    campaign.count = 1;
    const KernelCampaignRun run = run_campaign(campaign, three);
    EXPECT_EQ(run.mismatches, 3U);
    ASSERT_EQ(run.groups.size(), 1U) << outlines(run);
    EXPECT_EQ(run.groups[0].reduced, 1U);
    EXPECT_EQ(run.groups[0].supposed, 2U);
}

// A lost condition can show in many ways: as a mask, by a branch, by a loop, …
TEST(KernelCampaign, GroupsADefectOnceHoweverItShows) {
    const LosesConditions wrong;
    const Target* const targets[] = {&wrong};
    KernelCampaign campaign;
    campaign.count = 1000;
    campaign.batch = 1000;
    campaign.known = 100;
    const KernelCampaignRun run = run_campaign(campaign, targets);
    EXPECT_GE(run.mismatches, 10U);
    ASSERT_EQ(run.groups.size(), 1U) << outlines(run);
    EXPECT_EQ(run.groups[0].outline, "declare-bool; if { set-bool }; store to_mask");
}

TEST(KernelCampaign, FindsNothingInTheMachineItself) {
    KernelCampaign campaign;
    campaign.count = 50;
    const KernelCampaignRun run = run_campaign(campaign, {});
    EXPECT_EQ(run.kernels, 50U);
    EXPECT_EQ(run.compared, 0U);
    EXPECT_THAT(run.groups, IsEmpty());
}

// ---- a faulty engine

KernelCampaign by_another_engine(const Engine& engine) {
    KernelCampaign campaign;
    campaign.count = 20;
    campaign.rules_every = 1;
    campaign.rules = &engine;
    return campaign;
}

// Runs the assembly of a mismatch on an engine.
Result run_assembly(const Group& group, const Engine& engine) {
    const ReadResult read = read_program(assembly(group, "a command"), "difference.asm");
    EXPECT_EQ(read.errors, "");
    return engine.run(*read.program, {}, nullptr);
}

TEST(KernelCampaign, ReportsEngineMismatchesLikeTargetMismatches) {
    const KernelCampaign campaign = by_another_engine(support::faulty::kLosesMemory);
    const KernelCampaignRun run = run_campaign(campaign, {});
    EXPECT_EQ(run.mismatches, 20U);
    ASSERT_FALSE(run.groups.empty());
    const Group& group = run.groups[0];
    EXPECT_EQ(group.fault, Fault::difference);
    EXPECT_EQ(group.engine, "loses");
    EXPECT_THAT(group.targets, ElementsAre("loses"));
    EXPECT_LE(statements(group.smallest.kernel.body), 2U) << description(group, "");
    EXPECT_EQ(command(campaign, group), "musimd fuzz --dsl --backends none --seed " +
                                            std::to_string(seed_of(campaign, group.kernel)) + " --count 1");
    EXPECT_THAT(assembly(group, "a command"),
                HasSubstr("; musimd fuzz --dsl: the engines fast and loses differ"));
    EXPECT_NE(run_assembly(group, reference_engine()).memory,
              run_assembly(group, support::faulty::kLosesMemory).memory);
}

// For programs that branch.
Result stop_early(const Program& program, const MachineOptions& options, Observer* observer) {
    MachineOptions fewer = options;
    const bool branches = std::ranges::any_of(program.instructions, [](const Instruction& i) {
        return i.opcode == Opcode::bz || i.opcode == Opcode::bnz;
    });
    if (branches) fewer.max_steps = 1;
    return run_rules(program, fewer, observer);
}

TEST(KernelCampaign, ReportsAnEngineWithAnotherOutcome) {
    const Engine early = {
        .name = "early", .meaning = "", .run = stop_early, .estimated_bytes = Machine::estimated_bytes};
    const KernelCampaign campaign = by_another_engine(early);
    const KernelCampaignRun run = run_campaign(campaign, {});
    EXPECT_GE(run.mismatches, 10U);
    ASSERT_FALSE(run.groups.empty());
    const Group& group = run.groups[0];
    EXPECT_EQ(group.fault, Fault::ending);
    EXPECT_THAT(assembly(group, ""), HasSubstr(";   early: the step limit"));
    EXPECT_THAT(description(group, ""), HasSubstr("the step limit"));
    EXPECT_THAT(to_json(summarise(campaign, run, {}, "1")), HasSubstr("\"fault\": \"another ending\""));
}

TEST(KernelCampaign, ReportsAnEngineThatCrashesAndContinues) {
    KernelCampaign campaign = by_another_engine(support::faulty::kAbortsAtBranches);
    campaign.count = 3;
    const KernelCampaignRun run = run_campaign(campaign, {});
    EXPECT_EQ(run.kernels, 3U);
    EXPECT_GE(run.mismatches, 1U);
    ASSERT_EQ(run.groups.size(), 1U);
    const Group& group = run.groups[0];
    EXPECT_EQ(group.fault, Fault::crash);
    EXPECT_EQ(group.actual.signal, SIGABRT);
    EXPECT_THAT(group.targets, ElementsAre("aborts"));
    EXPECT_LE(statements(group.smallest.kernel.body), 3U) << description(group, "");
    EXPECT_THAT(assembly(group, ""), HasSubstr(";   aborts: signal 6 (Aborted)\n"));
}

// ---- shards

TEST(KernelCampaign, ShardsAreTheCampaign) {
    KernelCampaign campaign = by_another_engine(support::faulty::kLosesMemory);
    const KernelCampaignRun whole = run_campaign(campaign, {});
    std::vector<harness::Part<KernelSummary>> parts;
    for (campaign.shards = 3; campaign.shard <= 3; ++campaign.shard) {
        const KernelCampaignRun run = run_campaign(campaign, {});
        const std::string text = to_json(summarise(campaign, run, {}, "1"));
        const auto read = harness::summary_of_json<KernelSummary>(text);
        ASSERT_TRUE(read.has_value()) << read.error();
        EXPECT_EQ(to_json(*read), text);
        parts.push_back({"part-" + std::to_string(campaign.shard), *read});
    }
    const auto all = harness::join(std::move(parts));
    ASSERT_TRUE(all.has_value()) << all.error();
    EXPECT_EQ(all->kernels, whole.kernels);
    EXPECT_EQ(all->mismatches, whole.mismatches);
    EXPECT_THAT(all->shards, ElementsAre(1, 2, 3));
    // All parts found the same defect.
    ASSERT_EQ(all->groups.size(), 1U) << to_json(*all);
    const harness::Json& group = all->groups[0];
    EXPECT_EQ(group.at("files"), "part-1/01-difference-loses");
    EXPECT_EQ(group.at("reduced").get<int>() + group.at("supposed").get<int>(), 20);
    EXPECT_THAT(table(*all), AllOf(HasSubstr("all 3 shards\n"), HasSubstr("in 1 groups"),
                                   HasSubstr("part-1/01-difference-loses: difference with loses")));
}

// ---- a backend

TEST(KernelCampaign, TheScalarBackendAgreesWithTheMachine) {
    for (const auto& backend : all_backends()) {
        if (backend->name() != "scalar") continue;
        if (const auto there = backend->available(); !there) GTEST_SKIP() << there.error();
        const auto target = target_of(*backend, std::chrono::minutes(10));
        const Target* const targets[] = {target.get()};
        KernelCampaign campaign;
        campaign.count = 40;
        campaign.seed = 11;
        const KernelCampaignRun run = run_campaign(campaign, targets);
        EXPECT_EQ(run.compared, 40U);
        EXPECT_THAT(run.groups, IsEmpty()) << description(run.groups.front(), "");
        return;
    }
    FAIL() << "there is no scalar backend";
}

}  // namespace
}  // namespace musimd::differential::spmd::kernel_fuzz_slow
