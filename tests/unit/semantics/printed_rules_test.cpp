// The rules as printed. The page docs/errata.md, which is tested, shows what each erratum does to its
// program; here are the remaining cases.

#include "semantics/printed_rules.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "semantics/machine.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::printed_rules_test {
namespace {

using support::read;

Errata errata(std::initializer_list<Erratum> list) {
    Errata set;
    for (const Erratum erratum : list) set.insert(erratum);
    return set;
}

Result run_printed(std::string_view text, std::initializer_list<Erratum> list, MachineOptions options = {}) {
    options.printed = errata(list);
    return run_rules(read(text), options);
}

std::string of_errata(const std::string& name) {
    return support::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / "programs/errata" / (name + ".asm"));
}

std::string ending(const Result& result) {
    if (result.trap)
        return std::string(to_string(result.trap->kind)) + " " + std::string(to_string(result.trap->rule));
    return result.outcome == Outcome::stop ? "stop" : "limit";
}

std::string row(const Result& result, Variable v) {
    std::string text;
    for (Thread t = 0; t < result.warps[0].bank.threads(); ++t) {
        const Value* c = result.warps[0].bank.find(t, v);
        text += (t == 0 ? "" : " ") + (c == nullptr ? "_" : std::to_string(*c));
    }
    return text;
}

TEST(PrintedRules, DoNotChangeOtherPrograms) {
    // Each erratum on the programs of the others: unrelated programs do not change.
    const char* const straight = ".threads 4\nx = tid\ny = x + 1\nstop\n";
    for (const Erratum e :
         {Erratum::E1, Erratum::E2, Erratum::E3, Erratum::E4, Erratum::E7, Erratum::E9, Erratum::E18})
        EXPECT_EQ(run_printed(straight, {e}), run_rules(read(straight))) << to_string(e);
}

TEST(PrintedRules, OfABnzAreCorrect) {
    const char* const text =
        ".threads 4\nodd = tid & 1\nbnz odd, l\nx = 1\njump e\nl: x = 2\ne: sync\nstop\n";
    EXPECT_EQ(run_printed(text, {Erratum::E1}), run_rules(read(text)));
}

TEST(PrintedRules, UniformBranchesAreNotAffectedByE1) {
    const char* const text = ".threads 4\nzero = 0\nbz zero, l\nx = 1\njump e\nl: x = 2\ne: sync\nstop\n";
    EXPECT_EQ(run_printed(text, {Erratum::E1}), run_rules(read(text)));
}

// The second programs of E2, E7 and E18, whose runs the page describes and does not show.
TEST(PrintedRules, OfTheOtherPrograms) {
    EXPECT_EQ(ending(run_printed(of_errata("E2-loop"), {Erratum::E2})), "stuck BD");
    EXPECT_EQ(ending(run_printed(of_errata("E7-undefined"), {Erratum::E7})), "stuck SV");
    const Result agree = run_printed(of_errata("E18-agree"), {Erratum::E18});
    EXPECT_EQ(ending(agree), "stop");
    EXPECT_EQ(to_string(agree.warps[0].active), "{0-2}");
    EXPECT_TRUE(agree.memory == Memory()) << "no thread executes the store";
}

TEST(PrintedRules, CanBeCombined) {
    // E1 exchanges the halves, and E3 then loses those that go first: the even threads.
    const Result both = run_printed(of_errata("E1"), {Erratum::E1, Erratum::E3});
    EXPECT_EQ(ending(both), "stop");
    EXPECT_EQ(to_string(both.warps[0].active), "{1, 3}");
    EXPECT_EQ(row(both, 1), "1 2 1 2");
    // With E3, no entry has a Θ_done, and E2 has no effect.
    EXPECT_EQ(ending(run_printed(of_errata("E2"), {Erratum::E2, Erratum::E3})), "stop");
    // E3 and E4: the second half continues alone, with an entry too many.
    EXPECT_EQ(ending(run_printed(of_errata("E3"), {Erratum::E3, Erratum::E4})), "stop-while-diverged STOP");
    // E18 loses thread 3, and E2 has no effect.
    EXPECT_EQ(to_string(run_printed(of_errata("E18"), {Erratum::E2, Erratum::E18}).warps[0].active), "{0-2}");
    // A swap that E9 allows, and E7 breaks.
    EXPECT_EQ(row(run_printed(of_errata("E7"), {Erratum::E7, Erratum::E9}), 0), "11 11 13 13");
}

TEST(PrintedRules, E2HasNoEffectWithoutAnEntry) {
    EXPECT_EQ(ending(run_printed(of_errata("E1"), {Erratum::E2})), "stop");
}

TEST(PrintedRules, E4PushesWithoutABranchToo) {
    EXPECT_EQ(ending(run_rules(read("sync\nstop\n"))), "sync-without-branch SP");
    EXPECT_EQ(ending(run_printed("sync\nstop\n", {Erratum::E4})), "stop-while-diverged STOP");
    EXPECT_EQ(ending(run_printed("sync\nstop\n", {Erratum::E3})), "sync-without-branch SP");
}

TEST(PrintedRules, E4StopsAtTheLimitOfTheStacks) {
    const Result result = run_printed(".threads 65536\nl: sync\njump l\n", {Erratum::E4});
    EXPECT_EQ(result.outcome, Outcome::limit);
    EXPECT_LT(result.steps, 200'000U);
}

TEST(PrintedRules, E7FollowsTheOrderOfTheScheduler) {
    MachineOptions options;
    options.order = Order::random;
    const std::string text = ".threads 3\nx = tid + 10\nk = tid + 1\nk = k % 3\nshfl x, k\nstop\n";
    for (options.seed = 0; options.seed < 20; ++options.seed) {
        const std::vector<Thread> order = thread_order(Order::random, options.seed, 0, 3, ThreadSet::all(3));
        std::vector<Value> words = {10, 11, 12};
        for (const Thread t : order) words[t] = words[(t + 1) % 3];
        EXPECT_EQ(row(run_printed(text, {Erratum::E7}, options), 0),
                  fmt::format("{}", fmt::join(words, " ")));
    }
}

TEST(PrintedRules, E7ReadsWhatAnEarlierThreadHasLost) {
    const char* const text = ".threads 2\nx = tid\nk = tid - 1\nshfl x, k\nstop\n";  // thread 0: SI
    EXPECT_EQ(row(run_rules(read(text)), 0), "_ 0");
    const Result result = run_printed(text, {Erratum::E7});
    EXPECT_EQ(ending(result), "stuck SV");
    EXPECT_THAT(result.trap->threads, testing::ElementsAre(1));
    // In the other order, thread 1 takes the word before thread 0 loses it.
    MachineOptions descending;
    descending.order = Order::descending;
    EXPECT_EQ(row(run_printed(text, {Erratum::E7}, descending), 0), "_ 0");
}

TEST(PrintedRules, E7TrapsWhereTheLaneNeverHadAWord) {
    const char* const text = ".threads 2\n.active 1\neverywhere\nx = tid\nshfl x, 5\nshfl x, 1\nstop\n";
    EXPECT_EQ(ending(run_rules(read(text))), "undefined-variable SV");
    EXPECT_EQ(ending(run_printed(text, {Erratum::E7})), "undefined-variable SV");
}

// The block's Π is empty, whatever the printed SP has pushed outside.
TEST(PrintedRules, E4MayStopInABlock) {
    EXPECT_EQ(ending(run_printed(of_errata("E4-block"), {Erratum::E4})), "stop");
    EXPECT_EQ(ending(run_printed("bz tid, end\nend: sync\nstop\n", {Erratum::E4})),
              "stop-while-diverged STOP");
}

// A premise of the printed rule alone is examined before what traps here.
TEST(PrintedRules, AreStuckWhereTheseRulesTrapAtTheSameInstruction) {
    const char* const division = "x = 1 / 0\nstop\n";
    EXPECT_EQ(ending(run_rules(read(division))), "division-by-zero BP");
    EXPECT_EQ(ending(run_printed(division, {Erratum::E6})), "stuck IT");
    const char* const shuffle = "shfl x, 0\nstop\n";
    EXPECT_EQ(ending(run_rules(read(shuffle))), "undefined-variable SV");
    EXPECT_EQ(ending(run_printed(shuffle, {Erratum::E9})), "stuck SV");
}

TEST(PrintedRules, E9AffectsLanesOutsideOfTheMaskToo) {
    const char* const text = ".threads 2\n.active 0\nx = 1\neverywhere\nshfl x, 7\nend_everywhere\nstop\n";
    EXPECT_EQ(ending(run_rules(read(text))), "stop");
    const Result result = run_printed(text, {Erratum::E9});
    EXPECT_EQ(ending(result), "stuck SI");
    EXPECT_THAT(result.trap->threads, testing::ElementsAre(1));
}

// The printed BD does not require that both halves have threads.
TEST(PrintedRules, E18MayLeaveNoThreadAtAll) {
    const Result result = run_printed(".threads 2\nbz x, l\n[0] = 1\nl: sync\nstop\n", {Erratum::E18});
    EXPECT_EQ(ending(result), "stop");
    EXPECT_EQ(result.steps, 4U);
    EXPECT_EQ(to_string(result.warps[0].active), "{}");
    EXPECT_TRUE(result.memory == Memory()) << "nobody stores";
}

TEST(PrintedRules, E18WithEitherHalfEmpty) {
    for (const char* const value : {"0", "1"}) {
        const std::string text = fmt::format(
            ".threads 4\nlow = tid < 3\nbz low, s\nc = {}\ns: sync\nbz c, l\nx = 1\nl: sync\nstop\n", value);
        const Result result = run_printed(text, {Erratum::E18});
        EXPECT_EQ(ending(result), "stop") << value;
        EXPECT_EQ(to_string(result.warps[0].active), "{0-2}") << value;
        EXPECT_EQ(row(result, 2), *value == '0' ? "_ _ _ _" : "1 1 1 _");
    }
    // E1 exchanges the halves: the threads in which c is 0 continue at once.
    const Result exchanged = run_printed(of_errata("E18-agree"), {Erratum::E1, Erratum::E18});
    EXPECT_EQ(ending(exchanged), "stop");
    EXPECT_FALSE(exchanged.memory == Memory());
}

TEST(PrintedRules, AStuckMachineChangesNothing) {
    const Result result = run_printed(of_errata("E6"), {Erratum::E6});
    EXPECT_EQ(ending(result), "stuck IT");
    EXPECT_EQ(result.steps, 3U);
    EXPECT_EQ(row(result, 0), "_ _");
}

}  // namespace
}  // namespace musimd::printed_rules_test
