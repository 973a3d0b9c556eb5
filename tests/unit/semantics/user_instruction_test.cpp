#include "isa/user_instruction.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "analysis/divergence/report.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "semantics/machine.hpp"

namespace musimd::user_instruction_test {
namespace {

using testing::HasSubstr;

class UserInstructions : public testing::Test {
  protected:
    ~UserInstructions() override {
        for (const char* const name : {"twice", "ratio", "popc"}) remove_user_instruction(name);
    }
};

void define_twice() {
    define_user_instruction({"twice", 1, [](std::span<const Value> o, Word) { return 2 * o[0]; }});
}

void define_ratio() {
    define_user_instruction(
        {"ratio", 2, [](std::span<const Value> o, Word) -> tl::expected<Value, UserFailure> {
             if (o[1] == 0) return tl::unexpected(UserFailure::division_by_zero);
             return o[0] / o[1];
         }});
}

Program read(const std::string& text) {
    ReadResult result = read_program(text, "test.asm");
    EXPECT_EQ(result.errors, "");
    return result ? std::move(*result.program) : Program();
}

Value word_of(const Program& program, Thread t) {
    return *run_rules(program).warps.at(0).bank.find(t, 0);
}

TEST_F(UserInstructions, AreReadExecutedAndPrinted) {
    define_twice();
    define_ratio();
    const Program program = read(".threads 3\nx = twice(-4)\nx = ratio x, 2\nx = twice tid\nstop\n");
    EXPECT_TRUE(uses_user_instructions(program));
    EXPECT_EQ(word_of(program, 2), 4);
    EXPECT_EQ(print(program.at(1), program), "x = twice(-4)");
    EXPECT_EQ(print(program.at(2), program), "x = ratio x, 2");
    EXPECT_EQ(read(print(program)), program);
}

TEST_F(UserInstructions, OfTheNumberOfAThreadAreDivergent) {
    define_twice();
    const DivergenceReport report = analyze_divergence(read("x = twice tid\ny = twice 3\nstop\n"));
    EXPECT_EQ(to_string(*report.rows.at(0).result), "divergent");
    EXPECT_EQ(to_string(*report.rows.at(1).result), "uniform");
}

TEST_F(UserInstructions, FormatKeepsThem) {
    define_twice();
    Diagnostics diagnostics;
    const std::string text = "x=twice   tid ; why\n";
    EXPECT_THAT(format(read_lines(text, Language::assembly, {}, diagnostics)),
                HasSubstr("x = twice tid  ; why"));
}

TEST_F(UserInstructions, TrapByTheUsualNames) {
    define_ratio();
    const Result divided = run_rules(read(".threads 4\nx = ratio 6, tid\nstop\n"));
    ASSERT_TRUE(divided.trap);
    EXPECT_EQ(divided.trap->kind, TrapKind::division_by_zero);
    EXPECT_EQ(divided.trap->message, "'x = ratio 6, tid' in thread 0 divides by zero");
    const Result undefined = run_rules(read(".threads 4\nx = ratio 6, y\nstop\n"));
    ASSERT_TRUE(undefined.trap);
    EXPECT_EQ(undefined.trap->kind, TrapKind::undefined_variable);
}

TEST_F(UserInstructions, HideAMnemonicUntilTheyAreRemoved) {
    const Program built_in = read(".threads 1\nx = popc 7\nstop\n");
    define_user_instruction({"popc", 1, [](std::span<const Value>, Word) { return Value{100}; }});
    const Program own = read(".threads 1\nx = popc 7\nstop\n");
    EXPECT_TRUE(remove_user_instruction("popc"));
    EXPECT_FALSE(remove_user_instruction("popc"));
    const Program again = read(".threads 1\nx = popc 7\nstop\n");
    EXPECT_EQ(word_of(built_in, 0), 3);
    EXPECT_EQ(word_of(own, 0), 100);
    EXPECT_EQ(again, built_in);
    EXPECT_FALSE(uses_user_instructions(again));
}

TEST_F(UserInstructions, NeedTheirOperands) {
    define_ratio();
    EXPECT_THAT(read_program("x = ratio tid\nstop\n", "test.asm").errors,
                HasSubstr("test.asm:1:5: error: 'ratio' takes two operands: v = ratio o1, o2"));
}

TEST_F(UserInstructions, WithoutADefinitionAreAnError) {
    EXPECT_THAT(read_program("x = twice tid\nstop\n", "test.asm").errors,
                HasSubstr("test.asm:1:11: error: expected the end of the line, found 'tid'"));
}

TEST_F(UserInstructions, HaveNoReservedNames) {
    const auto wrong = [](const char* name, std::size_t operands) {
        return define_user_instruction({name, operands, {}}).value_or("");
    };
    EXPECT_EQ(wrong("ballot", 1), "'ballot' is a reserved word and cannot be defined");
    EXPECT_EQ(wrong("min", 2), "'min' is a reserved word and cannot be defined");
    EXPECT_EQ(wrong("1st", 1), "'1st' is not a name");
    EXPECT_EQ(wrong("ratio", 4), "'ratio' has 4 operands; expected 1, 2 or 3");
}

}  // namespace
}  // namespace musimd::user_instruction_test
