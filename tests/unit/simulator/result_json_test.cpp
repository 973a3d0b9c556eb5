#include "simulator/result_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "semantics/machine.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/programs.hpp"

namespace musimd::result_json_test {
namespace {

using nlohmann::json;
using support::read;
using testing::IsEmpty;

/// The JSON text of a run's result.
std::string text_of(const Program& program, const Result& result, const Statistics* statistics = nullptr) {
    std::string text;
    write_json(result, program, statistics, [&](std::string_view piece) { text += piece; });
    return text;
}

json json_of(std::string_view text, const MachineOptions& options = {}) {
    const Program program = read(text);
    return json::parse(text_of(program, run_rules(program, options)));
}

json json_with_stats(std::string_view text) {
    const Program program = read(text);
    constexpr std::int64_t kSegment = 32;
    StatisticsObserver observer(program, kSegment);
    const Result result = run_rules(program, {}, &observer);
    return json::parse(text_of(program, result, &observer.statistics()));
}

json array(std::initializer_list<json> list) {
    return json(json::array_t(list));
}

// The example of docs/interfaces.md.
constexpr std::string_view kCopy = R"(.threads 8
.iota 0 8 100
        x = [tid]
        y = tid + 8
        [y] = x
        stop
)";

TEST(ResultJson, MatchesTheDocumentation) {
    EXPECT_EQ(json_of(kCopy), json::parse(R"(
{"format": 1, "outcome": "stop", "steps": 4, "warps": 1, "threads": 8, "active": [0,1,2,3,4,5,6,7],
 "variables": {"x": [100,101,102,103,104,105,106,107], "y": [8,9,10,11,12,13,14,15]},
 "memory": {"0": 100, "1": 101, "2": 102, "3": 103, "4": 104, "5": 105, "6": 106, "7": 107,
            "8": 100, "9": 101, "10": 102, "11": 103, "12": 104, "13": 105, "14": 106, "15": 107}})"));
}

TEST(ResultJson, StatisticsMatchTheDocumentation) {
    const json result = json_with_stats(kCopy);
    EXPECT_EQ(result["stats"], json::parse(R"(
{"steps": 4, "active_lane_instructions": 32, "simd_efficiency": 1.0, "branches_uniform": 0,
 "branches_divergent": 0, "max_sync_depth": 0, "max_context_depth": 0, "everywhere_blocks": 0,
 "lanes_woken": 0, "memory_requests": 2, "memory_transactions": 2,
 "by_instruction": {"ld": 1, "bp": 1, "st": 1, "stop": 1}})"));
}

TEST(ResultJson, HasEveryStatistic) {
    const Program program = read("stop\n");
    Statistics s;
    s.threads = 4;
    s.steps = 10;
    s.active_lane_instructions = 30;
    s.branches_uniform = 3;
    s.branches_divergent = 4;
    s.max_sync_depth = 5;
    s.max_context_depth = 6;
    s.everywhere_blocks = 7;
    s.lanes_woken = 8;
    s.memory_requests = 9;
    s.memory_transactions = std::uint64_t{1} << 60;
    s.by_instruction[static_cast<std::size_t>(Opcode::branch_mask)] = 12;
    const json stats = json::parse(text_of(program, run_rules(program), &s))["stats"];
    EXPECT_EQ(stats, json::parse(R"(
{"steps": 10, "active_lane_instructions": 30, "simd_efficiency": 0.75, "branches_uniform": 3,
 "branches_divergent": 4, "max_sync_depth": 5, "max_context_depth": 6, "everywhere_blocks": 7,
 "lanes_woken": 8, "memory_requests": 9, "memory_transactions": 1152921504606846976,
 "by_instruction": {"branch_mask": 12}})"));
}

TEST(ResultJson, HasNoMembersThatDoNotApply) {
    const json result = json_of("stop\n");
    EXPECT_FALSE(result.contains("trap"));
    EXPECT_FALSE(result.contains("stats"));
    EXPECT_FALSE(result.contains("per_warp"));
}

TEST(ResultJson, OfAProgramWithoutVariablesAndMemory) {
    const json result = json_of(".threads 2\nstop\n");
    EXPECT_EQ(result["variables"], json::object());
    EXPECT_EQ(result["memory"], json::object());
}

TEST(ResultJson, OfALimit) {
    MachineOptions options;
    options.max_steps = 3;
    const json result = json_of(".threads 1\nl: jump l\n", options);
    EXPECT_EQ(result["outcome"], "limit");
    EXPECT_EQ(result["steps"], 3);
    EXPECT_FALSE(result.contains("trap"));
    EXPECT_EQ(result["limit"],
              json::parse(R"({"reason": "steps", "warp": 0, "steps": 3, "pc": 1, "line": 2, "column": 4})"));
    options.max_steps = 1;
    EXPECT_EQ(
        json_of("x = 1\n", options)["limit"],
        json::parse(R"({"reason": "steps", "warp": 0, "steps": 1, "pc": 2, "line": null, "column": null})"));
}

TEST(ResultJson, WritesUndefinedAsNull) {
    const json result =
        json_of(".threads 3\n.active 0 1\nx = tid\nshfl x, 2\nbz tid, e\ny = 0\ne: sync\nstop\n");
    EXPECT_EQ(result["variables"]["x"], array({nullptr, nullptr, nullptr}));
    EXPECT_EQ(result["variables"]["y"], array({nullptr, 0, nullptr}));
    EXPECT_EQ(result["active"], array({0, 1}));
}

TEST(ResultJson, NamesVariablesThatAreOnlyRead) {
    const json result = json_of(".threads 1\nx = y\nstop\n");
    EXPECT_EQ(result["variables"], json::parse(R"({"x": [null], "y": [null]})"));
}

TEST(ResultJson, IntegersBeyondTwoToThe53AreExact) {
    const json result = json_of(R"(.threads 1
.memory 0: -9223372036854775808 9223372036854775807
        a = 9007199254740993
        b = -9007199254740993
        c = [0]
        d = [1]
        stop
)");
    const json& variables = result["variables"];
    for (const char* name : {"a", "b", "c", "d"}) EXPECT_TRUE(variables[name][0].is_number_integer()) << name;
    EXPECT_EQ(variables["a"][0].get<std::int64_t>(), 9007199254740993);
    EXPECT_EQ(variables["b"][0].get<std::int64_t>(), -9007199254740993);
    EXPECT_EQ(variables["c"][0].get<std::int64_t>(), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(variables["d"][0].get<std::int64_t>(), std::numeric_limits<std::int64_t>::max());
    EXPECT_TRUE(result["memory"]["1"].is_number_integer());
    EXPECT_EQ(result["memory"]["1"].get<std::int64_t>(), std::numeric_limits<std::int64_t>::max());
}

TEST(ResultJson, OfAGridHasEachWarp) {
    const json result = json_of(".threads 2\n.warps 3\nx = wid * 10\nx = x + tid\nstop\n");
    EXPECT_EQ(result["warps"], 3);
    EXPECT_EQ(result["threads"], 2);
    EXPECT_EQ(result["steps"], 9);
    EXPECT_EQ(result["active"], array({0, 1}));
    EXPECT_EQ(result["variables"], json::parse(R"({"x": [0, 1]})")) << "the values of warp 0";
    EXPECT_EQ(result["per_warp"], json::parse(R"([
        {"active": [0, 1], "variables": {"x": [0, 1]}},
        {"active": [0, 1], "variables": {"x": [10, 11]}},
        {"active": [0, 1], "variables": {"x": [20, 21]}}])"));
}

TEST(ResultJson, OfATrap) {
    const json result = json_of(".threads 4\n.warps 2\n  x = 6\n  here: x = x / wid\n  stop\n");
    EXPECT_EQ(result["outcome"], "trap");
    EXPECT_EQ(result["steps"], 2) << "the step that traps does not count";
    EXPECT_EQ(result["trap"], json::parse(R"(
{"kind": "division-by-zero", "rule": "BP", "pc": 2, "line": 4, "column": 9, "warp": 0, "threads": [0],
 "message": "thread 0 divides 6 by zero"})"));
}

TEST(ResultJson, OfARaceHasBothThreads) {
    const json result = json_of(".threads 4\na = tid & 1\n[a] = tid\nstop\n");
    EXPECT_EQ(result["trap"]["kind"], "race");
    EXPECT_EQ(result["trap"]["rule"], "ST");
    EXPECT_EQ(result["trap"]["threads"], array({0, 2}));
}

TEST(ResultJson, OfAControlTrapHasAllOfTheta) {
    const json result = json_of(".threads 4\n.active 1-3\nsync\n");
    EXPECT_EQ(result["trap"]["threads"], array({1, 2, 3}));
}

TEST(ResultJson, OfATrapPastTheEndHasNoLocation) {
    const json trap = json_of(".threads 1\nx = 1\n")["trap"];
    EXPECT_EQ(trap["kind"], "pc-out-of-program");
    EXPECT_EQ(trap["rule"], "IT");
    EXPECT_EQ(trap["pc"], 2);
    EXPECT_TRUE(trap["line"].is_null());
    EXPECT_TRUE(trap["column"].is_null());
}

TEST(ResultJson, MatchesTheSchema) {
    std::ifstream file(std::filesystem::path(MUSIMD_SOURCE_DIR) / "docs/result.schema.json");
    const json schema = json::parse(file);
    for (const std::string_view text : {
             kCopy,
             std::string_view(".threads 2\nstop\n"),
             std::string_view(".threads 2\n.warps 2\nx = wid\nstop\n"),
             std::string_view(".threads 2\nx = y\nstop\n"),
             std::string_view(".threads 2\nx = 1\n"),
             std::string_view(".threads 2\n.block 3\n.shared s 2\n[s] = 1\nexit\n"),
             std::string_view(".threads 2\n.block 3\n.grid 2\n.model volta\nx = vote.any 3, 1\nstop\n"),
             std::string_view(".threads 2\nexit\n"),
             std::string_view(".threads 2\nbz tid, e\nsyncwarp 3\ne: sync\nstop\n"),
             std::string_view(
                 ".threads 2\n.block 2\n.model volta\nbz tid, e\nsyncwarp 3\ne: block_barrier\nstop\n"),
             std::string_view(".threads 2\n.block 2\nbz tid, e\nexit\ne: block_barrier\nsync\nstop\n"),
             std::string_view(".threads 1\n.block 2\n[0] = wid\nstop\n"),
         }) {
        EXPECT_THAT(support::violations(schema, json_of(text)), IsEmpty()) << text;
        EXPECT_THAT(support::violations(schema, json_with_stats(text)), IsEmpty()) << text;
    }
}

TEST(ResultJson, OfBlocks) {
    const json result = json_of(".threads 2\n.block 3\n.grid 2\n.shared s 2\na = s + 1\n[a] = bid\nstop\n");
    EXPECT_EQ(result["trap"]["kind"], "race");
    EXPECT_EQ(result["trap"]["other"]["pc"], 2);
    EXPECT_EQ(result["blocks"], 2);
    EXPECT_EQ(result["block_threads"], 3);
    EXPECT_EQ(result["shared"], json::parse(R"([{"1": 0}, {}])"));
    EXPECT_FALSE(result.contains("exited"));
    EXPECT_FALSE(result.contains("model"));
}

TEST(ResultJson, OfExitsUnderVolta) {
    const json result = json_of(".threads 2\n.model volta\nbz tid, e\nexit\ne: sync\nstop\n");
    EXPECT_EQ(result["model"], "volta");
    EXPECT_EQ(result["active"], json::parse("[0]"));
    EXPECT_EQ(result["exited"], json::parse("[1]"));
}

TEST(ResultJson, IsWrittenPieceByPiece) {
    const Program program = read(".threads 1\n.iota 0 100000\nstop\n");
    std::string text;
    std::size_t longest = 0;
    write_json(run_rules(program), program, nullptr, [&](std::string_view piece) {
        longest = std::max(longest, piece.size());
        text += piece;
    });
    EXPECT_LT(longest, 20'000U) << "of a million bytes";
    EXPECT_GT(text.size(), 1'000'000U);
    const json memory = json::parse(text)["memory"];
    EXPECT_EQ(memory.size(), 100'000U);
    EXPECT_EQ(memory["99999"], 99999);
}

TEST(ResultJson, EndsWithALineFeed) {
    const Program program = read("stop\n");
    EXPECT_TRUE(text_of(program, run_rules(program)).ends_with("}\n"));
}

}  // namespace
}  // namespace musimd::result_json_test
