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
    for (int i = 0; i < 10; ++i) text += "x = atomic_inc [0]\ny = x\ny = 0\nx = 0\nbarrier\n";
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
    for (int i = 0; i < 150; ++i) text += "x = atomic_inc [0]\ny = x\ny = 0\nx = 0\nbarrier\n";
    const auto all = explored(text + "stop\n");
    EXPECT_THAT(all.found, SizeIs(1));
    EXPECT_EQ(all.found[0].result.outcome, Outcome::stop);
    EXPECT_EQ(all.progress.schedules, 301U);
}

// ---- equal states

std::string repeated(int times, const std::string& text) {
    std::string all;
    for (int i = 0; i < times; ++i) all += text;
    return all;
}

/// Expects that the search ends, with one result, which is a stop.
void expect_one_stop(const Exploration& all) {
    EXPECT_EQ(all.end, End::complete);
    ASSERT_THAT(all.found, SizeIs(1));
    EXPECT_EQ(all.found[0].result.outcome, Outcome::stop);
}

TEST(Explorer, TakesDroppedTicketsForCommuting) {
    // Three threads draw eight times each, beside a warp that stops at once.
    const std::string beside = ".warps 2\n.threads 3\n.memory 0: 0\nbnz wid, e\n" +
                               repeated(8, "x = atomic_inc [0]\nx = 0\n") + "e: sync\nstop\n";
    // Two warps draw twenty times each, from words of their own; and eight warps from one.
    const std::string apart =
        ".warps 2\n.threads 2\n.memory 0: 0 0\n" + repeated(20, "x = atomic_inc [wid]\nx = 0\n") + "stop\n";
    const std::string together =
        ".warps 8\n.threads 4\n.memory 0: 0\n" + repeated(20, "x = fetch_add [0], 3\nx = 0\n") + "stop\n";
    for (const std::string& text : {beside, apart, together}) {
        const auto all = explored(text);
        expect_one_stop(all);
        EXPECT_EQ(all.progress.schedules, 1U);
    }
}

TEST(Explorer, MergesTheStatesOfDroppedTickets) {
    const std::string beside = ".warps 2\n.threads 3\n.memory 0: 0\nbnz wid, e\n" +
                               repeated(8, "x = atomic_inc [0]\nx = 0\n") + "e: sync\nstop\n";
    const std::string apart =
        ".warps 2\n.threads 2\n.memory 0: 0 0\n" + repeated(20, "x = atomic_inc [wid]\nx = 0\n") + "stop\n";
    const auto merged = [](const std::string& text) {
        return explore(read(text), {.max_steps = 1'000}, {}, Reduction::by_states);
    };
    expect_one_stop(merged(beside));
    EXPECT_LT(merged(beside).progress.states, 1'000U);
    expect_one_stop(merged(apart));
    EXPECT_LT(merged(apart).progress.states, 20'000U);
}

TEST(Explorer, MergesStatesWhereTicketsMatterForAWhile) {
    // Every ticket is looked at, so tickets do not commute; but what was seen is forgotten.
    const std::string looks = "x = atomic_inc [0]\ny = x & 1\nx = y + 1\nx = 0\ny = 0\n";
    const auto threads =
        explored(".warps 2\n.threads 3\n.memory 0: 0\nbnz wid, e\n" + repeated(8, looks) + "e: sync\nstop\n");
    expect_one_stop(threads);
    EXPECT_LT(threads.progress.states, 1'000U);
    const auto warps = explored(".warps 3\n.threads 1\n.memory 0: 0\n" + repeated(12, looks) + "stop\n");
    expect_one_stop(warps);
    EXPECT_LT(warps.progress.states, 20'000U);
}

TEST(Explorer, FindsWhatFewOfManyOrdersLeadTo) {
    // Of millions of orders of twelve rounds of two warps, those in which warp 0 draws the last ticket.
    const auto all = explored(".warps 2\n.threads 1\n.memory 0: 0\n" + repeated(12, "x = atomic_inc [0]\n") +
                              "y = x == 24\nz = wid == 0\ny = y & z\nbz y, e\nw = 1 / 0\n"
                              "e: sync\nx = 0\ny = 0\nz = 0\nw = 0\nstop\n");
    EXPECT_EQ(all.end, End::complete);
    EXPECT_THAT(traps_of(all), ElementsAre("division-by-zero w0 t0 @17"));
    EXPECT_THAT(all.found, SizeIs(2));
}

TEST(Explorer, DistinguishesStatesByWhatWouldRace) {
    // The second forgets that it is, and then stores to a word that the first may be using.
    for (const Reduction reduction : {Reduction::by_traces, Reduction::by_states}) {
        const auto all = explore(
            read(".warps 2\n.threads 1\n.memory 0: 0 0\nx = atomic_inc [0]\nx = x - 1\nbz x, e\n[1] = "
                 "0\ne: sync\nx = 0\nbz wid, s\ny = [1]\ns: sync\ny = 0\nstop\n"),
            {.max_steps = 100}, {}, reduction);
        EXPECT_THAT(traps_of(all), UnorderedElementsAre("race w0 t0 @4", "race w1 t0 @8"));
        EXPECT_THAT(all.found, SizeIs(3));
    }
}

TEST(Explorer, DistinguishesStatesByWhoRests) {
    // If warp 0 is first, it traps, and the word is what it is where warp 1 was first.
    for (const Reduction reduction : {Reduction::by_traces, Reduction::by_states}) {
        const auto all =
            explore(read(".warps 2\n.threads 1\n.word 8\n.memory 0: 127\nbnz wid, l\nx = fetch_add [0], 1\n"
                         "l: sync\nbz wid, e\nx = fetch_sub [0], 1\ne: sync\nx = 0\nstop\n"),
                    {.max_steps = 100}, {}, reduction);
        EXPECT_THAT(traps_of(all), ElementsAre("overflow w0 t0 @2"));
        EXPECT_THAT(all.found, SizeIs(2));
    }
}

TEST(Explorer, KnowsThatFencesSeeWhoDroppedATicketFirst) {
    // The tickets are dropped, but the one that draws second has seen what came before the other's fence.
    const auto all = explored(
        ".warps 2\n.threads 1\n.memory 0: 0 0\nbnz wid, r\n[1] = 1\nfence.grid\nx = atomic_inc [0]\nx = 0\n"
        "r: sync\nbz wid, e\nx = atomic_inc [0]\nx = 0\nfence.grid\nx = [1]\nx = 0\ne: sync\nstop\n");
    EXPECT_THAT(traps_of(all), UnorderedElementsAre("race w0 t0 @2", "race w1 t0 @11"));
    EXPECT_THAT(all.found, SizeIs(3));
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

TEST(Orders, ThatLeadToTheSameAreOne) {
    const auto orders = [](const std::string& threads_and_memory, const std::string& instruction) {
        const auto all = explored(threads_and_memory + "\n" + instruction + "\nstop\n");
        EXPECT_EQ(all.end, End::complete);
        EXPECT_EQ(all.progress.schedules, all.found.size());
        return all.found.size();
    };
    // Who is the first to set a bit, if any; and who takes a lock, if it is free.
    EXPECT_EQ(orders(".threads 32\n.memory 0: 0", "x = fetch_or [0], 1"), 32U);
    EXPECT_EQ(orders(".threads 32\n.memory 0: 1", "x = fetch_or [0], 1"), 1U);
    EXPECT_EQ(orders(".threads 32\n.memory 0: 0", "x = fetch_cas [0], 0, 1"), 32U);
    EXPECT_EQ(orders(".threads 32\n.memory 0: 7", "x = fetch_cas [0], 0, 1"), 1U);
    EXPECT_EQ(orders(".threads 4\n.memory 0: 0", "x = fetch_exch [0], tid"), 24U);
    // Who is the last to write.
    EXPECT_EQ(orders(".threads 8\n.memory 0: 0", "x = fetch_exch [0], tid\nx = 0"), 8U);
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
