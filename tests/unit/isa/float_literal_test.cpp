// Float literals in programs.

#include "isa/float_literal.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <random>
#include <string>

namespace musimd::float_literal_test {
namespace {

std::uint64_t pattern(std::string_view text) {
    const auto literal = parse_float(text);
    EXPECT_TRUE(literal.has_value()) << text;
    return literal.value_or(FloatLiteral{}).pattern;
}

TEST(FloatLiteral, Forms) {
    EXPECT_EQ(pattern("1.5f32"), 0x3FC00000U);
    EXPECT_EQ(pattern("3f32"), 0x40400000U);
    EXPECT_EQ(pattern("3.f32"), 0x40400000U);
    EXPECT_EQ(pattern("1e-3f64"), std::bit_cast<std::uint64_t>(1e-3));
    EXPECT_EQ(pattern("25E+1f16"), 0x5BD0U);
    EXPECT_EQ(pattern("0x1.8p3f32"), std::bit_cast<std::uint32_t>(12.0F));
    EXPECT_EQ(pattern("inff32"), 0x7F800000U);
    EXPECT_EQ(pattern("nanf16"), 0x7E00U);
    EXPECT_EQ(pattern("nanf64"), 0x7FF8000000000000U);
    EXPECT_EQ(parse_float("1f64")->type, Type::f64);
}

TEST(FloatLiteral, InvalidForms) {
    for (const char* const text :
         {"",           "f32",         "1.5",     "1.5f",   "1.5f8",    "1.5i32", ".5f32",    "x1f32",
          "1.5.0f32",   "1e f32",      "1ef32",   "1e+f32", "1e0x1f32", "0x1f32", "0x1.8f32", "0xp1f32",
          "0xG.0p1f32", "infinityf32", "-1.5f32", "1_0f32", "nan",      "inff8"}) {
        EXPECT_FALSE(parse_float(text).has_value()) << text;
    }
}

TEST(FloatLiteral, TiesGoToEven) {
    EXPECT_EQ(pattern("1.00048828125f16"), 0x3C00U);
    EXPECT_EQ(pattern("1.00146484375f16"), 0x3C02U);
    EXPECT_EQ(pattern("0x1.000001p0f32"), 0x3F800000U);
    EXPECT_EQ(pattern("0x1.000003p0f32"), 0x3F800002U);
}

// Rounding to a wider format first would make ties of these.
TEST(FloatLiteral, AreRoundedOnce) {
    EXPECT_EQ(pattern("1.00048828125000000000000000000001f16"), 0x3C01U);
    EXPECT_EQ(pattern("1.00146484374999999999999999999999f16"), 0x3C01U);
    EXPECT_EQ(pattern("0x1.0000010000000000000000000001p0f32"), 0x3F800001U);
    EXPECT_EQ(pattern("1.00048828125" + std::string(5000, '0') + "1f16"), 0x3C01U);
}

TEST(FloatLiteral, SubnormalsAndUnderflow) {
    EXPECT_EQ(pattern("4.9e-324f64"), 1U);
    EXPECT_EQ(pattern("2.2250738585072009e-308f64"), 0xFFFFFFFFFFFFFU);
    EXPECT_EQ(pattern("1e-7f16"), 2U);
    EXPECT_EQ(pattern("0x1p-25f16"), 0U);  // a tie
    EXPECT_EQ(pattern("0x1.0001p-25f16"), 1U);
    EXPECT_EQ(pattern("1e-999999999999999999999999f64"), 0U);
    EXPECT_EQ(pattern("0e999999999999999999999999f64"), 0U);
}

TEST(FloatLiteral, Overflow) {
    EXPECT_FALSE(parse_float("65519.999f16")->too_large);
    EXPECT_EQ(pattern("65519.999f16"), 0x7BFFU);
    for (const char* const text :
         {"65520f16", "1e39f32", "1e309f64", "0x1p1024f64", "1e999999999999999999999f32"}) {
        EXPECT_TRUE(parse_float(text)->too_large) << text;
    }
    EXPECT_FALSE(parse_float("inff16")->too_large);
}

TEST(FloatLiteral, ItsWordIsItsPatternSignExtended) {
    EXPECT_EQ(parse_float("1.5f16")->word(true), Value{-16896});
    EXPECT_EQ(parse_float("0f64")->word(true), INT64_MIN);
    EXPECT_TRUE(parse_signed_word("-1.5f16") == Integer{-16896});
    EXPECT_TRUE(parse_signed_word("+0x10") == Integer{16});
    for (const char* const text : {"", "-", "--1f32", "1e99f32", "1.5"})
        EXPECT_FALSE(parse_signed_word(text)) << text;
}

// The library's conversion to double and float is independent.
TEST(FloatLiteral, AgreeWithTheLibrary) {
    std::mt19937_64 dice(1);
    for (int i = 0; i < 3000; ++i) {
        const std::uint64_t digits = dice() >> (dice() % 64);
        const std::string text = std::to_string(digits) + "." + std::to_string(dice() % 1000) + "e" +
                                 std::to_string(static_cast<int>(dice() % 700) - 360);
        double wide = 0;
        float narrow = 0;
        const char* const end = text.data() + text.size();
        if (std::from_chars(text.data(), end, wide).ec == std::errc()) {
            EXPECT_EQ(pattern(text + "f64"), std::bit_cast<std::uint64_t>(wide)) << text;
        }
        if (std::from_chars(text.data(), end, narrow).ec == std::errc()) {
            EXPECT_EQ(pattern(text + "f32"), std::bit_cast<std::uint32_t>(narrow)) << text;
        }
    }
}

}  // namespace
}  // namespace musimd::float_literal_test
