// `musimd test --format tap|junit` and `musimd check --format sarif`, parsed like a consumer would; also with
// hostile file names and messages.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>

#include "isa/diagnostic.hpp"
#include "tests/support/json_schema.hpp"
#include "tests/support/process.hpp"

namespace musimd::formats_test {
namespace {

using Json = nlohmann::json;
using support::Finished;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string kHostile = "b # SKIP \\ <&>\"']]>\x1b[31m\n\xff.asm";

class Formats : public testing::Test {
  protected:
    void SetUp() override {
        folder_.write("a.asm", ".threads 2\n        x = tid\n        stop\n.expect var x: 0 1\n");
        folder_.write(kHostile, "        sync\n.expect stop\n");
        folder_.write("c.asm", "        stpo\n.expect stop\n");
    }

    Finished run(std::vector<std::string> arguments) const {
        support::Command command = support::musimd(std::move(arguments));
        command.folder = folder_.path();
        return support::run(command);
    }

    support::TemporaryFolder folder_;
};

std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> list;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) list.push_back(line);
    return list;
}

// Characters that XML must not contain.
bool is_clean(std::string_view text) {
    for (; !text.empty(); text.remove_prefix(utf8_length(text))) {
        if (utf8_length(text) == 0) return false;
        if (static_cast<unsigned char>(text[0]) < 0x20 && text[0] != '\n') return false;
    }
    return true;
}

TEST_F(Formats, TapHasAPlanAndOneLineForEachTest) {
    const Finished finished = run({"test", "--format", "tap", "a.asm", kHostile, "c.asm"});
    EXPECT_EQ(finished.status, 1);
    EXPECT_TRUE(is_clean(finished.output));
    std::vector<std::string> results;
    for (const std::string& line : lines(finished.output)) {
        if (line.starts_with("ok ") || line.starts_with("not ok ")) results.push_back(line);
    }
    EXPECT_THAT(finished.output, testing::StartsWith("TAP version 14\n1..5\n"));
    // `#` would begin a directive, such as SKIP.
    const std::string hostile = "b \\# SKIP \\\\ <&>\"']]>?[31m??.asm";
    EXPECT_THAT(results, ElementsAre("ok 1 - a.asm (engine fast)", "ok 2 - a.asm (engine rules)",
                                     "not ok 3 - " + hostile + " (engine fast)",
                                     "not ok 4 - " + hostile + " (engine rules)", "not ok 5 - c.asm"));
}

// Quoted YAML strings are JSON strings.
TEST_F(Formats, TapDescribesFailuresInYaml) {
    const Finished finished = run({"test", "--format", "tap", kHostile, "c.asm"});
    std::vector<std::string> messages;
    for (const std::string& line : lines(finished.output)) {
        const std::string key = "      message: ";
        if (line.starts_with(key))
            messages.push_back(Json::parse(line.substr(key.size())).get<std::string>());
    }
    ASSERT_EQ(messages.size(), 3U);
    EXPECT_THAT(messages[0], HasSubstr("sync-without-branch"));
    EXPECT_THAT(messages[2], HasSubstr("c.asm:1:9: error: unknown instruction 'stpo'"));
    EXPECT_THAT(finished.output, HasSubstr("    - line: 2\n"));
    EXPECT_THAT(finished.output, HasSubstr("    - line: null\n"));
}

TEST_F(Formats, JunitIsXmlWithCounts) {
    const Finished finished = run({"test", "--format", "junit", "a.asm", kHostile, "c.asm"});
    EXPECT_EQ(finished.status, 1);
    EXPECT_TRUE(is_clean(finished.output));
    boost::property_tree::ptree tree;
    std::istringstream in(finished.output);
    ASSERT_NO_THROW(boost::property_tree::read_xml(in, tree));
    const auto& suite = tree.get_child("testsuites.testsuite");
    EXPECT_EQ(suite.get<int>("<xmlattr>.tests"), 5);
    EXPECT_EQ(suite.get<int>("<xmlattr>.failures"), 2);
    EXPECT_EQ(suite.get<int>("<xmlattr>.errors"), 1);
    EXPECT_EQ(suite.get<int>("<xmlattr>.skipped"), 0);
    std::vector<std::string> outcomes;
    for (const auto& [name, test] : suite) {
        if (name != "testcase") continue;
        std::string outcome = test.get<std::string>("<xmlattr>.name");
        for (const auto& [child, body] : test) {
            if (child != "<xmlattr>") outcome += " " + child + ": " + body.data();
        }
        outcomes.push_back(outcome);
    }
    EXPECT_THAT(outcomes, ElementsAre("fast", "rules", HasSubstr("fast failure: line 2: expected stop"),
                                      HasSubstr("rules failure: line 2: expected stop"),
                                      HasSubstr("read error: c.asm:1:9: error: unknown instruction 'stpo'")));
    EXPECT_THAT(finished.output,
                HasSubstr("classname=\"b # SKIP \\ &lt;&amp;&gt;&quot;']]&gt;\xEF\xBF\xBD[31m"));
}

TEST_F(Formats, AProgramThatAnEngineDoesNotSupportIsSkipped) {
    folder_.write("sin.asm",
                  ".word 32 wrap\n.threads 1\n        x = sin.f32 1.0f32\n        stop\n.expect stop\n");
    const Finished tap = run({"test", "--engine", "cuda-emulated", "--format", "tap", "sin.asm"});
    const Finished junit = run({"test", "--engine", "cuda-emulated", "--format", "junit", "sin.asm"});
    EXPECT_EQ(tap.status, 0);
    EXPECT_THAT(tap.output, HasSubstr("ok 1 - sin.asm (engine cuda-emulated) # SKIP "));
    EXPECT_THAT(junit.output, HasSubstr("skipped=\"1\""));
    EXPECT_THAT(junit.output, HasSubstr("<skipped message=\""));
}

TEST_F(Formats, JsonIsTheSameByBothOptions) {
    const Finished by_flag = run({"test", "--json", "a.asm"});
    EXPECT_EQ(run({"test", "--format=json", "a.asm"}).output, by_flag.output);
    EXPECT_EQ(run({"test", "--format", "json", "--json", "a.asm"}).output, by_flag.output);
    EXPECT_EQ(run({"check", "--format", "json", "a.asm"}).output, run({"check", "--json", "a.asm"}).output);
    const Finished both = run({"check", "--format", "sarif", "--json", "a.asm"});
    EXPECT_EQ(both.status, 2);
    EXPECT_THAT(both.errors, HasSubstr("'--json' cannot be used with '--format sarif'"));
}

// ---- SARIF

// What the schema of SARIF 2.1.0 requires of the members that musimd writes.
const Json& sarif_schema() {
    static const Json schema = Json::parse(R"({
      "type": "object", "additionalProperties": false, "required": ["version", "runs"],
      "properties": {
        "$schema": {"type": "string"}, "version": {"const": "2.1.0"},
        "runs": {"type": "array", "minItems": 1, "items": {
          "type": "object", "additionalProperties": false, "required": ["tool"],
          "properties": {
            "tool": {"type": "object", "required": ["driver"], "properties": {"driver": {
              "type": "object", "required": ["name"], "additionalProperties": false, "properties": {
                "name": {"type": "string"}, "version": {"type": "string"},
                "rules": {"type": "array", "uniqueItems": true, "items": {
                  "type": "object", "required": ["id"], "additionalProperties": false, "properties": {
                    "id": {"type": "string"}, "shortDescription": {"$ref": "#/$defs/message"}}}}}}}},
            "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            "invocations": {"type": "array", "items": {
              "type": "object", "required": ["executionSuccessful"], "additionalProperties": false,
              "properties": {"executionSuccessful": {"type": "boolean"}, "exitCode": {"type": "integer"}}}},
            "results": {"type": "array", "items": {
              "type": "object", "required": ["message"], "additionalProperties": false, "properties": {
                "ruleId": {"type": "string"}, "ruleIndex": {"type": "integer", "minimum": 0},
                "level": {"enum": ["none", "note", "warning", "error"]},
                "message": {"$ref": "#/$defs/message"},
                "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
                "codeFlows": {"type": "array", "items": {
                  "type": "object", "required": ["threadFlows"], "properties": {"threadFlows": {
                    "type": "array", "minItems": 1, "items": {
                      "type": "object", "required": ["locations"], "properties": {"locations": {
                        "type": "array", "minItems": 1, "items": {
                          "type": "object", "properties": {"location": {"$ref": "#/$defs/location"}}}}}}}}}}}}}}}}},
      "$defs": {
        "message": {"type": "object", "required": ["text"], "properties": {"text": {"type": "string"}}},
        "location": {"type": "object", "additionalProperties": false, "properties": {
          "message": {"$ref": "#/$defs/message"},
          "physicalLocation": {"type": "object", "required": ["artifactLocation"], "properties": {
            "artifactLocation": {"type": "object", "required": ["uri"], "properties": {"uri": {"type": "string"}}},
            "region": {"type": "object", "additionalProperties": false, "properties": {
              "startLine": {"type": "integer", "minimum": 1}, "startColumn": {"type": "integer", "minimum": 1}}}}}}}
      }})");
    return schema;
}

TEST_F(Formats, SarifHasEveryFindingWithItsLocation) {
    const Finished finished = run({"check", "--format", "sarif", "a.asm", kHostile, "c.asm", "missing.asm"});
    EXPECT_EQ(finished.status, 2);
    const Json log = Json::parse(finished.output);
    EXPECT_THAT(support::violations(sarif_schema(), log), IsEmpty());
    const Json& run = log.at("runs").at(0);
    EXPECT_EQ(run.at("/invocations/0/executionSuccessful"_json_pointer), false);
    ASSERT_EQ(run.at("results").size(), 3U);
    std::vector<std::string> found;
    for (const Json& result : run.at("results")) {
        EXPECT_EQ(
            run.at("tool").at("driver").at("rules").at(result.at("ruleIndex").get<std::size_t>()).at("id"),
            result.at("ruleId"));
        const Json& location = result.at("locations").at(0).at("physicalLocation");
        found.push_back(result.at("ruleId").get<std::string>() + " " +
                        location.at("artifactLocation").at("uri").get<std::string>() + " " +
                        location.value("region", Json()).dump());
    }
    EXPECT_THAT(found, ElementsAre("sync-without-branch "
                                   "b%20%23%20SKIP%20%5C%20%3C%26%3E%22%27%5D%5D%3E%1B%5B31m%0A%FF.asm "
                                   "{\"startColumn\":9,\"startLine\":1}",
                                   "bad-input c.asm {\"startColumn\":9,\"startLine\":1}",
                                   "bad-input missing.asm null"));
}

TEST_F(Formats, SarifOfAGoodProgramIsEmptyAndOfAPathHasItsSteps) {
    const Finished good = run({"check", "--format", "sarif", "a.asm"});
    EXPECT_EQ(good.status, 0);
    EXPECT_THAT(Json::parse(good.output).at("/runs/0/results"_json_pointer), IsEmpty());

    folder_.write("path.asm", "        x = 1\n        y = 2\n");
    const Finished path = run({"check", "--format", "sarif", "path.asm"});
    EXPECT_EQ(path.status, 1);
    const Json result = Json::parse(path.output).at("/runs/0/results/0"_json_pointer);
    EXPECT_EQ(result.at("ruleId"), "pc-out-of-program");
    std::vector<std::string> steps;
    for (const Json& step : result.at("/codeFlows/0/threadFlows/0/locations"_json_pointer))
        steps.push_back(step.at("/location/message/text"_json_pointer).get<std::string>());
    EXPECT_THAT(steps, ElementsAre("x = 1", "y = 2"));
}

TEST_F(Formats, SarifHasTheWarningsOfLint) {
    folder_.write("lint.asm", "        x = y\nunused: stop\n        x = 2\n");
    const Finished finished = run({"check", "--lint", "--format", "sarif", "lint.asm"});
    EXPECT_EQ(finished.status, 0);
    const Json log = Json::parse(finished.output);
    EXPECT_THAT(support::violations(sarif_schema(), log), IsEmpty());
    std::vector<std::string> found;
    for (const Json& result : log.at("/runs/0/results"_json_pointer)) {
        EXPECT_EQ(result.at("level"), "warning");
        found.push_back(result.at("ruleId").get<std::string>());
    }
    EXPECT_THAT(found, ElementsAre("unassigned-variable", "unused-label", "dead-code"));
}

TEST_F(Formats, SarifOfAnAbsolutePathIsAFileUri) {
    const std::string file = (folder_.path() / "c.asm").string();
    const Json log = Json::parse(run({"check", "--format", "sarif", file}).output);
    EXPECT_EQ(log.at("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri"_json_pointer),
              "file://" + file);
}

}  // namespace
}  // namespace musimd::formats_test
