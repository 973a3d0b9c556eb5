#include "isa/literal.hpp"

#include <gtest/gtest.h>

#include "isa/word.hpp"

namespace musimd::literal_test {
namespace {

constexpr Integer kTwoTo64 = Integer{1} << 64;

// ---- literals

TEST(Literal, DecimalAndHexadecimal) {
    EXPECT_TRUE(parse_integer("0") == Integer{0});
    EXPECT_TRUE(parse_integer("007") == Integer{7});
    EXPECT_TRUE(parse_integer("0x1F") == Integer{31});
    EXPECT_TRUE(parse_integer("0XfF") == Integer{255});
    EXPECT_TRUE(parse_integer("9223372036854775808") == Integer{1} << 63);
    EXPECT_TRUE(parse_integer("18446744073709551615") == kTwoTo64 - 1);
    EXPECT_TRUE(parse_integer("0xFFFFFFFFFFFFFFFF") == kTwoTo64 - 1);
}

TEST(Literal, WhatDoesNotFitIsTwoTo64) {
    EXPECT_TRUE(parse_integer("18446744073709551616") == kTwoTo64);
    EXPECT_TRUE(parse_integer("0x10000000000000000") == kTwoTo64);
    EXPECT_TRUE(parse_integer("999999999999999999999999999999999999999999999999999") == kTwoTo64);
}

TEST(Literal, InvalidForms) {
    for (const char* const text :
         {"", "0x", "x", "1x", "0xG", "1.5", "1e3", "-1", "+1", " 1", "1 ", "1_000"}) {
        EXPECT_FALSE(parse_integer(text).has_value()) << text;
    }
}

TEST(Literal, WithASign) {
    EXPECT_TRUE(parse_signed_integer("-5") == Integer{-5});
    EXPECT_TRUE(parse_signed_integer("+5") == Integer{5});
    EXPECT_TRUE(parse_signed_integer("5") == Integer{5});
    EXPECT_TRUE(parse_signed_integer("-0x10") == Integer{-16});
    for (const char* const text : {"", "-", "+", "--1", "+-1", "- 1"}) {
        EXPECT_FALSE(parse_signed_integer(text).has_value()) << text;
    }
}

TEST(Literal, Identifiers) {
    for (const char* const text : {"a", "_", "A9", "_1", "long_name_2", "stop"})
        EXPECT_TRUE(is_identifier(text)) << text;
    for (const char* const text : {"", "9", "9a", "a-b", "a.b", "ä", "a b"})
        EXPECT_FALSE(is_identifier(text)) << text;
}

// ---- words

TEST(Word, RangeOfEachWidth) {
    EXPECT_TRUE(Word{8}.min() == -128 && Word{8}.max() == 127);
    EXPECT_TRUE(Word{16}.min() == -32768 && Word{16}.max() == 32767);
    EXPECT_TRUE(Word{32}.min() == INT32_MIN && Word{32}.max() == INT32_MAX);
    EXPECT_TRUE(Word{64}.min() == INT64_MIN && Word{64}.max() == INT64_MAX);
}

TEST(Word, Fits) {
    EXPECT_TRUE(Word{8}.fits(127));
    EXPECT_FALSE(Word{8}.fits(128));
    EXPECT_TRUE(Word{8}.fits(-128));
    EXPECT_FALSE(Word{8}.fits(-129));
    EXPECT_FALSE(Word{64}.fits(Integer{1} << 63));
    EXPECT_TRUE(Word{64}.fits(-(Integer{1} << 63)));
}

TEST(Word, WrapsIntoTheSignedRange) {
    EXPECT_EQ(Word{8}.wrapped(127), 127);
    EXPECT_EQ(Word{8}.wrapped(128), -128);
    EXPECT_EQ(Word{8}.wrapped(255), -1);
    EXPECT_EQ(Word{8}.wrapped(256), 0);
    EXPECT_EQ(Word{8}.wrapped(-129), 127);
    EXPECT_EQ(Word{8}.wrapped(-256), 0);
    EXPECT_EQ(Word{16}.wrapped(32768), -32768);
    EXPECT_EQ(Word{32}.wrapped(Integer{1} << 40), 0);
    EXPECT_EQ(Word{64}.wrapped(Integer{1} << 63), INT64_MIN);
    EXPECT_EQ(Word{64}.wrapped(kTwoTo64 - 1), -1);
    EXPECT_EQ(Word{64}.wrapped(-(Integer{1} << 126) + 5), 5);
}

TEST(Word, AcceptsUnsignedLiteralsOnlyWhereItWraps) {
    const Word trap{8, false};
    const Word wrap{8, true};
    EXPECT_TRUE(trap.accepts_literal(127));
    EXPECT_FALSE(trap.accepts_literal(128));
    EXPECT_TRUE(wrap.accepts_literal(128));
    EXPECT_TRUE(wrap.accepts_literal(255));
    EXPECT_FALSE(wrap.accepts_literal(256));
    EXPECT_TRUE(wrap.accepts_literal(-128));
    EXPECT_FALSE(wrap.accepts_literal(-129));
    EXPECT_TRUE((Word{64, true}.accepts_literal(kTwoTo64 - 1)));
    EXPECT_FALSE((Word{64, true}.accepts_literal(kTwoTo64)));
}

}  // namespace
}  // namespace musimd::literal_test
