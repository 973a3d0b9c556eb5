// Loops that repeat: what a timeline shows of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engines/engines.hpp"
#include "tests/support/programs.hpp"
#include "views/pictures/timeline.hpp"

namespace musimd::views::loop_folds_test {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

SourcePlace place_of(const Program& program, Label pc) {
    const std::uint32_t line = program.at(pc).line;
    return {line, line, "text of " + std::to_string(line)};
}

/// The picture of a program, and what it recorded.
struct Drawn {
    std::string svg;
    TimelineRecord record;
};

Drawn drawn(const std::string& text, const Folding& folding = {}, StepRange range = {}) {
    Timeline picture({"prog.asm", range, 0, false, folding}, place_of);
    const Program program = support::read(text);
    const Result result = find_engine("fast")->run(program, {}, &picture);
    return {picture.svg(result.outcome), picture.record()};
}

/// A loop of four lines, 2,500 times.
constexpr const char* kFourLines =
    ".threads 2\nx = 2500\nagain: x = x - 1\ny = x\nz = x\nbnz x, again\nsync\nstop\n";

TEST(LoopFolds, AFoldIsBetweenTheFirstAndTheLastIterations) {
    const Drawn picture = drawn(kFourLines);
    ASSERT_EQ(picture.record.folds.size(), 1u);
    const TimelineFold& fold = picture.record.folds.front();
    EXPECT_EQ(fold.column, 1u + 4 * 4);  // in the first iteration no branch is open
    EXPECT_EQ(fold.text(), "9,976 steps: 2,494 times lines 3-6");
    EXPECT_EQ(fold.first, 18u);
    EXPECT_EQ(fold.last, 18u + 9'976 - 1);
    EXPECT_EQ(picture.record.columns.size(), 1 + 6 * 4 + fold.width + 2);
    EXPECT_EQ(picture.record.columns[fold.column + fold.width].first, fold.last + 1);
    EXPECT_THAT(picture.svg, AllOf(HasSubstr("2,494 times"), Not(HasSubstr("Only steps"))));
}

TEST(LoopFolds, WhatIsOpenIsShownInFull) {
    const Drawn picture = drawn(kFourLines, {.open = {18}});
    EXPECT_TRUE(picture.record.folds.empty());
    EXPECT_EQ(picture.record.columns.size(), kMaxColumnsOfShort);
    EXPECT_THAT(picture.svg, HasSubstr("Only steps 1 to 744 of 10,003 are shown; the loop at lines 3-6"));
}

TEST(LoopFolds, StepsNextToThePositionAreShown) {
    const Drawn picture = drawn(kFourLines, {.around = 5'001});
    ASSERT_EQ(picture.record.folds.size(), 2u);
    EXPECT_LT(picture.record.folds.front().last, 5'001u);
    EXPECT_GT(picture.record.folds.back().first, 5'001u);
}

TEST(LoopFolds, ColumnsAreLeftOutFarFromThePosition) {
    std::string text = ".threads 2\nx = 0\n";
    for (int i = 0; i < 500; ++i) text += "x = x + 1\n";
    const Drawn picture = drawn(text + "stop\n", {.around = 300, .most = 100}, {.first = 1, .last = 600});
    ASSERT_EQ(picture.record.columns.size(), 100u);
    EXPECT_EQ(picture.record.columns.back().first, 350u);
}

TEST(LoopFolds, ARunThatDoesNotRepeatStaysAsItIs) {
    const std::string text = ".threads 2\nx = tid\nbz x, e\ny = 1\ne: sync\nstop\n";
    Timeline plain({"prog.asm", {}, 0}, place_of);
    const Result result = find_engine("fast")->run(support::read(text), {}, &plain);
    EXPECT_EQ(drawn(text).svg, plain.svg(result.outcome));
}

/// The lanes differ in each iteration: each leaves at another one.
TEST(LoopFolds, IterationsOfOtherLanesAreNoRepetition) {
    const Drawn picture =
        drawn(".threads 8\nx = tid + 1\nagain: x = x - 1\nbnz x, again\nsync\nstop\n", {.around = 20});
    EXPECT_TRUE(picture.record.folds.empty());
}

}  // namespace
}  // namespace musimd::views::loop_folds_test
