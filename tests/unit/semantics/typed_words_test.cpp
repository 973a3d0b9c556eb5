// Typed operations and floats in programs: read, printed, formatted. Error messages are tested in
// tests/golden/cases, results in programs/conformance.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "isa/float_literal.hpp"
#include "isa/printer.hpp"
#include "semantics/typed/arithmetic.hpp"
#include "tests/support/programs.hpp"

namespace musimd::typed_words_test {
namespace {

using support::read;

std::string first_of(std::string_view text) {
    const Program program = read(text);
    return program.instructions.empty() ? "" : print(program.at(1), program);
}

// Every operation, with every type that it has, is read back as it is printed.
TEST(TypedWords, EveryOperationIsReadAsItIsPrinted) {
    constexpr std::string_view kOperands[] = {"x", "x, -3", "x, tid, y"};
    std::size_t forms = 0;
    for (const TypedOperationInfo& row : typed_operation_table()) {
        for (const std::string_view type : kTypeNames) {
            if (!has_type(row.operation, *type_named(type))) continue;
            const bool converts = row.operation == TypedOperation::cvt;
            const std::string text = "v = " + std::string(row.name) + "." + std::string(type) +
                                     (converts ? ".u16 " : " ") + std::string(kOperands[row.operands - 1]);
            const Program program = read(text);
            const Instruction& i = program.at(1);
            EXPECT_EQ(i.opcode, Opcode::typed) << text;
            EXPECT_EQ(i.typed_operation, row.operation) << text;
            EXPECT_EQ(to_string(i.type), type) << text;
            EXPECT_EQ(i.from, converts ? Type::u16 : Type::i8) << text;
            EXPECT_EQ(operand_count(i), row.operands) << text;
            EXPECT_EQ(print(i, program), text);
            EXPECT_EQ(read(print(program)), program) << text;
            ++forms;
        }
    }
    EXPECT_EQ(forms, 17 * 11 + 10 * 8 + 3 * 4 + (typed_operation_table().size() - 30) * 3);
}

TEST(TypedWords, NamesOfOperationsMayBeVariables) {
    EXPECT_EQ(first_of("v = add"), "v = add");
    EXPECT_EQ(first_of("add = add.i32 add, add"), "add = add.i32 add, add");
    EXPECT_EQ(first_of("v = sqrt - neg"), "v = sqrt - neg");
    EXPECT_EQ(first_of("min_ = min.u8 select, cvt"), "min_ = min.u8 select, cvt");
}

TEST(TypedWords, FloatsAreWords) {
    EXPECT_EQ(first_of("x = 1.5f32"), "x = 1069547520");
    EXPECT_EQ(first_of("x = -1.5f32"), "x = -1077936128");
    EXPECT_EQ(first_of("x = - 0.0f16"), "x = -32768");
    EXPECT_EQ(first_of("x = 1e-3f32 - -1e+3f32"), "x = 981668463 - -998637568");
    EXPECT_EQ(first_of("x = 0x1e-3"), "x = 30 - 3");
    EXPECT_EQ(first_of("x = 0x1f32"), "x = 7986");
    EXPECT_EQ(first_of("[2.0f64] = nanf16"), "[4611686018427387904] = 32256");
    EXPECT_EQ(first_of(".const HALF -0.5f32\nx = HALF"), "x = -1090519040");
    EXPECT_EQ(first_of(".word 32 wrap\nx = -inff32"), "x = -8388608");
}

TEST(TypedWords, FloatsInDirectives) {
    const Program program = read(
        ".threads 2\n.memory 0: 1.0f16 -1.0f16 1e-3f16\n.fill 5 2 2.5f16\n.iota 8 3 1.0f16\n x = 1\n"
        ".expect var x: -0.5f16 _\n.expect memory 0: * nanf16\n");
    EXPECT_EQ(program.preloads[0].words, (std::vector<Value>{15360, -17408, 5145}));
    EXPECT_EQ(program.preloads[1].start, 16640);
    EXPECT_EQ(program.preloads[2].start, 15360);
    EXPECT_EQ(std::get<ExpectVariable>(program.expectations[0].what).words[0].value, -18432);
    EXPECT_EQ(std::get<ExpectMemory>(program.expectations[1].what).words[1].value, 32256);
    EXPECT_EQ(read(print(program)), program);
}

// They might not fit another word.
TEST(TypedWords, ExpectedFloatsAreNotCheckedWhereTheWordIsOverridden) {
    ReadOptions options;
    options.word = Word{16};
    read(" x = 1\n stop\n.expect var x: 1.5f64\n", options);
    EXPECT_THAT(support::errors_of(" x = 1.5f64\n", options),
                testing::HasSubstr("f64 does not fit a word of 16 bits"));
}

TEST(TypedWords, ADefinedConstantMayBeAFloat) {
    ReadOptions options;
    options.defines["P"] = parse_signed_word("-2.5f32").value();
    const Program program = read(".const P 1.5f32\n x = P\n", options);
    EXPECT_EQ(program.at(1).operands[0].value, Value{std::bit_cast<std::int32_t>(-2.5F)});
}

TEST(TypedWords, FormatKeepsTheSpellingOfFloats) {
    Diagnostics none;
    const std::string_view text =
        ".memory 0 :1e-3f32  -0x1.8P+3f32\n  x=add.f32   1.50f32,-inff16\n y = cvt.f32.i8 +3\n";
    EXPECT_EQ(
        format(read_lines(text, Language::assembly, {}, none)),
        ".memory 0: 1e-3f32 -0x1.8P+3f32\n        x = add.f32 1.50f32, -inff16\n        y = cvt.f32.i8 3\n");
}

// ---- what programs of one type cannot show

TEST(TypedArithmetic, ReadsTheLowBits) {
    const auto sum = apply(TypedOperation::add, Type::u8, Type::i8, {0x7F01, -0x7FFF, 0});
    EXPECT_EQ(sum, 2);
    const auto half =
        apply(TypedOperation::mul, Type::f16, Type::i8, {0x12343C00, Value{0x3800} - 0x10000, 0});
    EXPECT_EQ(half, 0x3800);
}

// Rounded to the precision of a normal number first, these products would be ties, and round the other way.
TEST(TypedArithmetic, SubnormalsAreRoundedOnce) {
    EXPECT_EQ(apply(TypedOperation::mul, Type::f16, Type::i8, {0x1A12, 0x1BE3, 0}), 0xBF);
    EXPECT_EQ(apply(TypedOperation::mul, Type::f32, Type::i8, {0x1F149818, 0x1F51EF19, 0}), 0xF3B5F);
}

}  // namespace
}  // namespace musimd::typed_words_test
