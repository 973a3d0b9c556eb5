// Regular expressions: whole matches, searches, groups, positions and replacements.

#include "host/pattern.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace musimd::host::pattern_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Patterns, MatchAllOfATextOrAreInIt) {
    const Pattern number("\\d+");
    EXPECT_TRUE(number.matches("120"));
    EXPECT_FALSE(number.matches("120 lanes"));
    EXPECT_TRUE(number.is_in("of 120 lanes"));
    EXPECT_FALSE(number.is_in("lanes"));
    EXPECT_FALSE(number.match("lanes"));
    EXPECT_FALSE(number.search("lanes"));
}

TEST(Patterns, ReportTheirGroups) {
    const Pattern location("(\\w+)(?::(\\d+))?");
    const auto found = location.match("kernel:12");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->text(), "kernel:12");
    EXPECT_EQ(found->group(1), "kernel");
    EXPECT_EQ(found->group(2), "12");
}

TEST(Patterns, DistinguishAnEmptyGroupFromOneWithoutAPart) {
    const Pattern pattern("a(b)?(c*)");
    const auto found = pattern.match("a");
    ASSERT_TRUE(found);
    EXPECT_FALSE(found->has(1));
    EXPECT_EQ(found->group(1), "");
    EXPECT_TRUE(found->has(2));
    EXPECT_EQ(found->group(2), "");
}

TEST(Patterns, ReportWhereAMatchIs) {
    const auto found = Pattern("\\d+").search("warp 17, lane 3");
    ASSERT_TRUE(found);
    EXPECT_EQ(found->begin(), 5);
    EXPECT_EQ(found->end(), 7);
}

TEST(Patterns, AreSearchedFromLeftToRight) {
    std::vector<std::string> texts;
    std::vector<std::size_t> places;
    for (const Pattern::Match& found : Pattern("\\bx(\\d)").search_all("x1 xx2 x3")) {
        texts.push_back(found.group(1));
        places.push_back(found.begin());
    }
    EXPECT_THAT(texts, ElementsAre("1", "3"));
    EXPECT_THAT(places, ElementsAre(0, 7));
    EXPECT_THAT(Pattern("x").search_all(""), IsEmpty());
}

// An empty match is followed by the next character.
TEST(Patterns, ThatMatchNothingEnd) {
    EXPECT_EQ(Pattern("x*").search_all("axb").size(), 4);
    EXPECT_EQ(Pattern("x*").search_all({}).size(), 1);
}

TEST(Patterns, AreReplacedByWhatAFunctionReturns) {
    const auto twice = [](const Pattern::Match& found) { return found.text() + found.text(); };
    EXPECT_EQ(Pattern("[ab]").replace("abc, b", twice), "aabbc, bb");
    EXPECT_EQ(Pattern("z").replace("abc", twice), "abc");
    EXPECT_EQ(Pattern("z").replace("", twice), "");
}

TEST(Patterns, ReadTheWholeText) {
    const std::string text("a\0b", 3);
    EXPECT_TRUE(Pattern("a[^c]b").matches(text));
    EXPECT_TRUE(Pattern("b").matches(std::string_view(text).substr(2)));
}

TEST(Patterns, ThatAreInvalidAreRefused) {
    EXPECT_THROW(Pattern("(a"), std::runtime_error);
    EXPECT_THROW(Pattern("[b-a]"), std::runtime_error);
}

}  // namespace
}  // namespace musimd::host::pattern_test
