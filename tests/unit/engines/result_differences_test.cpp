// What the contract for implementations by others compares (docs/conformance.md).

#include "engines/foreign/result_differences.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

namespace musimd::result_differences_test {
namespace {

using nlohmann::json;

const json kResult =
    json::parse(R"({"format": 1, "outcome": "trap", "steps": 3, "threads": 2, "active": [0, 1],
  "variables": {"line": [1, null]}, "memory": {"7": 9223372036854775807},
  "per_warp": [{"active": [0, 1], "variables": {"message": [1, 2], "line": [3, 4]}}],
  "trap": {"kind": "race", "pc": 2, "line": 5, "column": 9, "message": "…"},
  "limit": {"reason": "steps"}, "stats": {"steps": 3}})");

/// The differences of the result with this value at that place.
std::string with(const char* at, const json& value, bool without_lines = false) {
    json other = kResult;
    other[json::json_pointer(at)] = value;
    return foreign::result_differences(kResult, other, without_lines);
}

TEST(ResultDifferences, OfEqualResultsThereAreNone) {
    EXPECT_EQ(foreign::result_differences(kResult, kResult, false), "");
}

TEST(ResultDifferences, AreTheMembersThatDiffer) {
    EXPECT_EQ(with("/steps", 4), "/steps: expected 3, got 4\n");
    EXPECT_EQ(with("/variables/line/1", 0), "/variables/line/1: expected null, got 0\n");
    EXPECT_EQ(with("/memory/7", json::parse("9223372036854775806")),
              "/memory/7: expected 9223372036854775807, got 9223372036854775806\n");
    EXPECT_EQ(with("/steps", 3.0), "/steps: expected 3, got 3.0\n");
    EXPECT_EQ(with("/memory/8", 1), "/memory/8: expected nothing, got 1\n");
    EXPECT_EQ(with("/extra", 1), "/extra: expected nothing, got 1\n");
}

TEST(ResultDifferences, LeaveOutWhatIsNotCompared) {
    for (const char* const at : {"/trap/message", "/limit", "/stats", "/format", "/file"})
        EXPECT_EQ(with(at, "other"), "") << at;
    EXPECT_EQ(with("/trap/line", 6), "/trap/line: expected 5, got 6\n");
    EXPECT_EQ(with("/trap/line", 6, true), "");
    EXPECT_EQ(with("/trap/column", 6, true), "");
}

// A variable may be called `line` or `message`.
TEST(ResultDifferences, VariablesAreComparedWhateverTheirNames) {
    EXPECT_EQ(with("/variables/line/0", 2, true), "/variables/line/0: expected 1, got 2\n");
    EXPECT_EQ(with("/per_warp/0/variables/line/0", 2, true),
              "/per_warp/0/variables/line/0: expected 3, got 2\n");
    EXPECT_EQ(with("/per_warp/0/variables/message/0", 2),
              "/per_warp/0/variables/message/0: expected 1, got 2\n");
}

}  // namespace
}  // namespace musimd::result_differences_test
