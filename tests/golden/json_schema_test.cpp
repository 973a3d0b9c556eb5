// The results of `run --json` conform to docs/result.schema.json, and the schema rejects what does not.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "isa/reader.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/process.hpp"

namespace musimd::json_schema_test {
namespace {

using Json = nlohmann::json;
using support::violations;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const Json& result_schema() {
    static const Json schema =
        Json::parse(support::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / "docs/result.schema.json"));
    return schema;
}

Json result_of(const std::string& text, std::vector<std::string> options = {}) {
    options.insert(options.begin(), {"run", "-", "--json"});
    support::Command command = support::musimd(std::move(options));
    command.input = text;
    return Json::parse(support::run(command).output);
}

const std::string kCopies =
    ".threads 4\n.iota 0 4 100\n x = [tid]\n y = tid + 8\n [y] = x\n bz tid, l\n l: sync\n stop\n";
const std::string kGrid =
    ".threads 2\n.warps 3\n x = wid\n bz x, end\n y = tid\n end: sync\n barrier\n stop\n";
const std::string kDivides = ".threads 4\n x = tid - 2\n y = 8 / x\n";

struct Case {
    const char* name;
    std::string program;
    std::vector<std::string> options;
};

class ResultOf : public testing::TestWithParam<Case> {};

TEST_P(ResultOf, ConformsToTheSchema) {
    EXPECT_THAT(violations(result_schema(), result_of(GetParam().program, GetParam().options)), IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(
    Programs, ResultOf,
    testing::Values(
        Case{"stop", kCopies, {}}, Case{"stop_with_stats", kCopies, {"--stats"}},
        Case{"undefined_variables", ".threads 70\n.active 3 69\n x = tid\n shfl x, 0\n stop\n", {"--stats"}},
        Case{"large_words",
             ".threads 1\n.memory 0: 9223372036854775807 -9223372036854775808\n x = [0]\n stop\n",
             {}},
        Case{"grid", kGrid, {"--stats"}}, Case{"limit", "l: jump l\n", {"--max-steps", "3", "--stats"}},
        Case{"limit_past_the_end", "x = 1\n", {"--max-steps", "1"}},
        Case{"limit_of_stacks", ".threads 65536\nl: everywhere\n jump l\n", {}},
        Case{"no_step", "x = y\n", {"--stats"}}, Case{"data_trap", kDivides, {"--stats"}},
        Case{"control_trap", ".active 1 3\n sync\n", {}}, Case{"race", ".threads 6\n [0] = tid\n", {}},
        Case{"race_of_warps", ".threads 2\n.warps 2\n [0] = 1\n", {"--stats"}},
        Case{"pc_out_of_program", "", {}}, Case{"stuck", "x = 1\n stop\n", {"--rules", "printed=E6"}},
        Case{
            "every_instruction",
            ".threads 2\n.memory 0: 0\n x = 1\n y = x\n z = atomic_inc [0]\n z = [0]\n [1] = x\n everywhere\n"
            " branch_mask 0, a\na: end_everywhere\n bnz x, b\nb: sync\n bz x, c\nc: sync\n  x = ballot y\n "
            "shfl x, 0\n "
            "barrier\n x = popc y\n z = clz y\n assert 1\n z = fetch_add [0], 1\n"
            " jump d\nd: stop\n",
            {"--stats"}}),
    [](const testing::TestParamInfo<Case>& test) { return std::string(test.param.name); });

TEST(ResultSchema, CountsEveryInstruction) {
    const std::string schema =
        support::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / "docs/result.schema.json");
    const Json names =
        Json::parse(schema).at("/$defs/stats/properties/by_instruction/propertyNames/enum"_json_pointer);
    for (const InstructionInfo& row : instruction_table())
        EXPECT_THAT(names, testing::Contains(Json(info(counted_as(row.opcode)).name)));
}

// ---- bad input

struct Refusal {
    std::vector<std::string> arguments;
    std::string kind;
    std::string file;  ///< null if empty
    unsigned line = 0;
    unsigned column = 0;
};

void expect_location(const Json& error, const Refusal& refusal) {
    EXPECT_EQ(error.at("kind"), refusal.kind);
    EXPECT_EQ(error.at("file"), refusal.file.empty() ? Json() : Json(refusal.file));
    EXPECT_EQ(error.at("line"), refusal.line == 0 ? Json() : Json(refusal.line));
    EXPECT_EQ(error.at("column"), refusal.column == 0 ? Json() : Json(refusal.column));
    EXPECT_NE(error.at("message"), "");
}

TEST(ResultSchema, BadInputIsAListOfErrorsWithTheirLocations) {
    const support::TemporaryFolder folder;
    folder.write("good.asm", " stop\n");
    folder.write("bad.asm", " stop\n  stpo\n jump nowhere\n");
    folder.write("words", "0: 1\n1 2\n");
    folder.write("early.schedule", "warp 7\n");
    const std::vector<Refusal> refusals = {
        {{"run", "bad.asm"}, "input", "bad.asm", 2, 3},
        {{"check", "bad.asm"}, "input", "bad.asm", 2, 3},
        {{"run", "missing.asm"}, "input", "missing.asm"},
        {{"run", "good.asm", "--memory", "words"}, "input", "words", 2, 3},
        {{"run", "good.asm", "--schedule", "early.schedule"}, "input", "early.schedule", 1, 6},
        {{"run", "good.asm", "--program", "p"}, "input", "good.asm"},
        {{"run", "good.asm", "--threads", "0"}, "command-line", ""},
        {{"run", "good.asm", "--nonsense"}, "command-line", ""},
        {{"check"}, "command-line", ""},
    };
    for (const Refusal& refusal : refusals) {
        std::vector<std::string> arguments = refusal.arguments;
        arguments.emplace_back("--json");
        support::Command command = support::musimd(arguments);
        command.folder = folder.path();
        const support::Finished finished = support::run(command);
        SCOPED_TRACE(testing::PrintToString(arguments));
        EXPECT_EQ(finished.status, 2);
        EXPECT_NE(finished.errors, "");
        const Json json = Json::parse(finished.output);
        EXPECT_THAT(violations(result_schema(), json), IsEmpty());
        EXPECT_EQ(json.at("ok"), false);
        expect_location(json.at("errors").at(0), refusal);
    }
}

TEST(ResultSchema, NoticesAnErrorAmongResults) {
    Json json = result_of(kCopies);
    json["errors"] = {{{"kind", "input"}, {"file", "a"}, {"line", 1}, {"column", 1}, {"message", "m"}}};
    json["ok"] = false;
    EXPECT_FALSE(violations(result_schema(), json).empty());
    const Json alone = {{"format", 1}, {"ok", false}, {"errors", json["errors"]}};
    EXPECT_THAT(violations(result_schema(), alone), IsEmpty());
    for (const char* const member : {"ok", "format"}) {
        Json less = alone;
        less.erase(member);
        EXPECT_FALSE(violations(result_schema(), less).empty()) << member;
    }
}

TEST(ResultSchema, AppliesToEachElementOfSeveralFiles) {
    const support::TemporaryFolder folder;
    folder.write("good.asm", " stop\n");
    folder.write("trap.asm", " sync\n");
    support::Command command = support::musimd({"run", "--json", "good.asm", "missing.asm", "trap.asm"});
    command.folder = folder.path();
    const support::Finished finished = support::run(command);
    EXPECT_EQ(finished.status, 2);
    const Json all = Json::parse(finished.output);
    ASSERT_EQ(all.size(), 3U);
    for (const Json& one : all) EXPECT_THAT(violations(result_schema(), one), IsEmpty());
    EXPECT_EQ(all[0].at("file"), "good.asm");
    EXPECT_EQ(all[0].at("outcome"), "stop");
    EXPECT_EQ(all[1].at("file"), "missing.asm");
    EXPECT_EQ(all[1].at("errors").at(0).at("message"), "No such file or directory");
    EXPECT_EQ(all[2].at("outcome"), "trap");
}

// ---- invalid results

// Paths of all members, as JSON pointers.
void collect(const Json& value, const Json::json_pointer& where, std::vector<Json::json_pointer>& members) {
    if (!value.is_object()) return;
    for (const auto& [name, member] : value.items()) {
        members.push_back(where / name);
        collect(member, where / name, members);
    }
}

std::vector<Json::json_pointer> members_of(const Json& result) {
    std::vector<Json::json_pointer> members;
    collect(result, Json::json_pointer(), members);
    return members;
}

// Optional members: variables, addresses and counts of instructions.
bool is_of_the_program(const Json::json_pointer& member) {
    const std::string parent = member.parent_pointer().to_string();
    return parent == "/variables" || parent == "/memory" || parent == "/stats/by_instruction";
}

TEST(ResultSchema, NoticesAMemberOfAnotherType) {
    for (const std::string& program : {kDivides, kCopies, kGrid}) {
        const Json result = result_of(program, {"--stats"});
        for (const Json::json_pointer& member : members_of(result)) {
            Json wrong = result;
            wrong[member] = true;
            EXPECT_THAT(violations(result_schema(), wrong), Contains(HasSubstr(member.to_string())));
        }
    }
}

TEST(ResultSchema, NoticesAMissingMember) {
    for (const std::string& program : {kDivides, kCopies, kGrid}) {
        const Json result = result_of(program, {"--stats"});
        for (const Json::json_pointer& member : members_of(result)) {
            if (is_of_the_program(member) || member.to_string() == "/stats") continue;
            Json wrong = result;
            wrong[member.parent_pointer()].erase(member.back());
            EXPECT_FALSE(violations(result_schema(), wrong).empty()) << member;
        }
    }
}

TEST(ResultSchema, NoticesAnUnknownMember) {
    const Json result = result_of(kDivides, {"--stats"});
    for (const char* const parent : {"", "/trap", "/stats", "/memory", "/stats/by_instruction"}) {
        Json wrong = result;
        wrong[Json::json_pointer(parent)]["surplus"] = 1;
        EXPECT_FALSE(violations(result_schema(), wrong).empty()) << parent;
    }
}

TEST(ResultSchema, NoticesInvalidValues) {
    const Json result = result_of(kDivides, {"--stats"});
    const std::pair<const char*, Json> wrong_values[] = {
        {"/format", 2},
        {"/outcome", "stopped"},
        {"/outcome", "stop"},  // and a trap
        {"/steps", -1},
        {"/warps", 2},  // and no per_warp
        {"/threads", 0},
        {"/threads", 65537},
        {"/active", Json::array()},
        {"/active", {1, 1}},
        {"/active", {0.5}},
        {"/variables/x", {1, "2"}},
        {"/trap/kind", "segfault"},
        {"/trap/kind", "race"},  // which rule BP does not have
        {"/trap/rule", "BT"},
        {"/trap/line", nullptr},
        {"/trap/pc", 0},
        {"/stats/simd_efficiency", 1.5},
        {"/stats/by_instruction/bp", 0},
    };
    for (const auto& [member, value] : wrong_values) {
        Json wrong = result;
        wrong[Json::json_pointer(member)] = value;
        EXPECT_FALSE(violations(result_schema(), wrong).empty()) << member << " = " << value;
    }
}

// The schema names the same traps, rules and statistics as the machine.
TEST(ResultSchema, NamesEveryTrapAndStatistic) {
    const Json& trap = result_schema()["$defs"]["trap"]["properties"];
    std::set<std::string> traps;
    for (const std::string_view name : trap_names()) traps.emplace(name);
    traps.emplace("stuck");  // only with rules as printed
    EXPECT_EQ(trap["kind"]["enum"].get<std::set<std::string>>(), traps);

    std::set<std::string> figures{"by_instruction"};
    for (const std::string_view name : statistic_names()) figures.emplace(name);
    std::set<std::string> described;
    const Json& stats = result_schema()["$defs"]["stats"];
    for (const auto& [name, says] : stats["properties"].items()) described.insert(name);
    EXPECT_EQ(described, figures);
    for (const char* const name : {"block_barriers", "collectives", "fences", "exits", "waits",
                                   "shared_requests", "shared_transactions"})
        figures.erase(name);  // only with `.block` or under volta
    EXPECT_EQ(stats["required"].get<std::set<std::string>>(), figures);

    std::set<std::string> instructions;
    for (const InstructionInfo& row : instruction_table())
        instructions.emplace(info(counted_as(row.opcode)).name);
    const Json& counted = result_schema()["$defs"]["stats"]["properties"]["by_instruction"]["propertyNames"];
    EXPECT_EQ(counted["enum"].get<std::set<std::string>>(), instructions);
}

// ---- the validator itself

TEST(JsonSchema, ReportsUnsupportedKeywords) {
    EXPECT_THAT(violations({{"multipleOf", 2}}, 4), ElementsAre(HasSubstr("'multipleOf' is not supported")));
    EXPECT_THAT(violations({{"patternProperties", {{"a", true}}}}, Json::object()),
                ElementsAre(HasSubstr("not supported")));
}

TEST(JsonSchema, SaysWhere) {
    const Json schema = {{"properties", {{"a", {{"items", {{"type", "integer"}}}}}}}};
    EXPECT_THAT(violations(schema, {{"a", {1, "x", 3, nullptr}}}),
                ElementsAre("/a/1: is not a [\"integer\"]", "/a/3: is not a [\"integer\"]"));
}

TEST(JsonSchema, OneOfIsExactlyOne) {
    const Json schema = {{"oneOf", {{{"minimum", 5}}, {{"maximum", 7}}}}};
    EXPECT_THAT(violations(schema, 4), IsEmpty());
    EXPECT_THAT(violations(schema, 8), IsEmpty());
    EXPECT_THAT(violations(schema, 6), ElementsAre("/: matches 2 schemas of oneOf"));
}

}  // namespace
}  // namespace musimd::json_schema_test
