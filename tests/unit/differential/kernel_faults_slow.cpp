// Campaigns of kernels against compiled backends with bugs that only inactive lanes, or tails of unrolled
// launches, reveal.

#include <gmock/gmock.h>

#include <csignal>

#include "differential/spmd/campaign/campaign.hpp"
#include "differential/spmd/campaign/stand_alone.hpp"
#include "differential/spmd/campaign/summary.hpp"
#include "differential/spmd/reduce/reduce.hpp"
#include "dsl/walk.hpp"
#include "kernels/compiled/crash_line.hpp"
#include "tests/support/faulty_backends.hpp"

namespace musimd::differential::spmd::kernel_faults_slow {
namespace {

using namespace musimd::kernels;

using ::testing::AnyOf;
using ::testing::HasSubstr;

KernelCampaignRun campaign_against(const Backend& backend, KernelCampaign& campaign) {
    campaign.shape.scalars = 0;
    campaign.shape.nested = 0;
    campaign.batch = *campaign.count;
    campaign.rules_every = 0;
    const auto target = target_of(backend, std::chrono::seconds(2));
    const Target* const targets[] = {target.get()};
    return run_campaign(campaign, targets);
}

TEST(KernelFaults, DivisionsInDormantLanesAreFoundWithTheirLine) {
#ifndef __x86_64__
    GTEST_SKIP() << "a division by 0 raises no signal on this processor";
#endif
    KernelCampaign campaign;
    campaign.count = 24;
    campaign.shape.bits = 32;
    campaign.shape.statements = 6;
    campaign.shape.guarded = 100;
    const KernelCampaignRun run = campaign_against(*support::divides_in_dormant_lanes(), campaign);
    ASSERT_EQ(run.groups.size(), 1U);
    const Group& group = run.groups[0];
    EXPECT_EQ(group.fault, Fault::crash);
    EXPECT_EQ(group.actual.signal, SIGFPE);
    EXPECT_LE(statements(group.smallest.kernel.body), 3U) << description(group, "");
    EXPECT_EQ(group.smallest.elements, 1);
    EXPECT_EQ(group.smallest.unroll, 1);

    ASSERT_TRUE(group.site);
    const std::string source = dsl_source(group);
    EXPECT_THAT(group.site->statement, AnyOf(HasSubstr("k_div("), HasSubstr(" / "))) << source;
    std::istringstream lines(source);
    std::string line;
    for (std::uint32_t i = 0; i < group.site->line; ++i) std::getline(lines, line);
    EXPECT_THAT(line, HasSubstr(group.site->statement));

    const std::string crash = "signal 8 (Floating point exception) at line " +
                              std::to_string(group.site->line) + ": " + group.site->statement;
    EXPECT_THAT(description(group, ""), HasSubstr(crash));
    EXPECT_THAT(table(summarise(campaign, run, {}, "1")), HasSubstr(crash));
    EXPECT_THAT(to_json(summarise(campaign, run, {}, "1")), HasSubstr("\"signal\": 8"));
    EXPECT_THAT(command(campaign, group), HasSubstr("--guarded 100"));
}

TEST(KernelFaults, TailsOfUnrolledLaunchesAreFound) {
    KernelCampaign campaign;
    campaign.count = 64;
    campaign.shape.bits = 32;
    campaign.shape.statements = 3;
    campaign.shape.guarded = 0;
    const KernelCampaignRun run = campaign_against(*support::loses_tails_of_unrolled_launches(), campaign);
    ASSERT_EQ(run.groups.size(), 1U);
    const Group& group = run.groups[0];
    EXPECT_EQ(group.fault, Fault::difference);
    EXPECT_EQ(group.smallest.unroll, 2);
    EXPECT_EQ(group.smallest.elements, 9) << description(group, "");
    EXPECT_THAT(description(group, ""), HasSubstr("unroll = 2"));
    EXPECT_THAT(stand_alone(group, ""), HasSubstr("spmd_launch_kernel_1d(kernel, 32, 2, 9"));
}

}  // namespace
}  // namespace musimd::differential::spmd::kernel_faults_slow
