#include "differential/programs/campaign/campaign.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "differential/programs/campaign/report.hpp"
#include "differential/programs/campaign/summary.hpp"
#include "engines/engines.hpp"
#include "isa/printer.hpp"
#include "tests/support/faulty_engines.hpp"
#include "tests/support/programs.hpp"

namespace musimd::differential::campaign_test {
namespace {

namespace faulty = support::faulty;
using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

Campaign campaign_of(std::uint64_t count, std::vector<Engine> with) {
    Campaign campaign;
    campaign.seed = 7;
    campaign.count = count;
    campaign.engines = std::move(with);
    campaign.engines.insert(campaign.engines.begin(), *find_engine("rules"));
    return campaign;
}

CampaignRun run_with(const Campaign& campaign, unsigned jobs) {
    CampaignOptions options;
    options.jobs = jobs;
    return run_campaign(campaign, options);
}

bool uses(const Campaign& campaign, std::uint64_t k, Opcode opcode) {
    const Program program = case_of(campaign, k)->program;
    return std::ranges::find(program.instructions, opcode, &Instruction::opcode) !=
           program.instructions.end();
}

std::vector<std::uint64_t> programs_with(const Campaign& campaign, Opcode opcode) {
    std::vector<std::uint64_t> list;
    for (std::uint64_t k = 0; k < *campaign.count; ++k) {
        if (uses(campaign, k, opcode)) list.push_back(k);
    }
    return list;
}

std::vector<std::uint64_t> programs_of(const std::vector<Mismatch>& mismatches) {
    std::vector<std::uint64_t> list;
    for (const Mismatch& mismatch : mismatches) list.push_back(mismatch.program);
    return list;
}

std::string json_of(const Campaign& campaign, const CampaignRun& run) {
    std::vector<Report> reports;
    for (const Mismatch& mismatch : run.mismatches) reports.push_back(brief_report(campaign, mismatch));
    return to_json(summarise(campaign, "1.0", run, reports));
}

// ---- small programs

Campaign small_campaign(int longest, std::vector<Engine> with) {
    Campaign campaign = campaign_of(0, std::move(with));
    campaign.small.emplace(longest);
    campaign.count = campaign.small->count();
    return campaign;
}

TEST(SmallCampaigns, FindTheProgramsOnWhichAnEngineIsWrong) {
    const Campaign campaign = small_campaign(2, {faulty::kMiscountsShuffles});
    const CampaignRun run = run_with(campaign, 2);
    ASSERT_THAT(run.mismatches, Not(IsEmpty()));
    for (const Mismatch& mismatch : run.mismatches) {
        EXPECT_TRUE(uses(campaign, mismatch.program, Opcode::shfl)) << mismatch.program;
    }
    const Report report = full_report(campaign, run.mismatches.front());
    EXPECT_THAT(report.message, Not(IsEmpty()));
    EXPECT_THAT(report.text, HasSubstr(report.again));
    EXPECT_EQ(support::read(report.text).instructions,
              case_of(campaign, report.mismatch.program)->program.instructions);

    Campaign again = campaign;  // what the command in the report runs
    again.shard = report.mismatch.program + 1;
    again.shards = *campaign.count;
    EXPECT_EQ(programs_of(run_with(again, 1).mismatches), std::vector{report.mismatch.program});
}

// ---- the programs of a campaign

TEST(Campaign, TakesAllProfilesInTurnUnlessOneIsNamed) {
    Campaign campaign = campaign_of(100, {});
    for (std::uint64_t k = 0; k < 2 * kProfileCount; ++k)
        EXPECT_EQ(profile_of(campaign, k), profiles()[k % kProfileCount].profile);
    campaign.profile = Profile::soup;
    EXPECT_EQ(profile_of(campaign, 5), Profile::soup);
}

TEST(Campaign, CanRepeatEachProgramAsACampaignOfOne) {
    const Campaign campaign = campaign_of(100, {});
    for (const std::uint64_t k : {0U, 1U, 40U, 99U}) {
        Campaign one = campaign_of(1, {});
        one.profile = profile_of(campaign, k);
        one.seed = seed_of(campaign, k);
        const Case again = *case_of(one, 0);
        const Case before = *case_of(campaign, k);
        EXPECT_EQ(print(again.program), print(before.program));
        EXPECT_EQ(again.options.seed, before.options.seed);
        EXPECT_EQ(again.options.order, before.options.order);
    }
}

TEST(Campaign, HasSeedsThatNeighboursDoNotShare) {
    std::set<std::uint64_t> seeds;
    for (std::uint64_t seed = 0; seed < 10; ++seed) {
        Campaign campaign;
        campaign.seed = seed;
        for (std::uint64_t k = 0; k < 1'000; ++k) seeds.insert(seed_of(campaign, k));
    }
    EXPECT_EQ(seeds.size(), 10'000U);
}

TEST(Campaign, ObservesAQuarterOfEachProfileOnEveryEngine) {
    for (std::uint64_t profile = 0; profile < kProfileCount; ++profile) {
        int observed = 0;
        for (std::uint64_t k = profile; k < 400 * kProfileCount; k += kProfileCount)
            observed += observes_all(k) ? 1 : 0;
        EXPECT_EQ(observed, 100);
    }
    EXPECT_TRUE(observes_all(0));  // a program that is run again on its own
}

// ---- runs

TEST(RunCampaign, FindsNothingWhenEnginesAgree) {
    constexpr std::uint64_t kPrograms = 40 * kProfileCount;
    const Campaign campaign = campaign_of(kPrograms, {*find_engine("fast")});
    const CampaignRun run = run_with(campaign, 2);
    EXPECT_THAT(run.mismatches, IsEmpty());
    EXPECT_FALSE(run.interrupted);
    EXPECT_EQ(run.tally.programs, kPrograms);
    EXPECT_THAT(run.tally.profiles, Each(40U));
    std::uint64_t ended = run.tally.stops + run.tally.limits;
    for (const std::uint64_t count : run.tally.traps) ended += count;
    EXPECT_EQ(ended, kPrograms);
    EXPECT_GT(run.tally.rules[static_cast<std::size_t>(RuleId::BD)], 50U);
}

TEST(RunCampaign, FindsEveryProgramThatAFaultyEngineGetsWrong) {
    const Campaign campaign = campaign_of(200, {faulty::kMiscountsShuffles});
    const auto expected = programs_with(campaign, Opcode::shfl);
    ASSERT_FALSE(expected.empty());
    const CampaignRun run = run_with(campaign, 3);
    EXPECT_EQ(programs_of(run.mismatches), expected);
    EXPECT_EQ(run.tally.differences, expected.size());
    EXPECT_EQ(run.tally.programs, 200U);
}

void expect_crashes(const Campaign& campaign) {
    const auto expected = programs_with(campaign, Opcode::atomic_inc);
    ASSERT_FALSE(expected.empty());
    const CampaignRun run = run_with(campaign, 2);
    EXPECT_EQ(programs_of(run.mismatches), expected);
    for (const Mismatch& mismatch : run.mismatches) {
        EXPECT_EQ(mismatch.kind, Fault::crash);
        EXPECT_EQ(mismatch.engine, 1U);
        EXPECT_EQ(mismatch.ending, "signal 6 (Aborted)");
    }
    EXPECT_EQ(run.tally.crashes, expected.size());
    EXPECT_EQ(run.tally.programs, *campaign.count);
}

TEST(RunCampaign, ContinuesAfterAnEngineThatCrashes) {
    expect_crashes(campaign_of(120, {faulty::kAborts}));
    Campaign few = campaign_of(4, {faulty::kThrows});  // each reports its exception on standard error
    few.profile = Profile::atomics;
    expect_crashes(few);
}

TEST(RunCampaign, KillsAnEngineThatHangs) {
    Campaign campaign = campaign_of(12, {faulty::kHangs});
    campaign.profile = Profile::grids;
    const auto expected = programs_with(campaign, Opcode::barrier);
    ASSERT_FALSE(expected.empty());
    CampaignOptions options;
    options.jobs = 12;
    options.limit = std::chrono::seconds(5);  // also of programs that end
    const CampaignRun run = run_campaign(campaign, options);
    EXPECT_EQ(programs_of(run.mismatches), expected);
    EXPECT_THAT(run.mismatches, Each(AllOf(Field(&Mismatch::kind, Fault::hang),
                                           Field(&Mismatch::engine, testing::Optional(1U)))));
    EXPECT_EQ(run.tally.programs, 12U);
}

TEST(RunCampaign, DoesNotDependOnTheNumberOfJobs) {
    const Campaign campaign = campaign_of(150, {faulty::kMiscountsShuffles, faulty::kAborts});
    const std::string alone = json_of(campaign, run_with(campaign, 1));
    EXPECT_EQ(json_of(campaign, run_with(campaign, 2)), alone);
    EXPECT_EQ(json_of(campaign, run_with(campaign, 8)), alone);
    EXPECT_NE(json_of(campaign_of(151, {faulty::kMiscountsShuffles}), {}), alone);
}

TEST(RunCampaign, StopsWhenItIsInterrupted) {
    const Campaign campaign = campaign_of(1'000'000'000, {*find_engine("fast")});
    CampaignOptions options;
    options.jobs = 2;
    std::uint64_t done = 0;
    options.progress = [&](const std::string& text) {
        EXPECT_THAT(text, AllOf(HasSubstr(" programs, "), HasSubstr(" a second, 0 findings")));
        done = std::stoull(text);
    };
    options.interrupted = [&] { return done > 100; };
    const CampaignRun run = run_campaign(campaign, options);
    EXPECT_TRUE(run.interrupted);
    EXPECT_GT(run.tally.programs, 100U);
    EXPECT_LT(run.tally.programs, 1'000'000'000U);
}

TEST(RunCampaign, EndsAfterItsSeconds) {
    Campaign campaign = campaign_of(1, {*find_engine("fast")});
    campaign.count.reset();
    campaign.seconds = 1;
    const CampaignRun run = run_with(campaign, 1);
    EXPECT_FALSE(run.interrupted);
    EXPECT_GT(run.tally.programs, 10U);
}

// ---- shards

TEST(Shards, TogetherAreTheCampaign) {
    Campaign campaign = campaign_of(100, {faulty::kMiscountsShuffles});
    const CampaignRun whole = run_with(campaign, 1);
    std::vector<harness::Part<Summary>> parts;
    for (campaign.shards = 3, campaign.shard = 1; campaign.shard <= 3; ++campaign.shard) {
        const CampaignRun run = run_with(campaign, 1);
        const auto third = run.tally.programs;
        EXPECT_TRUE(third == 33 || third == 34) << third;
        std::vector<Report> reports;
        for (const Mismatch& mismatch : run.mismatches) reports.push_back(brief_report(campaign, mismatch));
        parts.push_back({"part", summarise(campaign, "1.0", run, reports)});
    }
    const auto all = harness::join(std::move(parts));
    ASSERT_TRUE(all.has_value()) << all.error();
    EXPECT_EQ(all->tally, whole.tally);
    EXPECT_THAT(all->shards, ElementsAre(1, 2, 3));
    std::vector<std::uint64_t> programs;
    for (const auto& mismatch : all->mismatches) programs.push_back(mismatch.at("program"));
    EXPECT_EQ(programs, programs_of(whole.mismatches));
}

TEST(Shards, BeyondTheProgramsAreEmpty) {
    Campaign campaign = campaign_of(2, {*find_engine("fast")});
    campaign.shards = campaign.shard = 5;
    EXPECT_EQ(run_with(campaign, 2).tally.programs, 0U);
}

// ---- reports

TEST(Report, ShowsAReducedProgramThatStillDiffers) {
    const Campaign campaign = campaign_of(100, {faulty::kMiscountsShuffles});
    const CampaignRun run = run_with(campaign, 1);
    ASSERT_FALSE(run.mismatches.empty());
    const Report report = full_report(campaign, run.mismatches[0]);
    EXPECT_THAT(report.message, HasSubstr("steps: "));
    EXPECT_THAT(report.file, AllOf(testing::StartsWith("difference-"), testing::EndsWith(".asm")));
    EXPECT_THAT(report.text, AllOf(HasSubstr("the engines rules,miscounts differ"), HasSubstr(report.again),
                                   HasSubstr("--engine miscounts"), HasSubstr("; result of rules\n;   {")));
    EXPECT_THAT(report.again, HasSubstr("--count 1 --engines rules,miscounts"));

    const Program left = support::read(report.text);
    ASSERT_EQ(left.instructions.size(), 1U) << report.text;
    EXPECT_EQ(left.at(1).opcode, Opcode::shfl);
    EXPECT_EQ(report.outline, "shfl");
}

TEST(Report, RefersToLinesOfItsOwnText) {
    const Campaign campaign = campaign_of(100, {faulty::kAborts});
    const CampaignRun run = run_with(campaign, 1);
    ASSERT_FALSE(run.mismatches.empty());
    const Report report = full_report(campaign, run.mismatches[0]);
    const Result again = find_engine("rules")->run(support::read(report.text), {}, nullptr);
    ASSERT_TRUE(again.trap.has_value());  // nothing defined what is incremented
    EXPECT_GT(again.trap->line, 10U);
    EXPECT_THAT(report.text, HasSubstr("\"line\":" + std::to_string(again.trap->line)));
}

TEST(Report, SaysHowToReproduceWhatOnlyObserversSee) {
    const Campaign campaign = campaign_of(100, {faulty::kWrongIfWatched});
    const CampaignRun run = run_with(campaign, 1);
    ASSERT_FALSE(run.mismatches.empty());
    EXPECT_THAT(full_report(campaign, run.mismatches[0]).text, HasSubstr(" --stats\n"));
}

TEST(Report, ShowsAReducedProgramThatStillCrashes) {
    const Campaign campaign = campaign_of(100, {faulty::kAborts});
    const CampaignRun run = run_with(campaign, 1);
    ASSERT_FALSE(run.mismatches.empty());
    const Report report = full_report(campaign, run.mismatches[0]);
    EXPECT_EQ(report.message, "aborts: signal 6 (Aborted)\n");
    EXPECT_THAT(report.text, HasSubstr("; result of aborts\n;   signal 6 (Aborted)\n"));
    const Program left = support::read(report.text);
    ASSERT_EQ(left.instructions.size(), 1U) << report.text;
    EXPECT_EQ(left.at(1).opcode, Opcode::atomic_inc);
}

TEST(Report, KeepsAProgramThatHangsAsItIs) {
    Campaign campaign = campaign_of(12, {faulty::kHangs});
    campaign.profile = Profile::grids;
    const std::uint64_t k = programs_with(campaign, Opcode::barrier).at(0);
    const Report report = full_report(campaign, {k, Fault::hang, 1, "no end"});
    EXPECT_EQ(support::read(report.text).instructions, case_of(campaign, k)->program.instructions);
    EXPECT_THAT(report.text, HasSubstr("hangs does not end"));
}

TEST(Report, OfAGeneratorThatCrashesHasNoProgram) {
    const Campaign campaign = campaign_of(12, {faulty::kHangs});
    const Report report = full_report(campaign, {3, Fault::crash, std::nullopt, "signal 11"});
    EXPECT_EQ(report.file, "");
    EXPECT_EQ(report.message, "the generator: signal 11\n");
}

TEST(Report, NamesAnUnusualShape) {
    Campaign campaign = campaign_of(12, {faulty::kHangs});
    campaign.shape.size = 80;
    campaign.shape.threads = 3;
    const Report report = brief_report(campaign, {11, Fault::difference, {}, {}});
    EXPECT_THAT(report.again,
                AllOf(HasSubstr(" --size 80"), HasSubstr(" --threads 3"), Not(HasSubstr("--depth"))));
}

// As with a lost device: not a crash of each following program, but the end of the campaign.
TEST(RunCampaign, EndsWhenAnEngineBecomesUnavailable) {
    const Engine gone{.name = "gone",
                      .meaning = "",
                      .run =
                          [](const Program& program, const MachineOptions& options, Observer*) {
                              if (program.threads > 4) throw Unavailable("engine 'gone': is gone\n");
                              return run_rules(program, options);
                          },
                      .estimated_bytes = Machine::estimated_bytes};
    const CampaignRun run = run_with(campaign_of(1'000'000, {gone}), 2);
    EXPECT_EQ(run.failure, "engine 'gone': is gone\n");
    EXPECT_TRUE(run.interrupted);
    EXPECT_EQ(run.tally.crashes, 0U);
    EXPECT_LT(run.tally.programs, 1'000'000U);
}

}  // namespace
}  // namespace musimd::differential::campaign_test
