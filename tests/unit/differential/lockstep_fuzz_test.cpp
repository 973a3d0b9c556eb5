// Random kernels of the lockstep model: what they are, the plain run, and campaigns that find planted
// defects.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "differential/harness/campaign_report.hpp"
#include "differential/lockstep/kind.hpp"
#include "differential/lockstep/reduce.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::differential::lockstep::lockstep_fuzz_test {
namespace {

using kernels::lockstep::IndexOrder;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using Kind = Statement::Kind;

const Engine& fast() {
    return *find_engine("fast");
}

LockstepKind kind_of(const Engine& engine, const DrawnShape& shape) {
    return {shape, {{{&engine, ThreadModel::lockstep}, 1}, {{&engine, ThreadModel::volta}, 1}}};
}

harness::CampaignPlan plan_of(std::uint64_t count) {
    harness::CampaignPlan plan;
    plan.count = count;
    plan.batch = 16;
    plan.reports = 1;
    return plan;
}

std::string table(const LockstepKind& kind, const harness::Json& summary) {
    return harness::summary_table(summary, kind.name(), kind.counters());
}

TEST(LockstepFuzz, AKernelIsAFunctionOfItsSeed) {
    EXPECT_EQ(source_of(random_kernel(7)), source_of(random_kernel(7)));
    EXPECT_NE(source_of(random_kernel(7)), source_of(random_kernel(8)));
}

TEST(LockstepFuzz, KernelsWithoutMistakesHaveNoDefect) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const Drawn kernel = random_kernel(seed, {.mutants = 0});
        EXPECT_TRUE(is_well_formed(kernel)) << source_of(kernel);
        EXPECT_EQ(kernel.instances.size(), 8u);
        EXPECT_TRUE(run_plainly(kernel).is_clean()) << seed << "\n" << source_of(kernel);
    }
}

TEST(LockstepFuzz, KernelsHaveWhatTheyAreFor) {
    std::set<Kind> kinds;
    std::set<Atomic> atomics;
    std::set<std::uint32_t> workers;
    std::set<IndexOrder> orders;
    unsigned wrong = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Drawn kernel = random_kernel(seed);
        for_each_statement(kernel.body, [&](const Statement& s) {
            kinds.insert(s.kind);
            if (s.kind == Kind::atomic) atomics.insert(s.atomic);
        });
        for (const Instance& instance : kernel.instances) {
            workers.insert(instance.shape.workers);
            orders.insert(instance.order);
        }
        if (!kernel.mutation.empty() && !run_plainly(kernel).is_clean()) ++wrong;
    }
    EXPECT_EQ(kinds.size(), 11u);
    EXPECT_EQ(atomics.size(), 6u);
    EXPECT_EQ(orders.size(), 3u);
    EXPECT_THAT(workers, Contains(1u));
    EXPECT_THAT(workers, Contains(1024u));
    EXPECT_GT(wrong, 40u);
}

// ---- the plain run

/// s[i] = 7 for each index of a domain of 8; BETWEEN; out[i] = s[(i + 1) % 8] for each of another domain.
Drawn exchange(const Block& between, bool has_simd = false) {
    Drawn kernel;
    kernel.domains = {{8, has_simd}};
    kernel.arrays = {{.name = "out", .space = Array::Space::output, .elements = 8},
                     {.name = "s", .space = Array::Space::shared, .elements = 8}};
    const Expr next = apply(Op::add, {leaf(Op::index), literal(1)});
    kernel.body.push_back(
        {.kind = Kind::for_each, .body = {{.kind = Kind::store, .id = 1, .value = leaf(Op::index)}}});
    kernel.body.insert(kernel.body.end(), between.begin(), between.end());
    kernel.body.push_back({.kind = Kind::for_each,
                           .body = {{.kind = Kind::store, .id = 0, .value = apply(Op::element, {next}, 1)}}});
    kernel.instances = {{{1, 1}}, {{2, 8}}, {{2, 4}}, {{64, 1}}};
    return kernel;
}

TEST(LockstepFuzz, APlainRunComputesWhatIndicesExchange) {
    const PlainRun run = run_plainly(exchange({{.kind = Kind::barrier}}));
    EXPECT_TRUE(run.is_clean());
    EXPECT_THAT(run.elements[0], ElementsAre(1, 2, 3, 4, 5, 6, 7, 0));
}

TEST(LockstepFuzz, WhoMeetsDependsOnTheInstance) {
    const PlainRun plain = run_plainly(exchange({}, true));
    EXPECT_FALSE(plain.meetings[0].workers) << "one worker";
    EXPECT_FALSE(plain.meetings[1].workers) << "one worker has all eight";
    EXPECT_TRUE(plain.meetings[2].workers);
    EXPECT_FALSE(plain.meetings[2].warps);
    EXPECT_TRUE(plain.meetings[3].workers);
    EXPECT_FALSE(plain.is_clean());
}

TEST(LockstepFuzz, APlainRunKnowsWhatNobodyHasWritten) {
    Drawn kernel = exchange({{.kind = Kind::barrier}});
    kernel.body.erase(kernel.body.begin());
    EXPECT_TRUE(run_plainly(kernel).reads_unwritten);
}

TEST(LockstepFuzz, AnAdditionThatDoesNotFitIsNoResult) {
    Drawn kernel = exchange({{.kind = Kind::barrier}});
    kernel.arrays.push_back(
        {.name = "total", .space = Array::Space::total, .elements = 1, .is_signed = true});
    const Statement addition = {
        .kind = Kind::atomic, .id = 2, .index = literal(0), .value = literal(1'000'000'000)};
    for (const unsigned additions : {2U, 3U}) {
        Drawn sums = kernel;
        sums.domains.push_back({additions, false});
        sums.body.push_back({.kind = Kind::for_each, .id = 1, .body = {addition}});
        EXPECT_EQ(run_plainly(sums).overflows, additions == 3);
    }
}

TEST(LockstepFuzz, WhatIsNotUsedIsNotPrinted) {
    Drawn kernel = exchange({{.kind = Kind::barrier}});
    kernel.domains.push_back({3, false});
    kernel.contexts.push_back({1, false});
    kernel.arrays.push_back({.name = "unused", .space = Array::Space::shared});
    EXPECT_EQ(source_of(kernel), source_of(exchange({{.kind = Kind::barrier}})));
}

// ---- campaigns

class LockstepFuzzCampaign : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }
};

TEST_F(LockstepFuzzCampaign, FindsNothingWhereThereIsNothing) {
    const LockstepKind kind = kind_of(fast(), {.mutants = 50});
    const harness::CampaignPlan plan = plan_of(16);
    const auto run = harness::run_campaign(kind, plan);
    EXPECT_EQ(run.cases, 16u);
    EXPECT_EQ(run.counts.at("instances"), 128u);
    EXPECT_EQ(run.runs.at("fast volta"), 16u);
    EXPECT_GT(run.counts.at("wrong"), 1u);
    EXPECT_EQ(run.mismatches, 0u) << table(kind, harness::summary_of(kind, plan, run, "1"));
}

std::uint64_t estimated(const Program& program) {
    return fast().estimated_bytes(program);
}

Engine broken(const char* name, Result (*run)(const Program&, const MachineOptions&, Observer*)) {
    Engine engine = fast();
    engine.name = name;
    engine.run = run;
    engine.estimated_bytes = estimated;
    return engine;
}

// A machine that finds no races.
Result without_races(const Program& program, const MachineOptions& options, Observer* observer) {
    Result result = fast().run(program, options, observer);
    if (result.trap && result.trap->kind == TrapKind::race) {
        result.trap.reset();
        result.outcome = Outcome::stop;
    }
    return result;
}

TEST_F(LockstepFuzzCampaign, ARaceThatIsNotReportedIsAFindingAndTheKernelIsReduced) {
    const Engine engine = broken("blind", without_races);
    const LockstepKind kind = kind_of(engine, {.mutants = 100});
    const harness::CampaignPlan plan = plan_of(8);
    const auto run = harness::run_campaign(kind, plan);
    ASSERT_FALSE(run.findings.empty());
    const harness::Finding<Drawn>& found = run.findings.front();
    EXPECT_EQ(found.fault, Fault::difference);
    EXPECT_THAT(found.message, HasSubstr("expected race"));
    const std::string source = finding_source(kind, plan, found);
    EXPECT_LE(weight_of(found.smallest)[0], 8u) << source;
    EXPECT_THAT(source, HasSubstr("// Found by: musimd fuzz --lockstep --seed "));
    EXPECT_THAT(source, HasSubstr("// musimd: --grid 1 --workers "));
    const harness::Json summary = harness::summary_of(kind, plan, run, "1");
    EXPECT_EQ(summary["findings"][0]["source"], source_of(found.smallest));
    EXPECT_THAT(table(kind, summary), HasSubstr(source_of(found.smallest)));
}

}  // namespace
}  // namespace musimd::differential::lockstep::lockstep_fuzz_test
