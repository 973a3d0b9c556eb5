// Atomics of several warps on one address: the fast engine yields what turns of one step do.

#include <gtest/gtest.h>

#include <string>

#include "semantics/machine.hpp"
#include "simulator/fast/atomic_log.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/support/programs.hpp"

namespace musimd::contested_atomics_test {
namespace {

using support::read;

// The result of the rules, in every order and with one and several host threads.
Result expect_like_rules(const std::string& text, std::uint64_t max_steps = 100'000) {
    const Program program = read(text);
    Result ascending;
    for (const Order order : {Order::random, Order::descending, Order::ascending}) {
        MachineOptions options;
        options.order = order;
        options.seed = 11;
        options.max_steps = max_steps;
        ascending = run_rules(program, options);
        for (const unsigned threads : {1U, 3U})
            EXPECT_EQ(fast::run(program, options, nullptr, threads, fast::kernels()), ascending) << text;
    }
    return ascending;
}

Value word_zero(const Result& result) {
    const Value* const word = result.memory.find(0);
    return word == nullptr ? -1 : *word;
}

// `rounds` times: as many steps as the warp's number demands, then an atomic.
std::string increments(const std::string& head, int rounds, const std::string& after) {
    return head +
           "        delay = wid * 3\n"
           "        delay = delay % 5\n"
           "        k = 0\n"
           "next:   k = k + 1\n"
           "        d = 0\n"
           "wait:   d = d + 1\n"
           "        c = d <= delay\n"
           "        bnz c, wait\n"
           "        sync\n"
           "        n = atomic_inc [0]\n" +
           after + "        c = k < " + std::to_string(rounds) +
           "\n"
           "        bnz c, next\n"
           "        sync\n";
}

const std::string kGrid = ".threads 3\n.warps 20\n.fill 0 4 0\n";
const std::string kNobodyReads;
const std::string kRead = "        sum = n + 1\n";

// Whether the values are read decides how: by logs, or one atomic after the other.
TEST(ContestedAtomics, YieldWhatTurnsDo) {
    for (const std::string& after : {kNobodyReads, kRead}) {
        const std::string text = increments(kGrid, 3, after) + "        stop\n";
        EXPECT_EQ(fast::can_be_logged(read(text)), after == kNobodyReads);
        EXPECT_EQ(word_zero(expect_like_rules(text)), 3 * 3 * 20);
    }
}

// Warps come to the barrier in different rounds; who comes last decides in which round the others go on.
TEST(ContestedAtomics, CountTheTurnsOfWarpsThatWaited) {
    for (const std::string& after : {kNobodyReads, kRead}) {
        for (const int last : {0, 1, 2, 3, 4}) {
            const std::string head =
                ".threads 2\n.warps 5\n.fill 0 4 0\n"
                "        late = wid == " +
                std::to_string(last) +
                "\n"
                "        bz late, early\n"
                "        x = 1\n"
                "        x = 2\n"
                "early:  sync\n"
                "        barrier\n"
                "        n = atomic_inc [1]\n";
            expect_like_rules(increments(head, 2, after) +
                              "        barrier\n        n = atomic_inc [2]\n        stop\n");
        }
    }
}

TEST(ContestedAtomics, CountTheTurnsOfWarpsThatStopped) {
    for (const int last : {0, 2, 4}) {
        expect_like_rules(
            ".threads 2\n.warps 5\n.fill 0 4 0\n"
            "        stops = wid == " +
            std::to_string(last) +
            "\n"
            "        bz stops, go\n"
            "        x = 1\n"
            "        jump end\n"
            "go:     sync\n"
            "        barrier\n"
            "        n = atomic_inc [0]\n"
            "        stop\n"
            "end:    sync\n"
            "        stop\n");
    }
}

// Each warp would overflow the word at some step; the first in the order of turns does, and those before it
// have updated it.
TEST(ContestedAtomics, TrapAtTheFirstOverflow) {
    for (const std::string& after : {kNobodyReads, kRead}) {
        const Result result =
            expect_like_rules(increments(".word 8\n" + kGrid, 30, after) + "        stop\n");
        ASSERT_TRUE(result.trap.has_value());
        EXPECT_EQ(result.trap->kind, TrapKind::overflow);
    }
}

// Warp 0 traps after 40 steps; the last warp after 12: that is the trap of the run.
TEST(ContestedAtomics, ReportTheTrapOfALaterWarpAtAnEarlierStep) {
    for (const std::string& after : {kNobodyReads, kRead}) {
        const Result result = expect_like_rules(increments(kGrid, 2, after) +
                                                "        z = 0\n"
                                                "        last = wid == 15\n"
                                                "        bnz last, trap\n"
                                                "        x = 1\n"
                                                "        x = 2\n"
                                                "        x = 3\n"
                                                "        x = 4\n"
                                                "        x = 5\n"
                                                "trap:   sync\n"
                                                "        x = 1 / z\n"
                                                "        stop\n");
        ASSERT_TRUE(result.trap.has_value());
        EXPECT_EQ(result.trap->warp, 15U);
    }
}

TEST(ContestedAtomics, EndAtTheStepLimit) {
    for (const std::string& after : {kNobodyReads, kRead}) {
        for (const std::uint64_t limit : {9, 25, 26, 27, 28, 29, 30}) {
            const Result result = expect_like_rules(increments(kGrid, 1000, after) + "        stop\n", limit);
            EXPECT_EQ(result.outcome, Outcome::limit);
        }
    }
}

// What a warp has stored, or updated, it may load before the next barrier, if no other warp uses it.
TEST(ContestedAtomics, AreSeenByLoadsOfTheSameWarp) {
    expect_like_rules(kGrid +
                      "        a = wid + 100\n"
                      "        [a] = wid\n"
                      "        n = atomic_inc [a]\n"
                      "        x = [a]\n"
                      "        stop\n");
    expect_like_rules(
        ".threads 2\n.warps 3\n.fill 0 8 5\n"
        "        n = atomic_inc [wid]\n"
        "        x = [wid]\n"
        "        [wid] = 7\n"
        "        stop\n");
}

// A load or a store of another warp is a race, wherever its turn is.
TEST(ContestedAtomics, RaceWithLoadsAndStores) {
    for (const char* const access : {"        x = [0]\n", "        [0] = 1\n"}) {
        for (const char* const warp : {"0", "3"}) {
            const Result result =
                expect_like_rules(increments(kGrid, 2, kNobodyReads) + "        one = wid == " + warp +
                                  "\n"
                                  "        bz one, end\n" +
                                  access +
                                  "end:    sync\n"
                                  "        stop\n");
            ASSERT_TRUE(result.trap.has_value());
            EXPECT_EQ(result.trap->kind, TrapKind::race);
        }
    }
}

// More updates than the logs hold: they are executed while warps still run, and at different rates.
TEST(ContestedAtomics, MayBeMoreThanTheLogsHold) {
    const std::string text = increments(".threads 64\n.warps 40\n.fill 0 4 0\n", 60, kNobodyReads) +
                             "        barrier\n        x = [0]\n        stop\n";
    ASSERT_LT(fast::kLoggedUpdates, std::size_t{64} * 40 * 60);
    EXPECT_EQ(word_zero(expect_like_rules(text)), 64 * 40 * 60);
}

// All operations, on words that several warps update.
TEST(ContestedAtomics, MayBeAnyOperation) {
    for (const char* const operation :
         {"fetch_add [1], 3", "fetch_sub [1], wid", "fetch_min [1], wid", "fetch_max [1], k",
          "fetch_and [1], 6", "fetch_or [1], wid", "fetch_xor [1], wid", "fetch_exch [1], wid",
          "fetch_cas [1], 0, wid", "fetch_inc [1], 5", "fetch_dec [1], 9"}) {
        expect_like_rules(increments(kGrid, 3, "        m = " + std::string(operation) + "\n") +
                          "        stop\n");
    }
}

// The end of an everywhere block brings back the variables, also the one that an atomic has assigned.
TEST(ContestedAtomics, AreForgottenWithTheirBlock) {
    const std::string text =
        ".threads 2\n.warps 3\n.registers restore\n.memory 0: 0\n"
        "        n = atomic_inc [0]\n"
        "        everywhere\n"
        "        n = atomic_inc [0]\n"
        "        end_everywhere\n"
        "        stop\n";
    EXPECT_FALSE(fast::can_be_logged(read(text)));
    expect_like_rules(text);
}

TEST(ContestedAtomics, CanBeLoggedIfNothingElseUsesTheirVariables) {
    const auto logged = [](const std::string& text) {
        return fast::can_be_logged(read(".warps 2\n" + text));
    };
    EXPECT_TRUE(logged("n = atomic_inc [0]\nstop\n"));
    EXPECT_TRUE(logged("n = atomic_inc [0]\nn = fetch_add [0], 2\nstop\n"));
    EXPECT_FALSE(logged("x = 1\nstop\n")) << "there is none";
    EXPECT_FALSE(logged("n = 0\nn = atomic_inc [0]\nstop\n"));
    EXPECT_FALSE(logged("n = atomic_inc [0]\n[n] = 1\nstop\n"));
    EXPECT_FALSE(logged("n = atomic_inc [0]\nn = fetch_add [0], n\nstop\n"));
    EXPECT_FALSE(logged("n = atomic_inc [0]\nshfl n, tid\nstop\n"));
    EXPECT_FALSE(logged("n = atomic_inc [0]\nbz n, end\nend: sync\nstop\n"));
}

}  // namespace
}  // namespace musimd::contested_atomics_test
