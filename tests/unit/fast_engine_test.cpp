#include <gtest/gtest.h>

#include "semantics/machine.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/support/programs.hpp"

namespace musimd {
namespace {

using support::read;

// The race of a text, as both engines report it: the threads that it names.
std::vector<Thread> threads_of_race(std::string_view text) {
    const Program program = read(text);
    const Result expected = run_rules(program, {});
    EXPECT_EQ(fast::run_fast(program), expected);
    EXPECT_TRUE(expected.trap.has_value() && expected.trap->kind == TrapKind::race);
    return expected.trap ? expected.trap->threads : std::vector<Thread>{};
}

// Threads 0 and 1 of warp 1 store one word to address 10, which between warps is no race; thread 2 stores
// where warp 0 has stored.
TEST(FastEngine, NamesTheStoreThatConflicts) {
    EXPECT_EQ(threads_of_race(".threads 4\n.warps 2\n"
                              "        c = wid == 0\n"
                              "        bz c, second\n"
                              "        [20] = 7\n"
                              "        jump join\n"
                              "second: a = tid > 1\n"
                              "        a = a * 10\n"
                              "        a = a + 10\n"
                              "        [a] = 5\n"
                              "join:   sync\n"
                              "        stop\n"),
              std::vector<Thread>{2});
}

// Threads 0 and 3 store one word to address 0, and thread 1 stores where thread 2 has read: the lowest thread
// on a conflicting address is thread 0, though thread 1's store is the first to conflict with what was
// before.
TEST(FastEngine, NamesTheLowestOfThreadsThatMeetInAStore) {
    EXPECT_EQ(threads_of_race(".threads 4\n.races thread\n.memory 10: 1\n"
                              "        c = tid == 2\n"
                              "        bz c, rest\n"
                              "        x = [10]\n"
                              "rest:   sync\n"
                              "        a = tid == 1\n"
                              "        a = a * 10\n"
                              "        b = tid == 2\n"
                              "        b = b * 30\n"
                              "        a = a + b\n"
                              "        [a] = 5\n"
                              "        stop\n"),
              std::vector<Thread>{0});
}

// A read and an increment, in either order; two increments, which are no race.
TEST(FastEngine, TellsReadsFromIncrements) {
    EXPECT_EQ(threads_of_race(".threads 2\n.races thread\n.memory 0: 1\n"
                              "        bz tid, rest\n"
                              "        x = [0]\n"
                              "rest:   sync\n"
                              "        n = atomic_inc [0]\n"
                              "        stop\n"),
              std::vector<Thread>{0});
    EXPECT_EQ(threads_of_race(".threads 2\n.races thread\n.memory 0: 1\n"
                              "        n = atomic_inc [0]\n"
                              "        bz tid, rest\n"
                              "        x = [0]\n"
                              "rest:   sync\n"
                              "        stop\n"),
              std::vector<Thread>{1});
    const Program program = read(
        ".threads 4\n.races thread\n.memory 0: 1\n"
        "        n = atomic_inc [0]\n"
        "        n = atomic_inc [0]\n"
        "        stop\n");
    EXPECT_EQ(run_rules(program, {}).outcome, Outcome::stop);
    EXPECT_EQ(fast::run_fast(program), run_rules(program, {}));
}

}  // namespace
}  // namespace musimd
