// Campaigns of random kernels of the lockstep model find planted defects.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "differential/harness/campaign_report.hpp"
#include "differential/lockstep/kind.hpp"
#include "differential/lockstep/reduce.hpp"
#include "kernels/launch/front_end.hpp"
#include "tests/unit/differential/broken_engines.hpp"

namespace musimd::differential::lockstep::lockstep_fuzz_slow {
namespace {

using namespace broken_engines;
using testing::HasSubstr;

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
}  // namespace musimd::differential::lockstep::lockstep_fuzz_slow
