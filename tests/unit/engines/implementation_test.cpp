// Implementations by others: what they answer, and what is wrong with it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "differential/programs/compare/comparison.hpp"
#include "engines/engines.hpp"
#include "engines/foreign/foreign_engine.hpp"
#include "engines/foreign/result_differences.hpp"
#include "host/files.hpp"
#include "isa/printer.hpp"
#include "tests/support/programs.hpp"

namespace musimd::foreign::implementation_test {
namespace {

using differential::Case;
using differential::compare;
using nlohmann::json;
using testing::HasSubstr;
using Form = ImplementationSetting::Form;
using Format = ImplementationSetting::Format;
using namespace std::chrono_literals;

constexpr const char* kRight =
    R"({"format":1,"outcome":"stop","steps":2,"warps":1,"threads":2,"active":[0,1],"variables":{"x":[0,1]},"memory":{ }})";

ImplementationSetting setting(std::string command, Form form = Form::command) {
    ImplementationSetting one;
    one.command = std::move(command);
    one.form = form;
    one.limit = 10min;
    return one;
}

Given program() {
    const std::string text = ".threads 2\nx = tid\nstop\n";
    return {text, support::read(text)};
}

/// What is wrong with the implementation's answer.
std::string fault_of(const ImplementationSetting& one) {
    try {
        return "no fault: " + Implementation(one).run("a.asm", program()).dump();
    } catch (const std::runtime_error& fault) {
        return fault.what();
    }
}

TEST(Implementation, ACommandGetsTheFileOfTheProgram) {
    Implementation one(setting("grep -q 'x = tid' {} && echo '" + std::string(kRight) + "'"));
    EXPECT_EQ(one.run("a.asm", program()), json::parse(kRight));
    ImplementationSetting as_json = setting("grep -q '\"op\": \"copy\"' {} && echo '{ }'");
    as_json.format = Format::json;
    const Given given = foreign::given(program().program, program().text, Format::json);
    EXPECT_EQ(Implementation(as_json).run("a.asm", given), json::object());
}

TEST(Implementation, WhatACommandDoesWrongIsNamed) {
    EXPECT_THAT(fault_of(setting("/not/here {}")), HasSubstr("the command was not found: /not/here {}"));
    EXPECT_THAT(fault_of(setting("echo '{\"outcome\": ' {}")), HasSubstr("which is not one JSON object"));
    EXPECT_THAT(fault_of(setting("true {}")), HasSubstr("it printed nothing"));
    EXPECT_THAT(fault_of(setting("kill -SEGV $$; {}")), HasSubstr("signal 11"));
    EXPECT_THAT(fault_of(setting("echo '" + std::string(kRight) + "'; exit 3; {}")),
                HasSubstr("exit status 3 with the outcome \"stop\"; expected 0"));
    EXPECT_THAT(fault_of(setting("yes {}")), HasSubstr("it printed more than 64 MiB"));
    EXPECT_THAT(fault_of(setting("echo '{\"unsupported\": \"volta\"}'; {}")),
                HasSubstr("does not support it: volta"));
    ImplementationSetting slow = setting("sleep 100; {}");
    slow.limit = 50ms;
    EXPECT_THAT(fault_of(slow), HasSubstr("it did not end within 50 ms"));
}

TEST(Implementation, AServerThatEndsIsStartedAgain) {
    // Answers one program, then ends.
    Implementation one(
        setting("read -r line; id=${line#*\\\"id\\\":}; id=${id%%,*}; echo \"{\\\"id\\\": $id, "
                "\\\"result\\\": {\\\"steps\\\": $id}}\"",
                Form::server));
    for (int i = 0; i < 3; ++i) one.ask("a.asm", program());
    EXPECT_EQ(one.answer(), json::parse("{\"steps\": 1}"));
    EXPECT_THROW(one.answer(), ImplementationFault);
    EXPECT_EQ(one.answer(), json::parse("{\"steps\": 3}"));
}

TEST(Implementation, WhatAServerDoesWrongIsNamed) {
    EXPECT_THAT(fault_of(setting("/not/here", Form::server)), HasSubstr("the command was not found"));
    EXPECT_THAT(fault_of(setting("exit 4", Form::server)), HasSubstr("it ended with exit status 4"));
    EXPECT_THAT(fault_of(setting("echo garbage; cat", Form::server)), HasSubstr("it printed 'garbage'"));
    EXPECT_THAT(fault_of(setting("echo '{\"id\": 9, \"result\": {}}'; cat", Form::server)),
                HasSubstr("its answer has the id 9; expected 1"));
    EXPECT_THAT(fault_of(setting("echo '{\"id\": 1}'; cat", Form::server)),
                HasSubstr("neither the member result nor errors"));
    EXPECT_THAT(fault_of(setting("echo '{\"id\": 1, \"errors\": \"no\"}'; cat", Form::server)),
                HasSubstr("it refuses the program"));
}

TEST(ResultDifferences, NameEachMember) {
    const json expected = json::parse(kRight);
    json other = expected;
    EXPECT_EQ(result_differences(expected, other, false), "");
    other["variables"]["x"][1] = nullptr;
    other["memory"]["7"] = 3;
    other.erase("active");
    EXPECT_EQ(
        result_differences(expected, other, false),
        "/active: expected [0,1], got nothing\n/memory/7: expected nothing, got 3\n/variables/x/1: expected "
        "1, got null\n");
    other = expected;
    other["steps"] = 2.0;
    EXPECT_EQ(result_differences(expected, other, false), "/steps: expected 2, got 2.0\n");
}

TEST(ResultDifferences, LeaveOutWhatTheContractDoesNotCompare) {
    const json a = json::parse(R"({"trap": {"kind": "race", "line": 3, "column": 1, "message": "a"}})");
    const json b =
        json::parse(R"({"trap": {"kind": "race", "line": null, "column": null}, "stats": {}, "limit": 0})");
    EXPECT_EQ(result_differences(a, b, true), "");
    EXPECT_THAT(result_differences(a, b, false), HasSubstr("/trap/line: expected 3, got null"));
    const json variables = json::parse(R"({"variables": {"message": [1]}, "memory": {}})");
    EXPECT_NE(
        result_differences(variables, json::parse(R"({"variables": {"message": [2]}, "memory": {}})"), true),
        "");
}

TEST(Implementation, OneThatIsNotThereIsNoFaultOfAProgram) {
    EXPECT_THROW(Implementation(setting("/not/here {}")).run("a.asm", program()), Unavailable);
    EXPECT_THROW(Implementation(setting("/not/here", Form::server)).run("a.asm", program()), Unavailable);
    Implementation once(
        setting("read l; test \"$l\" && echo '{\"id\":1,\"result\":{}}'; exit 127", Form::server));
    EXPECT_EQ(once.run("a.asm", program()), json::object());
    EXPECT_THROW(once.run("a.asm", program()), ImplementationFault);
}

TEST(ForeignEngine, ATimeLimitIsNoDifference) {
    const differential::Case c{support::read(".threads 2\nx = tid\nstop\n"), {}};
    const std::vector<Engine> engines = {*find_engine("rules"), implementation_engine()};
    for (const Form form : {Form::command, Form::server}) {
        ImplementationSetting slow = setting("sleep 100; : {}", form);
        slow.limit = 100ms;
        set_implementation(slow);
        const auto comparison = compare(c, engines);
        EXPECT_TRUE(comparison.same()) << comparison.differences;
        EXPECT_EQ(comparison.timed_out, 1u);
    }
}

TEST(ForeignEngine, DifferencesAreThoseOfTheResults) {
    const differential::Case c{support::read(".threads 2\nx = tid\nstop\n"), {}};
    const std::vector<Engine> engines = {*find_engine("rules"), implementation_engine()};
    set_implementation(setting("echo '" + std::string(kRight) + "'; : {}"));
    EXPECT_EQ(compare(c, engines).differences, "");
    const differential::Case other{support::read(".threads 2\nx = 5\nstop\n"), {}};
    EXPECT_EQ(compare(other, engines).differences,
              "impl: /variables/x/0: expected 5, got 0\n/variables/x/1: expected 5, got 1\n");
}

}  // namespace
}  // namespace musimd::foreign::implementation_test
