// The report of `musimd test --impl …` per level and rule, and its badge.

#include "cli/fuzz/conformance_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace musimd::conformance_report_test {
namespace {

using cli::ConformanceRecord;
using cli::ConformanceReport;
using cli::print_conformance;
using Level = ConformanceLevel;
using State = ConformanceRecord::State;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

ConformanceReport example() {
    return {"mine {}",
            {{"a.asm", {Level::core}, SizeTier::small, {"IT", "STOP"}},
             {"b#1.asm",
              {Level::core, Level::everywhere},
              SizeTier::medium,
              {"EB", "EE", "STOP"},
              State::failed,
              "/memory/7: expected 5, got 6\n/steps: expected \"<\", got nothing\n"},
             {"c.asm", {Level::core}, SizeTier::small, {"IT", "race"}},
             {"d.asm",
              {Level::core, Level::blocks, Level::volta},
              SizeTier::small,
              {"EX"},
              State::skipped,
              "the implementation does not support it: blocks"}}};
}

TEST(ConformanceReport, TextHasATablePerLevelTierAndRule) {
    EXPECT_EQ(print_conformance(example(), "text"),
              "b#1.asm (everywhere)\n"
              "    /memory/7: expected 5, got 6\n"
              "    /steps: expected \"<\", got nothing\n"
              "\n"
              "level                             programs  passed  failed  skipped\n"
              "core                                     2       2       0        0\n"
              "everywhere                               1       0       1        0\n"
              "volta                                    1       0       0        1\n"
              "\n"
              "size                              programs  passed  failed  skipped\n"
              "small                                    3       2       0        1\n"
              "medium                                   1       0       1        0\n"
              "\n"
              "rule or trap                      programs  passed  failed  skipped\n"
              "STOP                                     2       1       1        0\n"
              "EB                                       1       0       1        0\n"
              "EE                                       1       0       1        0\n"
              "EX                                       1       0       0        1\n"
              "IT                                       2       2       0        0\n"
              "race                                     1       1       0        0\n"
              "\n"
              "2 passed, 1 failed, 1 skipped\n");
}

TEST(ConformanceReport, JsonHasTheSame) {
    const auto json = nlohmann::json::parse(print_conformance(example(), "json"));
    EXPECT_EQ(json["implementation"], "mine {}");
    EXPECT_EQ(json["programs"], 4);
    EXPECT_EQ(json["failed"], 1);
    EXPECT_EQ(json["levels"]["everywhere"],
              nlohmann::json({{"programs", 1}, {"passed", 0}, {"failed", 1}, {"skipped", 0}}));
    EXPECT_FALSE(json["levels"].contains("blocks"));
    EXPECT_EQ(json["rules"]["STOP"]["programs"], 2);
    EXPECT_EQ(json["tiers"]["small"]["passed"], 2);
    EXPECT_EQ(json["tests"][1]["differences"][0], "/memory/7: expected 5, got 6");
    EXPECT_EQ(json["tests"][1]["levels"], nlohmann::json({"core", "everywhere"}));
    EXPECT_EQ(json["tests"][3]["state"], "skipped");
    EXPECT_FALSE(json.contains("interrupted"));
}

TEST(ConformanceReport, TapHasTheLevelsAsComments) {
    const std::string tap = print_conformance(example(), "tap");
    EXPECT_THAT(tap, AllOf(HasSubstr("TAP version 14\n1..4\nok 1 - a.asm\nnot ok 2 - b\\#1.asm\n"),
                           HasSubstr("message: \"/memory/7: expected 5, got 6\"\n"),
                           HasSubstr("ok 4 - d.asm # SKIP the implementation does not support it: blocks\n"),
                           HasSubstr("# level core: 2 passed, 0 failed, 0 skipped\n"),
                           HasSubstr("# rule STOP: 1 passed, 1 failed, 0 skipped\n")));
}

TEST(ConformanceReport, JunitHasTheLevelAsTheClass) {
    const std::string junit = print_conformance(example(), "junit");
    EXPECT_THAT(junit, AllOf(HasSubstr("tests=\"4\" failures=\"1\" errors=\"0\" skipped=\"1\""),
                             HasSubstr("<testcase classname=\"core\" name=\"a.asm\"/>"),
                             HasSubstr("<testcase classname=\"everywhere\" name=\"b#1.asm\">"),
                             HasSubstr("expected &quot;&lt;&quot;, got nothing")));
}

TEST(ConformanceReport, SaysThatItWasInterrupted) {
    ConformanceReport report = example();
    report.interrupted = true;
    EXPECT_THAT(print_conformance(report, "text"), HasSubstr("1 skipped; interrupted\n"));
    EXPECT_THAT(print_conformance(report, "json"), HasSubstr("\"interrupted\": true"));
    EXPECT_THAT(print_conformance(report, "tap"), HasSubstr("Bail out! interrupted\n"));
}

// A level counts if all of its programs pass.
TEST(ConformanceBadge, CountsTheLevelsOfWhichEveryProgramPasses) {
    ConformanceReport report = example();
    EXPECT_THAT(cli::conformance_badge(report),
                AllOf(HasSubstr(">1 of 19 levels, 1 failed</text>"), HasSubstr("#c9442f")));
    report.records.erase(report.records.begin() + 1);
    EXPECT_THAT(cli::conformance_badge(report), AllOf(HasSubstr("musimd conformance: 1 of 19 levels"),
                                                      Not(HasSubstr("failed")), HasSubstr("#2f8f3f")));
    report.records.clear();
    EXPECT_THAT(cli::conformance_badge(report), AllOf(HasSubstr("0 of 19 levels"), HasSubstr("#777777")));
}

}  // namespace
}  // namespace musimd::conformance_report_test
