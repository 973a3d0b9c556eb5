#include "checking/expectations.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "semantics/machine.hpp"
#include "tests/support/programs.hpp"

namespace musimd::expectations_test {
namespace {

using support::read;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> shown(const std::vector<ExpectationFailure>& list) {
    std::vector<std::string> lines;
    for (const ExpectationFailure& miss : list)
        lines.push_back(fmt::format("{}: {}", miss.line, miss.message));
    return lines;
}

/// The failed expectations of a run: `LINE: MESSAGE`.
std::vector<std::string> misses(std::string_view text, const MachineOptions& options = {}) {
    const Program program = read(text);
    constexpr std::int64_t kSegment = 32;
    StatisticsObserver statistics(program, kSegment);
    const Result result = run_rules(program, options, &statistics);
    return shown(check_expectations(program, result, statistics.statistics()));
}

/// The failed `.covers` lines of a run.
std::vector<std::string> uncovered(std::string_view text) {
    const Program program = read(text);
    Coverage coverage;
    run_rules(program, {}, &coverage);
    return shown(check_covers(program, coverage.names()));
}

TEST(Expectations, ARunThatMeetsAllExpectationsPasses) {
    EXPECT_THAT(misses(R"(.threads 3
        x = tid
        c = x < 2
        bz c, end
        y = 1
end:    sync
        [tid] = x
        stop
.expect stop
.expect active: 0-2
.expect var x: 0 1 2
.expect var y: 1 * _
.expect memory 0: 0 1 * _
.expect steps 8
.expect stat branches_divergent == 1
.expect stat by_instruction.st == 1
.expect stat by_instruction.ld == 0
)"),
                IsEmpty());
}

// ---- the outcome

TEST(Expectations, WithoutAnOutcomeLineStopIsExpected) {
    EXPECT_THAT(misses("x = 1\nstop\n.expect var x: 1\n"), IsEmpty());
    EXPECT_THAT(misses("stop\n"), IsEmpty());
    EXPECT_THAT(
        misses(".expect var x: 1\nx = 1\nsync\n"),
        ElementsAre("0: expected stop, got trap sync-without-branch on line 3: sync with no branch open"));
}

TEST(Expectations, OfAStopWhenTheRunTraps) {
    EXPECT_THAT(misses("x = 1\nx = x / 0\nstop\n.expect stop\n"),
                ElementsAre("4: expected stop, got trap division-by-zero on line 2: thread 0 divides 1 by "
                            "zero"));
}

TEST(Expectations, OfAStopWhenTheRunTrapsPastTheEnd) {
    EXPECT_THAT(misses(".expect stop\n"),
                ElementsAre("1: expected stop, got trap pc-out-of-program: control "
                            "runs past the last instruction; a 'stop' is missing here"));
}

TEST(Expectations, OfAStopWhenTheRunReachesALimit) {
    MachineOptions options;
    options.max_steps = 10;
    EXPECT_THAT(misses("l: jump l\n.expect stop\n", options),
                ElementsAre("2: expected stop, got limit (steps)"));
    EXPECT_THAT(misses("l: jump l\n.expect limit\n", options), IsEmpty());
}

TEST(Expectations, OfALimitThatIsNotReached) {
    EXPECT_THAT(misses("stop\n.expect limit\n"), ElementsAre("2: expected limit, got stop"));
    EXPECT_THAT(
        misses("sync\n.expect limit\n"),
        ElementsAre("2: expected limit, got trap sync-without-branch on line 1: sync with no branch open"));
}

TEST(Expectations, OfALimitForItsReasonOrAnother) {
    MachineOptions options;
    options.max_steps = 10;
    EXPECT_THAT(misses("l: jump l\n.expect limit steps\n", options), IsEmpty());
    EXPECT_THAT(misses("l: jump l\n.expect limit stacks\n", options),
                ElementsAre("2: expected limit (stacks), got limit (steps)"));
    const std::string endless = ".threads 65536\nl: everywhere\njump l\n";
    EXPECT_THAT(misses(endless + ".expect limit stacks\n"), IsEmpty());
    EXPECT_THAT(misses(endless + ".expect limit steps\n"),
                ElementsAre("4: expected limit (steps), got limit (stacks)"));
}

TEST(Expectations, OfATrapWhenThereIsNone) {
    EXPECT_THAT(misses("stop\n.expect trap race\n"), ElementsAre("2: expected trap race, got stop"));
    EXPECT_THAT(misses("stop\n.expect trap race 1\n"), ElementsAre("2: expected trap race, got stop"));
}

TEST(Expectations, OfATrapOfAnotherKind) {
    EXPECT_THAT(
        misses("sync\n.expect trap race\n"),
        ElementsAre(
            "2: expected trap race, got trap sync-without-branch on line 1: sync with no branch open"));
}

TEST(Expectations, OfATrapInItsLineOrAnother) {
    EXPECT_THAT(misses("x = 1\nsync\nstop\n.expect trap sync-without-branch\n"), IsEmpty());
    EXPECT_THAT(misses("x = 1\nsync\nstop\n.expect trap sync-without-branch 2\n"), IsEmpty());
    EXPECT_THAT(misses("x = 1\nsync\nstop\n.expect trap sync-without-branch 3\n"),
                ElementsAre("4: line of the trap: expected 3, got 2"));
    EXPECT_THAT(misses("x = 1\n.expect trap pc-out-of-program 1\n"),
                ElementsAre("2: line of the trap: expected 1, got the end of the program"));
}

// ---- the state

TEST(Expectations, OfATrapInItsWarpAndOfItsThreads) {
    const std::string text =
        ".threads 4\n.warps 2\nx = wid * 2\nc = 1 - wid\nc = 6 / c\nstop\n.expect trap division-by-zero";
    EXPECT_THAT(misses(text + " 5 warp 1 threads: 0\n"), IsEmpty());
    EXPECT_THAT(misses(text + " warp 0\n"), ElementsAre("7: warp of the trap: expected 0, got 1"));
    EXPECT_THAT(misses(text + " threads: 0-1\n"),
                ElementsAre("7: threads of the trap: expected {0, 1}, got {0}"));
}

TEST(Expectations, OfOtherActiveThreads) {
    EXPECT_THAT(misses(".threads 4\n.active 0 2\nstop\n.expect active: 0-2\n"),
                ElementsAre("4: active: expected {0-2}, got {0, 2}"));
    EXPECT_THAT(misses(".threads 4\n.active 0 2\nstop\n.expect active: 2 0\n"), IsEmpty());
}

TEST(Expectations, OfAnotherWordOfAVariable) {
    EXPECT_THAT(misses(".threads 4\nx = tid\nstop\n.expect var x: 0 1 5 6\n"),
                ElementsAre("4: x[2]: expected 5, got 2"));
}

TEST(Expectations, OfAVariableThatIsUndefinedOrIsNot) {
    const std::string program = ".threads 2\nbz tid, e\nx = 7\ne: sync\nstop\n";
    EXPECT_THAT(misses(program + ".expect var x: _ 7\n"), IsEmpty());
    EXPECT_THAT(misses(program + ".expect var x: 0 7\n"), ElementsAre("6: x[0]: expected 0, got undefined"));
    EXPECT_THAT(misses(program + ".expect var x: _ _\n"), ElementsAre("6: x[1]: expected undefined, got 7"));
}

TEST(Expectations, AStarAndUnlistedThreadsMatchAnything) {
    const std::string program = ".threads 3\nbz tid, e\nx = tid\ne: sync\nstop\n";
    EXPECT_THAT(misses(program + ".expect var x: * * 2\n"), IsEmpty());
    EXPECT_THAT(misses(program + ".expect var x: _ 1\n"), IsEmpty());
    EXPECT_THAT(misses(program + ".expect memory 5: * *\n"), IsEmpty());
}

TEST(Expectations, OfVariablesApplyToWarp0) {
    const std::string program = ".threads 2\n.warps 2\nx = wid\nstop\n";
    EXPECT_THAT(misses(program + ".expect var x: 0 0\n"), IsEmpty());
    EXPECT_THAT(misses(program + ".expect var x: 1 1\n"), ElementsAre("5: x[0]: expected 1, got 0"));
}

TEST(Expectations, OfMemory) {
    const std::string program = ".memory 10: 4 5\nstop\n";
    EXPECT_THAT(misses(program + ".expect memory 9: _ 4 5 _\n"), IsEmpty());
    EXPECT_THAT(misses(program + ".expect memory 10: 4 6\n"),
                ElementsAre("3: memory[11]: expected 6, got 5"));
    EXPECT_THAT(misses(program + ".expect memory 11: 5 0\n"),
                ElementsAre("3: memory[12]: expected 0, got undefined"));
    EXPECT_THAT(misses(program + ".expect memory 10: _\n"),
                ElementsAre("3: memory[10]: expected undefined, got 4"));
}

TEST(Expectations, OfTheStateHoldForTrapsToo) {
    EXPECT_THAT(misses(".threads 1\nx = 3\nsync\n.expect trap sync-without-branch\n.expect var x: 4\n"),
                ElementsAre("5: x[0]: expected 4, got 3"));
}

// ---- figures

TEST(Expectations, OfSteps) {
    EXPECT_THAT(misses("x = 1\nstop\n.expect steps 2\n"), IsEmpty());
    EXPECT_THAT(misses("x = 1\nstop\n.expect steps 3\n"), ElementsAre("3: steps: expected 3, got 2"));
}

TEST(Expectations, OfEveryRelation) {
    const auto with = [](std::string_view relation) {
        return misses(fmt::format("x = 1\nstop\n.expect stat steps {}\n", relation));
    };
    for (const std::string_view held : {"== 2", "!= 3", "< 3", "<= 2", "<= 3", "> 1", ">= 2", ">= 1"}) {
        EXPECT_THAT(with(held), IsEmpty()) << held;
    }
    for (const std::string missed : {"!= 2", "< 2", "<= 1", "> 2", ">= 3"}) {
        EXPECT_THAT(with(missed), ElementsAre("3: steps: expected " + missed + ", got 2"));
    }
}

TEST(Expectations, OfADecimal) {
    const std::string program = ".threads 4\n.active 0 1\nstop\n";
    EXPECT_THAT(misses(program + ".expect stat simd_efficiency == 0.5\n"), IsEmpty());
    EXPECT_THAT(misses(program + ".expect stat simd_efficiency > 0.75\n"),
                ElementsAre("4: simd_efficiency: expected > 0.75, got 0.5"));
}

TEST(Expectations, OfAnInstructionThatWasNotExecuted) {
    EXPECT_THAT(misses("stop\n.expect stat by_instruction.shfl >= 1\n"),
                ElementsAre("2: by_instruction.shfl: expected >= 1, got 0"));
}

TEST(Expectations, AllMissesAreReportedInTheOrderOfTheLines) {
    EXPECT_THAT(misses(".threads 1\nx = 1\nstop\n.expect var x: 2\n.expect steps 2\n.expect memory 0: 5\n"
                       ".expect limit\n"),
                ElementsAre("4: x[0]: expected 2, got 1", "6: memory[0]: expected 5, got undefined",
                            "7: expected limit, got stop"));
}

// ---- what a test covers

TEST(Covers, OfRulesAndTrapsThatTheRunExercised) {
    EXPECT_THAT(uncovered("x = tid\nsync\n.covers IT TL AS MT\n.covers sync-without-branch\n"), IsEmpty());
    EXPECT_THAT(uncovered("stop\n"), IsEmpty());
}

TEST(Covers, OfRulesAndTrapsThatItDidNot) {
    EXPECT_THAT(uncovered("x = 1\nstop\n.covers CT AS STOP race\n"),
                ElementsAre("0: .covers AS: this run did not exercise it",
                            "0: .covers race: this run did not exercise it"));
}

TEST(Covers, AStepThatTrapsExercisesNoRule) {
    EXPECT_THAT(uncovered("sync\n.covers SP\n"), ElementsAre("0: .covers SP: this run did not exercise it"));
}

// ---- blocks and models

TEST(Expectations, OfBlocks) {
    constexpr std::string_view kProgram = R"(.threads 2
.block 3
.grid 2
.shared s 3
        a = s + btid
        [a] = btid
        exit
)";
    const std::string good = R"(.expect exited: 0 1
.expect exited warp 1: 0
.expect active warp 3:
.expect shared 1 0: 0 1 2
.expect var a warp 1: 16777218 _
)";
    EXPECT_THAT(misses(std::string(kProgram) + good), IsEmpty());
    EXPECT_THAT(
        misses(std::string(kProgram) + R"(.expect exited warp 1: 0 1
.expect active: 0
.expect shared 0 1: 1 _
.expect var a warp 3: 5
.expect warning barrier-exited 3
)"),
        ElementsAre("8: exited of warp 1: expected {0, 1}, got {0}", "9: active: expected {0}, got {}",
                    "10: shared[2] of block 0: expected undefined, got 2",
                    "11: a[0] of warp 3: expected 5, got 16777221",
                    "12: expected the warning barrier-exited on line 3, got none"));
}

TEST(Expectations, OfTheOtherModelDoNotHold) {
    const std::string text =
        ".threads 2\nx = ballot 1\nstop\n.expect lockstep var x: 3 3\n.expect volta var x: 1 2\n"
        ".expect volta stop\n.expect lockstep steps 2\n.expect active: 0 1\n";
    EXPECT_THAT(misses(text), IsEmpty());
    EXPECT_THAT(misses(".model volta\n" + text), IsEmpty());
    EXPECT_THAT(misses(".threads 2\nexit\nx = 1\n.expect volta limit\n.expect volta var x: 1\n"), IsEmpty());
}

}  // namespace
}  // namespace musimd::expectations_test
