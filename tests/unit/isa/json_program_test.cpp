// Programs as JSON: written, read back, and what is wrong with them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isa/json_writer.hpp"
#include "isa/reader.hpp"
#include "tests/support/programs.hpp"

namespace musimd::json_program_test {
namespace {

using testing::HasSubstr;

std::string errors_in(const std::string& text) {
    const ReadResult read = read_program(text, "p.json");
    return read ? "no errors" : read.errors;
}

/// A program with this list of instructions.
std::string with(const std::string& instructions, const std::string& members = "") {
    return "{\"format\": 1, \"variables\": [\"x\", \"y\"]," + members + "\n\"instructions\": [" +
           instructions + "]}";
}

/// Equal but for the lines that expectations name, which are those of the JSON text.
void expect_same(Program a, Program b, const std::string& title) {
    ASSERT_EQ(a.expectations.size(), b.expectations.size()) << title;
    const auto without_line = [](Expectation& expectation) {
        if (auto* const outcome = std::get_if<ExpectOutcome>(&expectation.what)) outcome->line.reset();
        if (auto* const warning = std::get_if<ExpectWarning>(&expectation.what)) warning->line.reset();
    };
    for (Program* program : {&a, &b})
        for (Expectation& expectation : program->expectations) without_line(expectation);
    a.labels.clear();  // those that the text does not have get a name
    b.labels.clear();
    EXPECT_EQ(a, b) << title;
}

TEST(JsonPrograms, AreTheSameAfterReadingThemBack) {
    std::size_t programs = 0;
    for (const char* folder : {"conformance", "paper", "bench", "bugs", "explore", "related"}) {
        for (const support::ReadTest& test : support::programs_under(folder)) {
            if (!test.read) continue;
            const std::string json = to_json(*test.read.program);
            const ReadResult again = read_program(json, "p.json");
            ASSERT_TRUE(again) << test.test.title() << again.errors;
            expect_same(*test.read.program, *again.program, test.test.title());
            EXPECT_EQ(to_json(*again.program), json) << test.test.title();
            ++programs;
        }
    }
    EXPECT_GT(programs, 1000u);
}

TEST(JsonPrograms, ATrapThatIsExpectedIsAtItsInstruction) {
    const Program program = support::read("\n\nx = 1\nassert 0\n.expect trap assertion 4\n");
    const std::string json = to_json(program);
    EXPECT_THAT(json, HasSubstr("\"trap\": \"assertion\", \"pc\": 2"));
    const ReadResult again = read_program(json, "p.json");
    ASSERT_TRUE(again) << again.errors;
    const auto& outcome = std::get<ExpectOutcome>(again.program->expectations[0].what);
    EXPECT_EQ(outcome.line, again.program->at(2).line);
    EXPECT_NE(again.program->at(1).line, again.program->at(2).line);
}

TEST(JsonPrograms, StandardInputIsJsonIfItBeginsWithABrace) {
    EXPECT_EQ(language_of("-", " \n{\"format\": 1}"), Language::json);
    EXPECT_EQ(language_of("p.json", ""), Language::json);
    EXPECT_EQ(language_of("-", "x = 1"), Language::assembly);
}

TEST(JsonPrograms, AllErrorsAreReportedAtTheirPlaces) {
    const std::string errors =
        errors_in(with("{\"op\": \"jumpp\"},\n{\"op\": \"bz\", \"operands\": [{\"constant\": "
                       "1}], \"target\": 9},\n{\"op\": \"stop\", \"x\": 1}"));
    EXPECT_THAT(errors, HasSubstr("p.json:2:25: error: 'jumpp' is unknown here; did you mean 'jump'?\n"));
    EXPECT_THAT(errors, HasSubstr("p.json:3:55: error: expected an integer from 1 to 4, got 9\n"));
    EXPECT_THAT(errors, HasSubstr("p.json:4:16: error: 'x' is not a member of this object\n"));
}

TEST(JsonPrograms, OfAWrongTypeAreRefused) {
    EXPECT_THAT(errors_in("[]"), HasSubstr("p.json:1:1: error: expected an object, got a list"));
    EXPECT_THAT(errors_in("{\"format\": 2, \"instructions\": []}"),
                HasSubstr("1:12: error: expected an integer from 1 to 1, got 2"));
    EXPECT_THAT(errors_in("{\"format\": 1}"), HasSubstr("expected the member 'instructions'"));
    EXPECT_THAT(errors_in(with("7")), HasSubstr("expected an object, got an integer"));
    EXPECT_THAT(
        errors_in(with("{\"op\": \"copy\", \"destination\": \"z\", \"operands\": [{\"constant\": 1}]}")),
        HasSubstr("'z' is not one of the variables"));
    EXPECT_THAT(
        errors_in(with("{\"op\": \"copy\", \"destination\": \"x = 1\", \"operands\": [{\"constant\": 1}]}")),
        HasSubstr("expected a name: letters, digits and `_`"));
    EXPECT_THAT(
        errors_in(with("{\"op\": \"copy\", \"destination\": \"x\", \"operands\": [{\"constant\": 1.5}]}")),
        HasSubstr("expected an integer, got a number with a fraction"));
    EXPECT_THAT(
        errors_in(with("{\"op\": \"copy\", \"destination\": \"x\", \"operands\": [{\"constant\": 1e400}]}")),
        HasSubstr("p.json:2:"));
    EXPECT_THAT(errors_in(with("{\"op\": \"sync\", \"target\": 1}")), HasSubstr("'sync' has no target"));
    EXPECT_THAT(errors_in(with("{\"op\": \"bz\", \"operands\": [{\"constant\": 1}], \"target\": 1}")),
                HasSubstr("'bz' branches on a variable, tid or wid"));
    EXPECT_THAT(errors_in(with("{\"op\": \"stop\"}", "\"memory\": [{\"address\": 0, \"words\": [\"1\"]}],")),
                HasSubstr("expected an integer, got a text"));
    EXPECT_THAT(errors_in(with("{\"op\": \"stop\"}", "\"threads\": 99999999999999999999999,")),
                HasSubstr("expected an integer from 1 to 65536, got 99999999999999999999999"));
}

TEST(JsonPrograms, WithDuplicateKeysOrDeepNestingAreRefused) {
    EXPECT_THAT(errors_in("{\"format\": 1, \"format\": 1, \"instructions\": []}"),
                HasSubstr("1:15: error: the member 'format' occurs twice"));
    EXPECT_THAT(errors_in(std::string(1'000'000, '[')), HasSubstr("more than 64 levels"));
    EXPECT_THAT(errors_in("{\"format\": 1,"), HasSubstr("1:14: error: not JSON: "));
    EXPECT_THAT(errors_in("{\"format\": \"\xff\"}"), HasSubstr("not JSON: "));
    EXPECT_THAT(errors_in(""), HasSubstr("not JSON: "));
    EXPECT_THAT(errors_in("{\"format\": 1, \"threads\": -1e400}"),
                HasSubstr("1:26: error: -1e400 is out of range; no number is above 1.8e308"));
}

TEST(JsonPrograms, ErrorsOfNamesAndNumbersAreAtTheirInstruction) {
    EXPECT_THAT(
        errors_in(with("{\"op\": \"stop\"},\n {\"op\": \"copy\", \"destination\": \"x\", \"operands\": "
                       "[{\"constant\": 300}]}",
                       "\"word\": {\"bits\": 8, \"mode\": \"trap\"},")),
        HasSubstr("p.json:3:2: error: "));
}

}  // namespace
}  // namespace musimd::json_program_test
