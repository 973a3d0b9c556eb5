#include "isa/diagnostic.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace musimd::diagnostic_test {
namespace {

using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// ---- UTF-8

TEST(Utf8, LengthOfWellFormedSequences) {
    EXPECT_EQ(utf8_length("a"), 1U);
    EXPECT_EQ(utf8_length(std::string_view("\0", 1)), 1U);
    EXPECT_EQ(utf8_length("\x7F"), 1U);
    EXPECT_EQ(utf8_length("×y"), 2U);
    EXPECT_EQ(utf8_length("↓"), 3U);
    EXPECT_EQ(utf8_length("\U0001F600"), 4U);
    EXPECT_EQ(utf8_length("\xF4\x8F\xBF\xBF"), 4U);  // U+10FFFF
    EXPECT_EQ(utf8_length("\xED\x9F\xBF"), 3U);      // U+D7FF, below the surrogates
    EXPECT_EQ(utf8_length("\xEE\x80\x80"), 3U);      // U+E000, above them
}

TEST(Utf8, IllFormedSequencesHaveNoLength) {
    const char* const wrong[] = {
        "\x80",              // a continuation without a lead
        "\xBF",              //
        "\xC3",              // cut off
        "\xE2\x86",          //
        "\xF0\x9F\x98",      //
        "\xC3(",             // a lead without a continuation
        "\xE2(\x93",         //
        "\xC0\x80",          // more bytes than needed
        "\xC1\xBF",          //
        "\xE0\x9F\xBF",      //
        "\xF0\x8F\xBF\xBF",  //
        "\xED\xA0\x80",      // a surrogate
        "\xED\xBF\xBF",      //
        "\xF4\x90\x80\x80",  // beyond U+10FFFF
        "\xF5\x80\x80\x80",  //
        "\xFE",              //
        "\xFF",              //
    };
    for (const std::string_view bytes : wrong) EXPECT_EQ(utf8_length(bytes), 0U) << bytes;
}

// ---- lines and columns

TEST(Lines, EndInLfOrCrLf) {
    EXPECT_THAT(lines_of(""), IsEmpty());
    EXPECT_THAT(lines_of("a"), ElementsAre("a"));
    EXPECT_THAT(lines_of("a\nb\n"), ElementsAre("a", "b"));
    EXPECT_THAT(lines_of("a\r\n\r\nb\rc\n\n"), ElementsAre("a", "", "b\rc", ""));
}

TEST(Lines, AByteOrderMarkIsSkipped) {
    EXPECT_THAT(lines_of("\xEF\xBB\xBF"
                         "a\n\xEF\xBB\xBF"
                         "b"),
                ElementsAre("a",
                            "\xEF\xBB\xBF"
                            "b"));
}

TEST(Columns, CountCodePointsFrom1) {
    const std::string line = "\tx ← ä";
    EXPECT_EQ(column_of(line, 0), 1U);
    EXPECT_EQ(column_of(line, 1), 2U);
    EXPECT_EQ(column_of(line, line.find("←")), 4U);
    EXPECT_EQ(column_of(line, line.find("ä")), 6U);
    EXPECT_EQ(column_of(line, line.size()), 7U);
    EXPECT_EQ(column_of(line, 1000), 7U);
}

TEST(Columns, AndBack) {
    const std::string line = "\tx ← ä b";
    for (std::size_t column = 1; column <= 8; ++column) {
        EXPECT_EQ(column_of(line, offset_of(line, column)), column);
    }
    EXPECT_EQ(offset_of(line, 5), line.find(" ä"));
    EXPECT_EQ(offset_of(line, 100), line.size());
}

// ---- showing text

TEST(Shown, ControlCharactersAndBrokenBytesAreQuestionMarks) {
    EXPECT_EQ(shown("a\x1B[31m\x7F"
                    "b"),
              "a?[31m?b");
    EXPECT_EQ(shown("a\r\nb"), "a??b");
    EXPECT_EQ(shown("\xC2\x9B"
                    "c\xC2\x85"),
              "?c?");  // C1 controls
    EXPECT_EQ(shown("\xFF\xC3"), "??");
    EXPECT_EQ(shown("a\tb"), "a b");
    EXPECT_EQ(shown("× ↓"), "× ↓");
}

TEST(Shown, IsTruncatedToANumberOfCodePoints) {
    EXPECT_EQ(shown("↓↓↓↓", 4), "↓↓↓↓");
    EXPECT_EQ(shown("↓↓↓↓↓", 4), "↓↓↓↓…");
    EXPECT_EQ(shown(std::string(41, 'x')), std::string(40, 'x') + "…");
}

TEST(Excerpt, TheCaretIsUnderTheColumn) {
    EXPECT_EQ(excerpt("x = y", 4), "    x = y\n        ^\n");
    EXPECT_EQ(excerpt("", 0), "    \n    ^\n");
    EXPECT_EQ(excerpt("ab", 2), "    ab\n      ^\n");
    EXPECT_EQ(excerpt("\t↓ä!", 6), "     ↓ä!\n       ^\n");
}

TEST(Excerpt, OfALongLineIsThePartAroundTheCaret) {
    const std::string text = excerpt(std::string(500, 'a') + "!" + std::string(500, 'b'), 500);
    EXPECT_EQ(text, "    …" + std::string(70, 'a') + "!" + std::string(39, 'b') + "…\n    " +
                        std::string(71, ' ') + "^\n");
}

TEST(Excerpt, NeverBeginsInsideOfACodePoint) {
    std::string line = "x";
    for (int i = 0; i < 100; ++i) line += "↓";
    const std::string text = excerpt(line, line.size());
    EXPECT_THAT(text, Not(HasSubstr("?")));
    EXPECT_THAT(text, EndsWith("^\n"));
}

// ---- messages

TEST(Render, EachWithItsLocation) {
    Diagnostics diagnostics;
    diagnostics.error(2, 4, "second");
    diagnostics.error(1, 0, "first");
    diagnostics.error(0, 0, "of no place");
    diagnostics.sort();
    const std::vector<std::string_view> lines = {"one", "↓ two"};
    EXPECT_EQ(render("prog.asm", lines, diagnostics),
              "prog.asm: error: of no place\n"
              "prog.asm:1:1: error: first\n    one\n    ^\n"
              "prog.asm:2:3: error: second\n    ↓ two\n      ^\n");
}

TEST(Render, AColumnPastTheLineIsItsEnd) {
    Diagnostics diagnostics;
    diagnostics.error(1, 99, "late");
    diagnostics.error(7, 3, "no such line");
    const std::vector<std::string_view> lines = {"one"};
    EXPECT_EQ(render("f", lines, diagnostics),
              "f:1:4: error: late\n    one\n       ^\nf:7:1: error: no such line\n    \n    ^\n");
}

TEST(Render, AfterAThousandOnlyTheCountIsShown) {
    Diagnostics diagnostics;
    for (std::uint32_t i = 0; i < 1000; ++i) diagnostics.error(0, 0, "wrong");
    EXPECT_TRUE(diagnostics.full());
    EXPECT_THAT(render("f", {}, diagnostics), Not(HasSubstr("more errors")));
    diagnostics.error(0, 0, "too much");
    EXPECT_THAT(render("f", {}, diagnostics), EndsWith("f: error: wrong\nf: error: and 1 more errors\n"));
}

// ---- the nearest word

constexpr std::string_view kWords[] = {"stop",       "sync",           "shfl",       "jump",
                                       "everywhere", "end_everywhere", "branch_mask"};

TEST(Nearest, OneLetterOff) {
    EXPECT_EQ(nearest("stopp", kWords), "stop");
    EXPECT_EQ(nearest("stp", kWords), "stop");
    EXPECT_EQ(nearest("stap", kWords), "stop");
    EXPECT_EQ(nearest("stpo", kWords), "stop");
    EXPECT_EQ(nearest("snyc", kWords), "sync");
    EXPECT_EQ(nearest("evreywere", kWords), "everywhere");
}

TEST(Nearest, TheNearestOfSeveral) {
    constexpr std::string_view kNames[] = {"count", "counts", "account"};
    EXPECT_EQ(nearest("count", kNames), "count");
    EXPECT_EQ(nearest("countss", kNames), "counts");
    EXPECT_EQ(nearest("acount", kNames), "count");
}

TEST(Nearest, NoneIfNoneIsNear) {
    EXPECT_EQ(nearest("frobnicate", kWords), "");
    EXPECT_EQ(nearest("st", kWords), "");
    EXPECT_EQ(nearest("", kWords), "");
    EXPECT_EQ(nearest("stop", {}), "");
    EXPECT_EQ(nearest(std::string(100, 'x'), kWords), "");
    constexpr std::string_view kShort[] = {"x"};
    EXPECT_EQ(nearest("y", kShort), "");  // every letter would change
}

TEST(Nearest, AsAQuestion) {
    EXPECT_EQ(did_you_mean("jmp", kWords), "; did you mean 'jump'?");
    EXPECT_EQ(did_you_mean("frobnicate", kWords), "");
}

}  // namespace
}  // namespace musimd::diagnostic_test
