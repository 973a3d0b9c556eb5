#include "differential/programs/campaign/summary.hpp"
#include "engines/engines.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace musimd::differential::summary_test {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Campaign campaign_of(std::uint64_t shard, std::uint64_t shards) {
    Campaign campaign;
    campaign.seed = 7;
    campaign.count = 100;
    campaign.engines = {*find_engine("rules"), *find_engine("fast")};
    campaign.shard = shard;
    campaign.shards = shards;
    return campaign;
}

Summary summary_of(std::uint64_t shard, std::uint64_t shards, const std::vector<Mismatch>& mismatches = {}) {
    const Campaign campaign = campaign_of(shard, shards);
    CampaignRun run;
    run.tally.programs = 25;
    run.tally.stops = 20;
    run.tally.traps[static_cast<std::size_t>(TrapKind::race)] = 5;
    run.tally.rules[static_cast<std::size_t>(RuleId::BD)] = 10 * shard;
    run.tally.profiles[0] = 25;
    run.tally.differences = mismatches.size();
    run.mismatches = mismatches;
    std::vector<Report> reports;
    for (const Mismatch& mismatch : mismatches) {
        Report& report = reports.emplace_back(brief_report(campaign, mismatch));
        report.message = "steps: 1 (rules), 2 (fast)\n";
        report.file = "difference.asm";
    }
    return summarise(campaign, "1.0", run, reports);
}

TEST(Summary, IsReadBackAsWritten) {
    const Summary before = summary_of(2, 4, {{9, Fault::difference, {}, {}}});
    const std::string text = to_json(before);
    const auto after = harness::summary_of_json<Summary>(text);
    ASSERT_TRUE(after.has_value()) << after.error();
    EXPECT_EQ(to_json(*after), text);
    EXPECT_EQ(after->tally, before.tally);
}

TEST(Summary, CountsProgramsThatAnotherEngineRan) {
    Summary summary = summary_of(1, 1);
    EXPECT_FALSE(nlohmann::json::parse(to_json(summary)).contains("fallbacks"));
    summary.tally.fallbacks = 3;
    EXPECT_THAT(table(summary), HasSubstr("3 programs ran on fast instead of native"));
    const auto read = harness::summary_of_json<Summary>(to_json(summary));
    ASSERT_TRUE(read.has_value()) << read.error();
    EXPECT_EQ(read->tally.fallbacks, 3U);
    EXPECT_EQ((summary.tally += read->tally).fallbacks, 6U);
}

TEST(Summary, CountsRunsThatAnEngineDoesNotSupport) {
    Summary summary = summary_of(1, 1);
    EXPECT_FALSE(nlohmann::json::parse(to_json(summary)).contains("unsupported"));
    summary.tally.unsupported = 3;
    EXPECT_THAT(table(summary), HasSubstr("3 runs were left out: the engine does not support the program"));
    const auto read = harness::summary_of_json<Summary>(to_json(summary));
    ASSERT_TRUE(read.has_value()) << read.error();
    EXPECT_EQ((summary.tally += read->tally).unsupported, 6U);
}

TEST(Summary, NamesItsCampaign) {
    const auto json = nlohmann::json::parse(to_json(summary_of(2, 4)));
    EXPECT_EQ(json["campaign"]["seed"], 7);
    EXPECT_EQ(json["campaign"]["profile"], nullptr);
    EXPECT_EQ(json["campaign"]["engines"], (std::vector<std::string>{"rules", "fast"}));
    EXPECT_EQ(json["campaign"]["count"], 100);
    EXPECT_EQ(json["campaign"]["shards"], 4);
    EXPECT_EQ(json["shards"], std::vector<int>{2});
    EXPECT_EQ(json["outcomes"], nlohmann::json({{"stop", 20}, {"trap", 5}, {"limit", 0}}));
    EXPECT_EQ(json["rules"]["BD"], 20);
    EXPECT_EQ(json["traps"]["race"], 5);
    const auto never = json["never_seen"].get<std::vector<std::string>>();
    EXPECT_THAT(never,
                AllOf(Contains("BT"), Contains("overflow"), Not(Contains("BD")), Not(Contains("race"))));
}

std::string without_member(const char* name) {
    auto json = nlohmann::json::parse(to_json(summary_of(1, 1)));
    json.erase(name);
    return json.dump();
}

TEST(Summary, IsNotReadFromAnythingElse) {
    for (const std::string text :
         {"", "{", "[]", "null", "{\"format\": 2}", "{\"format\": 1}", "{\"format\": []}"})
        EXPECT_FALSE(harness::summary_of_json<Summary>(text).has_value()) << text;
    for (const char* const name :
         {"format", "campaign", "shards", "programs", "profiles", "outcomes", "traps", "rules", "differences",
          "crashes", "hangs", "findings", "interrupted"}) {
        const auto read = harness::summary_of_json<Summary>(without_member(name));
        ASSERT_FALSE(read.has_value()) << name;
        EXPECT_THAT(read.error(), HasSubstr(name));
    }
    auto json = nlohmann::json::parse(to_json(summary_of(1, 1)));
    json["findings"] = {1, 2};
    EXPECT_FALSE(harness::summary_of_json<Summary>(json.dump()).has_value());
}

// ---- joining

TEST(Join, AddsShardsUp) {
    const auto all = harness::join<Summary>({{"b", summary_of(3, 4, {{50, Fault::difference, {}, {}}})},
                                             {"a", summary_of(1, 4, {{8, Fault::difference, {}, {}}})}});
    ASSERT_TRUE(all.has_value()) << all.error();
    EXPECT_EQ(all->tally.programs, 50U);
    EXPECT_EQ(all->tally.rules[static_cast<std::size_t>(RuleId::BD)], 40U);
    EXPECT_EQ(all->tally.differences, 2U);
    EXPECT_THAT(all->shards, ElementsAre(1, 3));
    ASSERT_EQ(all->mismatches.size(), 2U);
    EXPECT_EQ(all->mismatches[0].at("program"), 8);
    EXPECT_EQ(all->mismatches[0].at("file"), "a/difference.asm");
    EXPECT_EQ(all->mismatches[1].at("file"), "b/difference.asm");
}

TEST(Join, JoinsJoinedSummaries) {
    const auto half = harness::join<Summary>({{"1", summary_of(1, 3)}, {"2", summary_of(2, 3)}});
    ASSERT_TRUE(half.has_value());
    const auto all = harness::join<Summary>({{"half", *half}, {"3", summary_of(3, 3)}});
    ASSERT_TRUE(all.has_value()) << all.error();
    EXPECT_THAT(all->shards, ElementsAre(1, 2, 3));
    EXPECT_THAT(table(*all), HasSubstr("all 3 shards"));
}

TEST(Join, RefusesAShardTwice) {
    const auto all =
        harness::join<Summary>({{"a", summary_of(1, 4)}, {"b", summary_of(2, 4)}, {"c", summary_of(1, 4)}});
    ASSERT_FALSE(all.has_value());
    EXPECT_EQ(all.error(), "a and c are both shard 1");
}

TEST(Join, RefusesOtherCampaigns) {
    Summary other = summary_of(2, 4);
    other.campaign["seed"] = 8;
    const auto all = harness::join<Summary>({{"a", summary_of(1, 4)}, {"b", other}});
    ASSERT_FALSE(all.has_value());
    EXPECT_EQ(all.error(), "a and b come from different campaigns");
    EXPECT_FALSE(harness::join<Summary>({{"a", summary_of(1, 4)}, {"b", summary_of(2, 5)}}).has_value());
}

TEST(Join, ReportsThatAPartWasInterrupted) {
    Summary part = summary_of(2, 4);
    part.interrupted = true;
    const auto all = harness::join<Summary>({{"a", summary_of(1, 4)}, {"b", part}});
    ASSERT_TRUE(all.has_value());
    EXPECT_TRUE(all->interrupted);
    EXPECT_THAT(table(*all), AllOf(HasSubstr("shards 1, 2 of 4"), HasSubstr("interrupted")));
}

// ---- the table

TEST(SummaryTable, ShowsOutcomesCoverageAndFindings) {
    const std::string text = table(summary_of(1, 1, {{9, Fault::difference, {}, {}}}));
    EXPECT_THAT(text, AllOf(HasSubstr("campaign of seed 7: every profile in turn, engines rules, fast"),
                            HasSubstr("25 programs"), HasSubstr("race"), HasSubstr("20.0 %"),
                            HasSubstr("never seen: STOP, BT"), HasSubstr("1 programs differ"),
                            HasSubstr("difference in program 9: difference.asm"),
                            HasSubstr("  steps: 1 (rules), 2 (fast)\n"), HasSubstr("  again: musimd fuzz")));
}

TEST(SummaryTable, ShowsWhichFindingsHaveTheSameOutline) {
    Summary summary = summary_of(
        1, 1,
        {{4, Fault::difference, {}, {}}, {8, Fault::difference, {}, {}}, {9, Fault::crash, 1, "signal 6"}});
    EXPECT_THAT(table(summary), Not(HasSubstr("the same instructions")));
    for (harness::Json& finding : summary.mismatches) finding["outline"] = "add shfl";
    const std::string text = table(summary);
    EXPECT_THAT(text, HasSubstr("difference in program 8: difference.asm\n"
                                "  reduced, it has the same instructions as program 4\n"));
    EXPECT_EQ(text.find("the same instructions"), text.rfind("the same instructions"));
    summary.mismatches[0]["kind"] = "hang";
    EXPECT_THAT(table(summary), Not(HasSubstr("the same instructions")));
}

TEST(SummaryTable, ShowsAFewOfManyFindings) {
    std::vector<Mismatch> many;
    for (std::uint64_t k = 0; k < 30; ++k) many.push_back({k, Fault::difference, {}, {}});
    Summary summary = summary_of(1, 1, many);
    for (std::size_t i = 2; i < 30; ++i) summary.mismatches[i]["file"] = nullptr;
    EXPECT_THAT(table(summary), HasSubstr("and 20 more\n"));
    EXPECT_THAT(table(summary_of(1, 1)), HasSubstr("no difference\n"));
}

}  // namespace
}  // namespace musimd::differential::summary_test
