// The view of lanes: what each thread does, and how loops are folded.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engines/engines.hpp"
#include "tests/support/programs.hpp"
#include "views/lanes/lanes_view.hpp"

namespace musimd::views::lanes_test {
namespace {

using testing::HasSubstr;
using testing::Not;

// ---- folding

/// The rows by number: `1 2 (3 4)x5`.
std::string folded(const std::vector<std::uint32_t>& places) {
    std::string text;
    const auto add = [&](const auto& self, const FoldedRows& rows) -> void {
        if (!text.empty() && text.back() != '(') text += ' ';
        if (rows.body.empty()) {
            text += std::to_string(rows.row.place);
            return;
        }
        text += '(';
        for (const FoldedRows& inner : rows.body) self(self, inner);
        text += ")x" + std::to_string(rows.times);
    };
    RowFolder folder([&](const FoldedRows& rows) { add(add, rows); });
    std::uint64_t step = 0;
    for (const std::uint32_t place : places) {
        ++step;
        folder.add({step, step, place, {}});
    }
    folder.finish();
    return text;
}

TEST(RowFolder, IterationsThatAreAlikeAreOne) {
    EXPECT_EQ(folded({1, 2, 3, 4, 2, 3, 4, 2, 3, 4, 2, 5}), "1 (2 3 4)x3 2 5");
}

TEST(RowFolder, TheLastIterationOfALoopThatEndsAtItsBottomBelongsToIt) {
    EXPECT_EQ(folded({1, 2, 3, 2, 3, 2, 3, 4}), "1 (2 3)x3 4");
}

TEST(RowFolder, LoopsInLoopsAreFolded) {
    EXPECT_EQ(folded({1, 2, 3, 2, 3, 2, 4, 1, 2, 3, 2, 3, 2, 4, 1, 5}), "(1 (2 3)x2 2 4)x2 1 5");
}

TEST(RowFolder, AnInstructionThatJumpsToItself) {
    EXPECT_EQ(folded({1, 2, 2, 2, 2, 3}), "1 (2)x4 3");
}

TEST(RowFolder, IterationsThatDifferAreNot) {
    EXPECT_EQ(folded({1, 2, 3, 1, 3, 1, 2, 3}), "1 2 3 1 3 1 2 3");
}

TEST(RowFolder, KeepsNoMoreThanItNeeds) {
    std::vector<std::uint32_t> places;
    for (std::uint32_t i = 1; i <= 5000; ++i) places.push_back(i);
    std::size_t taken = 0;
    RowFolder folder([&](const FoldedRows&) { ++taken; });
    for (const std::uint32_t place : places) folder.add({place, place, place, {}});
    EXPECT_GT(taken, 2000u);
    folder.finish();
    EXPECT_EQ(taken, 5000u);
}

// ---- the view

std::string shown(const std::string& text, LanesLayout layout = {}) {
    const Program program = support::read(text);
    std::string result;
    LanesView view(
        layout,
        [](const Program& p, Label pc) {
            return SourcePlace{p.at(pc).line, p.at(pc).line, "line " + std::to_string(p.at(pc).line)};
        },
        [&](std::string_view piece) { result += piece; });
    find_engine("fast")->run(program, {}, &view);
    view.finish();
    return result;
}

constexpr const char* kBranch = ".threads 4\nc = tid < 2\nbz c, end\nx = 1\nend: sync\nstop\n";

TEST(LanesView, ShowsWhoWaits) {
    EXPECT_EQ(shown(kBranch),
              "   step  line                lanes 0-3\n"
              "      1     2  line 2        ####\n"
              "      2     3  line 3        ####\n"
              "      3     4  line 4        ##aa\n"
              "      4     5  line 5        ##aa\n"
              "      5     5  line 5        AA##\n"
              "      6     6  line 6        ####\n"
              "\n"
              "        #  runs\n"
              "        a  waits for its side of the branch on line 3; A at its sync\n"
              "\n");
}

TEST(LanesView, ColoursAreOnlyForTerminals) {
    EXPECT_THAT(shown(kBranch), Not(HasSubstr("\x1b")));
    EXPECT_THAT(shown(kBranch, {.has_colour = true}), HasSubstr("\x1b[1;32m##\x1b[0m\x1b[2maa\x1b[0m\n"));
}

TEST(LanesView, AWarpThatIsWiderThanTheTerminalHasSeveralLanesPerCharacter) {
    const std::string text =
        shown(".threads 64\nc = tid < 10\nbz c, end\nx = 1\nend: sync\nstop\n", {.width = 20});
    EXPECT_THAT(text, HasSubstr("lanes 0-63, 8 per character\n"));
    EXPECT_THAT(text, HasSubstr("line 4        #~aaaaaa\n"));
    EXPECT_THAT(text, HasSubstr("        ~  lanes that differ\n"));
}

TEST(LanesView, ShowsWhoTraps) {
    const std::string text =
        shown(".threads 4\n.memory 0: 1 2\nc = tid < 3\nbz c, end\nx = [tid]\nend: sync\nstop\n");
    EXPECT_THAT(text, HasSubstr("      2     4  line 4        ####\n   trap     5  line 5        ##!a\n\n"));
    EXPECT_THAT(text, HasSubstr("        !  traps\n        a  waits for its side of the branch on line 4\n"));
    EXPECT_THAT(shown(".threads 2\nx = 1\n"), HasSubstr("   trap        past the end  !!\n"));
    EXPECT_EQ(shown(".threads 2\nx = [0]\nstop\n"), "");  // the message says it all
}

TEST(LanesView, ShowsOneWarp) {
    const std::string text = shown(".threads 2\n.warps 3\nx = wid\nstop\n", {.warp = 1});
    EXPECT_THAT(text, HasSubstr("warp 1 of 3, lanes 0-1\n"));
    EXPECT_EQ(shown(".threads 2\nstop\n", {.warp = 3}), "warp 3 has no steps: the run has 1 warp, 0\n\n");
}

TEST(LanesView, StepsOfALineAreOneRow) {
    const std::string text = shown(".threads 2\nx = 1\nx = 2\nstop\n", {.by_line = true});
    EXPECT_THAT(text, HasSubstr("      1     2  line 2        ##\n      2     3  line 3        ##\n"));
}

}  // namespace
}  // namespace musimd::views::lanes_test
