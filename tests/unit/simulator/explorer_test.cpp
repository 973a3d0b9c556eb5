#include "simulator/explore/explorer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "simulator/explore/orders.hpp"
#include "simulator/explore/state_key.hpp"
#include "tests/support/programs.hpp"

namespace musimd::explore::explorer_test {
namespace {

using support::read;
using testing::ElementsAre;
using testing::SizeIs;
using testing::UnorderedElementsAre;

Exploration explored(std::string_view text, const Limits& limits = {}, std::uint64_t max_steps = 1'000) {
    return explore(read(text), {.max_steps = max_steps}, limits);
}

/// For each trap found, `KIND wWARP tTHREAD @PC`.
std::multiset<std::string> traps_of(const Exploration& exploration) {
    std::multiset<std::string> traps;
    for (const Found& found : exploration.found) {
        if (!found.result.trap) continue;
        const Trap& trap = *found.result.trap;
        traps.insert(std::string(to_string(trap.kind)) + " w" + std::to_string(trap.warp) + " t" +
                     std::to_string(trap.threads[0]) + " @" + std::to_string(trap.pc));
    }
    return traps;
}

// ---- the reduction

TEST(Explorer, RunsIndependentStepsOnce) {
    const auto all = explored(
        ".warps 4\n.threads 2\n.memory 100: 7\nx = wid * 2\nx = x + tid\n[x] = x\ny = [x]\nz = [100]\n[x] = "
        "z\n"
        "x = 1\nstop\n");
    EXPECT_EQ(all.end, End::complete);
    EXPECT_THAT(all.found, SizeIs(1));
    EXPECT_EQ(all.progress.schedules, 1U);
}

TEST(Explorer, RunsEachOrderOfAtomicIncrementsOnce) {
    const auto all = explored(".warps 4\n.threads 1\n.memory 0: 0\nx = atomic_inc [0]\nstop\n");
    EXPECT_THAT(all.found, SizeIs(24));
    EXPECT_EQ(all.progress.schedules, 24U);
}

TEST(Explorer, RunsTheInterleavingsOfAtomicIncrementsOnce) {
    // Two steps of each of two warps, all on one word: 4! / (2! 2!).
    const auto all =
        explored(".warps 2\n.threads 1\n.memory 0: 0\nx = atomic_inc [0]\ny = atomic_inc [0]\nstop\n");
    EXPECT_THAT(all.found, SizeIs(6));
    EXPECT_EQ(all.progress.schedules, 6U);
}

TEST(Explorer, SearchesPhasesOneByOne) {
    // Ten phases with two schedules each, which reach the same state: the numbers add up and do not multiply.
    std::string text = ".warps 2\n.threads 1\n.memory 0: 0\n";
    for (int i = 0; i < 10; ++i) text += "x = atomic_inc [0]\nx = 0\nbarrier\n";
    const auto all = explored(text + "stop\n");
    EXPECT_THAT(all.found, SizeIs(1));
    EXPECT_EQ(all.progress.schedules, 21U);
    EXPECT_EQ(all.progress.states, 11U);
}

TEST(Explorer, DistinguishesStatesThatDifferOnlyInMemory) {
    // A warp's ticket selects where it stores its number, and is forgotten.
    const auto all = explored(
        ".warps 2\n.threads 1\n.memory 0: 0\nx = atomic_inc [0]\n[x] = wid\nx = 0\nbarrier\nx = [1]\nstop\n");
    EXPECT_THAT(all.found, SizeIs(2));
}

TEST(Explorer, GoesDeeperThanItNestsPhases) {
    std::string text = ".warps 2\n.threads 1\n.memory 0: 0\n";
    for (int i = 0; i < 200; ++i) text += "x = atomic_inc [0]\nx = 0\nbarrier\n";
    const auto all = explored(text + "stop\n");
    EXPECT_THAT(all.found, SizeIs(1));
    EXPECT_EQ(all.found[0].result.outcome, Outcome::stop);
    EXPECT_EQ(all.progress.schedules, 401U);
}

// ---- traps and limits

TEST(Explorer, FindsARaceFromBothSides) {
    const auto all = explored(".warps 2\n.threads 1\n[0] = wid\nstop\n");
    EXPECT_THAT(traps_of(all), UnorderedElementsAre("race w0 t0 @1", "race w1 t0 @1"));
    EXPECT_THAT(all.found, SizeIs(2));
}

TEST(Explorer, FindsATrapBesideAnEndlessLoop) {
    const auto all = explored(".warps 2\n.threads 1\nbz wid, l\nx = 1 / 0\nl: jump l\n");
    EXPECT_THAT(traps_of(all), ElementsAre("division-by-zero w1 t0 @2"));
    EXPECT_THAT(all.found, SizeIs(2));  // the other is the limit
}

TEST(Explorer, FindsAllTrapsNotJustTheFirst) {
    const auto all = explored(".warps 3\n.threads 1\nx = y\nstop\n");
    EXPECT_THAT(traps_of(all),
                UnorderedElementsAre("undefined-variable w0 t0 @1", "undefined-variable w1 t0 @1",
                                     "undefined-variable w2 t0 @1"));
}

TEST(Explorer, FindsAWordThatMayStillBeUndefined) {
    const auto all =
        explored(".warps 2\n.threads 1\nbz wid, w\nx = [0]\nw: sync\nbnz wid, e\n[0] = 1\ne: sync\nstop\n");
    EXPECT_THAT(traps_of(all), UnorderedElementsAre("undefined-memory w1 t0 @2", "race w1 t0 @2"));
}

TEST(Explorer, ReturnsOnlyTheStepsThatLeadToATrap) {
    const auto all = explored(".warps 3\n.threads 1\nx = 1\nx = x / 0\nstop\n");
    ASSERT_THAT(all.found, SizeIs(3));
    EXPECT_THAT(all.found[2].schedule, ElementsAre(ScheduledSteps{.warp = 2, .count = 2}));
}

// ---- the threads of one instruction

TEST(Explorer, DistinguishesOnlyOrdersAtOneAddress) {
    EXPECT_THAT(explored(".threads 4\n.memory 0: 0\nx = atomic_inc [0]\nstop\n").found, SizeIs(24));
    EXPECT_THAT(explored(".threads 6\n.memory 0: 0 0 0\na = tid % 3\nx = atomic_inc [a]\nstop\n").found,
                SizeIs(8));
    const auto apart = explored(".threads 6\n.memory 0: 0 0 0 0 0 0\nx = atomic_inc [tid]\nstop\n");
    EXPECT_EQ(apart.progress.schedules, 1U);
}

TEST(Explorer, LetsEveryThreadOverflowFirst) {
    const char* const text =
        ".threads 5\n.word 8\n.memory 0: 126 126\na = tid & 1\nx = atomic_inc [a]\nstop\n";
    EXPECT_THAT(traps_of(explored(text)),
                UnorderedElementsAre("overflow w0 t0 @2", "overflow w0 t1 @2", "overflow w0 t2 @2",
                                     "overflow w0 t3 @2", "overflow w0 t4 @2"));
}

TEST(Orders, ComeAfterTheAscendingOne) {
    const Program program = read(".threads 3\n.memory 0: 0 0\na = tid & 1\nx = atomic_inc [a]\nstop\n");
    Machine machine(program);
    machine.step(0);
    Orders orders(machine, 0, program, false);
    orders.end(machine, machine.step(0), program);
    const auto next = orders.next();
    ASSERT_TRUE(next.has_value());
    EXPECT_THAT(*next, ElementsAre(2, 0, 1));
    EXPECT_FALSE(orders.next().has_value());
}

// ---- the ends of a search

TEST(Explorer, EndsAtItsLimits) {
    const char* const tickets = ".warps 4\n.threads 1\n.memory 0: 0\nx = atomic_inc [0]\nstop\n";
    const auto few = explored(tickets, {.max_schedules = 5});
    EXPECT_EQ(few.end, End::schedules);
    EXPECT_EQ(few.progress.schedules, 5U);
    EXPECT_THAT(few.found, SizeIs(5));
    const auto enough = explored(tickets, {.max_schedules = 24});
    EXPECT_EQ(enough.end, End::complete);
    const auto results = explored(tickets, {.max_results = 3});
    EXPECT_EQ(results.end, End::results);
    EXPECT_THAT(results.found, SizeIs(3));
    const auto small = explored(tickets, {.max_bytes = 10});
    EXPECT_EQ(small.end, End::memory);
    const auto wide = explored(".warps 1000\n.threads 1\n.memory 0: 0\nx = atomic_inc [0]\nstop\n",
                               {.max_bytes = 1'000'000});
    EXPECT_EQ(wide.end, End::memory);
    EXPECT_THAT(wide.found, SizeIs(0));
    const auto stopped = explored(tickets, {.keep_going = [](const Progress& p) { return p.results < 2; }});
    EXPECT_EQ(stopped.end, End::interrupted);
    EXPECT_THAT(stopped.found, SizeIs(2));
}

TEST(Explorer, HasALimitOfSteps) {
    const auto all = explored(".warps 2\n.threads 1\nl: jump l\n", {}, 10);
    ASSERT_THAT(all.found, SizeIs(1));
    EXPECT_EQ(all.found[0].result.outcome, Outcome::limit);
    EXPECT_EQ(to_string(all.found[0].schedule[0]),
              "warp 0 x11");  // including the turn that reaches the limit
    EXPECT_EQ(explored("stop\n", {}, 0).found[0].result.outcome, Outcome::limit);
}

}  // namespace
}  // namespace musimd::explore::explorer_test
