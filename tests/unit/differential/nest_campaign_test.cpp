// Random nests, campaigns of them, and the harness of campaigns.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "differential/harness/batch.hpp"
#include "differential/openmp/reduce_nest.hpp"
#include "tests/unit/differential/nest_campaigns.hpp"

namespace musimd::differential::openmp::nest_campaign_test {
namespace {

using namespace musimd::kernels;
using namespace musimd::kernels::openmp;
using namespace nest_campaigns;

using dsl::Statement;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(NestCampaign, FindsNothingWhereThereIsNothing) {
    const Campaign campaign = campaign_of(40);
    const auto rules = machine_target(*find_engine("rules"), kSimd);
    const CampaignRun run = campaign_with(*rules, campaign);
    EXPECT_EQ(run.cases, 40U);
    EXPECT_EQ(run.runs.at("rules simd"), 40U);
    EXPECT_EQ(run.mismatches, 0U);
    EXPECT_THAT(run.findings, IsEmpty());
}

TEST(NestCampaign, RandomNestsReadNoVariableWithoutAValue) {
    for (std::uint64_t seed = 0; seed < 200; ++seed) {
        const NestCase nest = random_nest(seed);
        EXPECT_TRUE(is_well_formed(nest.function)) << c_source(nest, "nest");
    }
}

TEST(NestCampaign, ANestThatReadsAVariableWithoutAValueIsNotWellFormed) {
    dsl::openmp::LoopFunction function;
    function.buffers = {{"a", Type::i32}};
    function.variables = {{"x", dsl::ValueType::number(Type::i32)}};
    Statement declares;
    Statement sets;
    sets.kind = Statement::Kind::set;
    sets.value = dsl::literal(Type::i32, 1);
    Statement stores;
    stores.kind = Statement::Kind::store;
    stores.value = dsl::read(0, function.variables[0].type);
    stores.index = dsl::literal(Type::i32, 0);
    Statement branches;
    branches.kind = Statement::Kind::if_;
    branches.value = dsl::literal(true);
    branches.body = {sets};
    function.body = {declares, branches, stores};
    EXPECT_FALSE(is_well_formed(function));
    function.body[1].otherwise = {sets};
    EXPECT_TRUE(is_well_formed(function));
}

TEST(NestCampaign, TheSummaryHasTheFindings) {
    Campaign campaign = campaign_of(3);
    campaign.seed = 7;
    const NestKind kind({}, {}, 0);
    harness::Finding<NestCase> finding;
    finding.number = 2;
    finding.fault = Fault::difference;
    finding.targets = {"gcc -O3", "fast simd"};
    finding.message = "a0[1] is 2, expected 3";
    finding.smallest = random_nest(1);
    CampaignRun run;
    run.cases = 3;
    run.mismatches = 1;
    run.findings = {finding};
    const harness::Json json = harness::summary_of(kind, campaign, run, "1.0");
    EXPECT_EQ(json.at("nests"), 3);
    EXPECT_EQ(json.at("trips"), 0);
    EXPECT_EQ(json.at("findings").at(0).at("file"), "difference-2-gcc--O3.c");
    EXPECT_EQ(json.at("findings").at(0).at("command"), replay_command(kind, campaign, finding));
    EXPECT_THAT(harness::summary_table(json, kind.name(), kind.counters()),
                HasSubstr("difference: gcc -O3, fast simd (1 nests)\n    a0[1] is 2"));
}

// ---- the harness

harness::CampaignSummary read_back(const harness::Json& json) {
    const auto summary = harness::summary_of_json<harness::CampaignSummary>(json.dump());
    EXPECT_TRUE(summary) << summary.error();
    return *summary;
}

TEST(NestCampaign, SummariesOfShardsAreAddedAndEqualFindingsAreOne) {
    Campaign campaign = campaign_of(6);
    campaign.shards = 2;
    const NestKind kind({}, {}, 0);
    CampaignRun run;
    run.cases = 3;
    run.runs = {{"fast simd", 3}};
    run.counts = {{"trips", 1}};
    run.mismatches = 2;
    run.findings = {{2, Fault::crash, {"fast simd"}, "signal 6", "store", random_nest(1), 2}};
    const harness::Json first = harness::summary_of(kind, campaign, run, "1");
    campaign.shard = 2;
    run.findings[0].targets = {"gcc -O3"};
    const harness::Json second = harness::summary_of(kind, campaign, run, "1");
    const auto all =
        harness::join<harness::CampaignSummary>({{"a", read_back(first)}, {"b", read_back(second)}});
    ASSERT_TRUE(all) << all.error();
    const harness::Json json = all->json();
    EXPECT_EQ(json.at("shards"), harness::Json({1, 2}));
    EXPECT_EQ(json.at("nests"), 6);
    EXPECT_EQ(json.at("runs").at("fast simd"), 6);
    EXPECT_EQ(json.at("trips"), 2);
    EXPECT_EQ(json.at("mismatches"), 4);
    ASSERT_EQ(json.at("findings").size(), 1U);
    EXPECT_EQ(json.at("findings")[0].at("nests"), 4);
    EXPECT_EQ(json.at("findings")[0].at("targets"), harness::Json({"fast simd", "gcc -O3"}));
    EXPECT_EQ(json.at("findings")[0].at("file"), "a/crash-2-fast-simd.c");
    EXPECT_FALSE(harness::join<harness::CampaignSummary>({{"a", read_back(first)}, {"b", read_back(first)}}));
}

TEST(Batch, WhatCrashesOrHangsDoesNotDisturbTheOthers) {
    const auto ends = harness::run_batch(5, [](std::size_t i) -> std::string {
        if (i == 1) std::abort();
        if (i == 3) throw std::runtime_error("crashes as well");
        return std::string(i, 'x');
    });
    ASSERT_EQ(ends.size(), 5U);
    EXPECT_EQ(ends[0].text, "");
    EXPECT_EQ(ends[1].status, SIGABRT);
    EXPECT_EQ(ends[2].text, "xx");
    EXPECT_FALSE(ends[3].ok());
    EXPECT_EQ(ends[4].text, "xxxx");
}

}  // namespace
}  // namespace musimd::differential::openmp::nest_campaign_test
