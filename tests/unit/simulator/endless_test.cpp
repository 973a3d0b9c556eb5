// Runs whose state comes back, which never end, and runs that only look so.

#include "simulator/endless/endless.hpp"

#include <gmock/gmock.h>

#include <string>
#include <string_view>

#include "engines/engines.hpp"
#include "simulator/endless/lower_limit.hpp"
#include "simulator/endless/watched_run.hpp"
#include "tests/support/programs.hpp"

namespace musimd::endless_test {
namespace {

using support::read;
using testing::ElementsAre;
using testing::StartsWith;

/// Why the program never ends; empty if that is not known.
std::string reason(std::string_view text, const MachineOptions& options = {}) {
    const Program program = read(text);
    const auto found = why_endless(program, options);
    return found ? found->text : "";
}

constexpr std::string_view kLock =
    "l: x = fetch_cas [0], 0, 1\nbz x, got\njump l\ngot: sync\ny = fetch_exch [0], 0\nstop\n";

std::string lock(std::string_view directives) {
    return std::string(".memory 0: 0\n") + std::string(directives) + std::string(kLock);
}

TEST(Endless, TheLockWithinAWarpNamesWhoHoldsIt) {
    EXPECT_EQ(
        reason(lock(".threads 4\n")),
        "lanes 1-3 spin on [0] at lines 3-5; lane 0, which wrote it last, waits at the branch on line 4 "
        "and runs only when they leave");
}

TEST(Endless, ShowsWhoWaitsForWhom) {
    const Program program = read(lock(".threads 4\n"));
    EXPECT_THAT(why_endless(program, MachineOptions{})->waits,
                ElementsAre("lanes 1-3 → [0] → lane 0", "lane 0 → the branch on line 4 → lanes 1-3"));
}

TEST(Endless, TheLockOfTwoWarpsNamesBoth) {
    EXPECT_EQ(reason(lock(".threads 2\n.warps 2\n")),
              "lane 1 of warp 0 and lanes 0, 1 of warp 1 spin on [0] at lines 4-6; lane 0 of warp 0, which "
              "wrote it last, waits at the branch on line 5 and runs only when lane 1 of warp 0 leaves");
}

TEST(Endless, ThreadsOfTheirOwnPassTheLockOn) {
    EXPECT_EQ(reason(lock(".threads 2\n.warps 2\n.model volta\n")), "");
}

TEST(Endless, AHolderThatHasEndedIsNamed) {
    EXPECT_EQ(reason(".threads 2\n.model volta\n.memory 0: 0\nl: x = fetch_cas [0], 0, 1\nbnz x, l\nsync\n"
                     "stop\n"),
              "lane 1 spins on [0] at lines 4-5; lane 0, which wrote it last, has ended");
}

TEST(Endless, AFlagThatNobodySetsIsNamed) {
    EXPECT_EQ(reason(".threads 2\n.memory 0: 0\nl: x = [0]\nbz x, l\nsync\nstop\n"),
              "lanes 0, 1 spin on [0] at lines 3-4; nobody has written it");
}

TEST(Endless, AReaderIsNoWriter) {
    EXPECT_EQ(
        reason(
            ".threads 1\n.warps 2\n.memory 0: 0\nbz wid, w\nl: x = fetch_or [0], 0\nbz x, l\nsync\njump j\n"
            "w: y = fetch_or [0], 0\nsync\nj: stop\n"),
        "lane 0 of warp 1 spins on [0] at lines 5-6; nobody has written it");
}

TEST(Endless, ALoopWithoutMemorySaysWhatNothingChanges) {
    EXPECT_EQ(reason(".threads 2\nc = 1\nl: bz c, out\njump l\nout: sync\nstop\n"),
              "lanes 0, 1 repeat the loop at lines 3-4, and nothing in it changes 'c'");
}

TEST(Endless, OfGroupsTheStateIsThatOfAllGroups) {
    for (const char* model : {"stack", "minpc", "masks", "maximal", "uniform"})
        EXPECT_THAT(reason(lock(std::string(".threads 4\n.model ") + model + "\n")),
                    StartsWith("lanes 1-3 spin on [0] at lines 4-6; lane 0, which wrote it last,"))
            << model;
    EXPECT_EQ(reason(lock(".threads 4\n.model barriers\n")), "");
}

// ---- runs that only look so

TEST(Endless, ACounterInMemoryEnds) {
    const std::string text =
        ".threads 1\n.memory 0: 0\nl: x = fetch_add [0], 1\nc = x < 100000\nbnz c, l\nsync\nstop\n";
    EXPECT_EQ(reason(text), "");
    const Program program = read(text);
    MachineOptions options;
    options.max_steps = 50'000;
    const WatchedRun run =
        run_watched(program, options, [&](const MachineOptions& its) { return run_rules(program, its); });
    EXPECT_EQ(run.result.outcome, Outcome::limit);
    EXPECT_FALSE(run.endless);
}

TEST(Endless, ACounterInAVariableEnds) {
    EXPECT_EQ(reason("x = 0\nl: x = x + 1\nc = x < 9000\nbnz c, l\nsync\nstop\n"), "");
}

TEST(Endless, AWordThatAnotherWarpChangesOnceEnds) {
    EXPECT_EQ(reason(".threads 1\n.warps 2\n.memory 0: 0\nbz wid, w\nl: x = fetch_or [0], 0\nbz x, l\nsync\n"
                     "jump j\nw: n = 3000\nd: n = n - 1\nbnz n, d\nsync\ny = fetch_exch [0], 1\nj: sync\n"
                     "stop\n"),
              "");
}

TEST(Endless, InARandomOrderNothingIsSaid) {
    MachineOptions options;
    options.order = Order::random;
    EXPECT_EQ(reason(lock(".threads 4\n"), options), "");
}

// ---- the lower limit

/// The results with the lower limit, put right, and with the limit are equal.
void expect_same_result(const std::string& text, std::uint64_t max_steps) {
    const Program program = read(text);
    MachineOptions options;
    options.max_steps = max_steps;
    const auto lower = endless::lower_limit(program, options, {});
    ASSERT_TRUE(lower) << text;
    EXPECT_LT(lower->max_steps, 20'000);
    const Result full = run_rules(program, options);
    options.max_steps = lower->max_steps;
    Result result = run_rules(program, options);
    result.steps += lower->left_out;
    result.limit->steps = max_steps;
    EXPECT_EQ(result, full) << text;
}

TEST(Endless, ALowerLimitHasTheSameResult) {
    for (const std::uint64_t max_steps : {60'000U, 60'001U, 60'002U, 60'003U}) {
        expect_same_result(lock(".threads 4\n"), max_steps);
        expect_same_result(lock(".threads 2\n.warps 3\n"), max_steps);
        expect_same_result(lock(".threads 3\n.model stack\n"), max_steps);
        expect_same_result(lock(".threads 3\n.model maximal\n"), max_steps);
    }
    expect_same_result("l: x = 1\nx = 2\njump l\n", 54'321);
}

}  // namespace
}  // namespace musimd::endless_test
