#include "simulator/observers/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "semantics/machine.hpp"
#include "tests/support/programs.hpp"

namespace musimd::trace_test {
namespace {

using support::read;
using testing::ElementsAre;

std::vector<std::string> trace(std::string_view text) {
    std::vector<std::string> lines;
    Trace observer([&](const std::string& line) { lines.push_back(line); });
    run_rules(read(text), {}, &observer);
    return lines;
}

TEST(Trace, OfAConditional) {
    EXPECT_THAT(trace(R"(.threads 4
        odd = tid & 1
        bz odd, even
        x = 10
        jump join
even:   x = 20
join:   sync
        stop
)"),
                ElementsAre("1 w0 @1 IT   Θ={0-3} Π=[] Λ=[]  odd = tid & 1  ; BP MT\n",
                            "2 w0 @2 BD   Θ={0-3} Π=[] Λ=[]  bz odd, even\n",
                            "3 w0 @3 IT   Θ={1, 3} Π=[(2, {}, 5, {0, 2})] Λ=[]  x = 10  ; CT\n",
                            "4 w0 @4 JP   Θ={1, 3} Π=[(2, {}, 5, {0, 2})] Λ=[]  jump join\n",
                            "5 w0 @6 SS   Θ={1, 3} Π=[(2, {}, 5, {0, 2})] Λ=[]  sync\n",
                            "6 w0 @5 IT   Θ={0, 2} Π=[(2, {1, 3}, 5, {})] Λ=[]  x = 20  ; CT\n",
                            "7 w0 @6 SP   Θ={0, 2} Π=[(2, {1, 3}, 5, {})] Λ=[]  sync\n",
                            "8 w0 @7 STOP Θ={0-3} Π=[] Λ=[]  stop\n"));
}

TEST(Trace, OfAnEverywhereBlock) {
    EXPECT_THAT(
        trace(R"(.threads 4
        x = tid
        bz x, join
        everywhere
        shfl x, 0
        x = x + tid
        end_everywhere
join:   sync
        stop
)"),
        ElementsAre("1 w0 @1 IT   Θ={0-3} Π=[] Λ=[]  x = tid  ; AS MT\n",
                    "2 w0 @2 BD   Θ={0-3} Π=[] Λ=[]  bz x, join\n",
                    "3 w0 @3 EB   Θ={1-3} Π=[(2, {}, 7, {0})] Λ=[]  everywhere\n",
                    "4 w0 @4 IT   Θ={0-3} Π=[] Λ=[({1-3}, [(2, {}, 7, {0})])]  shfl x, 0  ; SI\n",
                    "- w0 @5 MV   trap undefined-variable: thread 0 reads 'x', which the shfl on line 5 "
                    "left undefined (its lane was not in the mask)\n"));
}

TEST(Trace, ShowsTheDataRulesThatWereUsed) {
    EXPECT_THAT(trace(R"(.threads 2
.memory 0: 4 5
        a = tid
        x = [a]
        [a] = 3
        y = atomic_inc [tid]
        z = min x, y
        shfl z, 1
        shfl z, tid
        stop
)"),
                ElementsAre("1 w0 @1 IT   Θ={0, 1} Π=[] Λ=[]  a = tid  ; AS MT\n",
                            "2 w0 @2 IT   Θ={0, 1} Π=[] Λ=[]  x = [a]  ; LD MM MV\n",
                            "3 w0 @3 IT   Θ={0, 1} Π=[] Λ=[]  [a] = 3  ; ST MV\n",
                            "4 w0 @4 IT   Θ={0, 1} Π=[] Λ=[]  y = atomic_inc [tid]  ; AT MM MT\n",
                            "5 w0 @5 IT   Θ={0, 1} Π=[] Λ=[]  z = min x, y  ; BP MV\n",
                            "6 w0 @6 IT   Θ={0, 1} Π=[] Λ=[]  shfl z, 1  ; SV\n",
                            "7 w0 @7 IT   Θ={0, 1} Π=[] Λ=[]  shfl z, tid  ; SV MT\n",
                            "8 w0 @8 STOP Θ={0, 1} Π=[] Λ=[]  stop\n"));
}

TEST(Trace, NamesBothRulesOfAShufflePartlyOutsideTheMask) {
    const auto lines = trace(".threads 2\n.active 1\nx = 5\nshfl x, tid\neverywhere\nshfl x, tid\nstop\n");
    ASSERT_EQ(lines.size(), 5U);
    EXPECT_EQ(lines[3], "4 w0 @4 IT   Θ={0, 1} Π=[] Λ=[({1}, [])]  shfl x, tid  ; SV SI MT\n");
}

TEST(Trace, OfATrap) {
    EXPECT_THAT(trace(".threads 3\nx = 1\nx = x / 0\nstop\n"),
                ElementsAre("1 w0 @1 IT   Θ={0-2} Π=[] Λ=[]  x = 1  ; CT\n",
                            "- w0 @2 BP   trap division-by-zero: thread 0 divides 1 by zero\n"));
}

TEST(Trace, OfAControlTrap) {
    EXPECT_THAT(trace(".threads 3\nsync\n"),
                ElementsAre("- w0 @1 SP   trap sync-without-branch: sync with no branch open\n"));
}

TEST(Trace, NamesTheWarpAndNumbersTheStepsOfTheRun) {
    EXPECT_THAT(trace(".threads 1\n.warps 2\nx = wid\nstop\n"),
                ElementsAre("1 w0 @1 IT   Θ={0} Π=[] Λ=[]  x = wid  ; AS MT\n",
                            "2 w1 @1 IT   Θ={0} Π=[] Λ=[]  x = wid  ; AS MT\n",
                            "3 w0 @2 STOP Θ={0} Π=[] Λ=[]  stop\n", "4 w1 @2 STOP Θ={0} Π=[] Λ=[]  stop\n"));
}

SyncStack sync_stack(Label entries) {
    SyncStack stack;
    for (Label i = 1; i <= entries; ++i) stack.push({i, i + 100, {}, {}});
    return stack;
}

TEST(TraceOfStacks, ShowsTheTopFirst) {
    EXPECT_EQ(to_string(SyncStack()), "[]");
    EXPECT_EQ(to_string(sync_stack(2)), "[(2, {}, 102, {}) : (1, {}, 101, {})]");
}

TEST(TraceOfStacks, ShowsEightEntriesWhole) {
    EXPECT_EQ(to_string(sync_stack(8)),
              "[(8, {}, 108, {}) : (7, {}, 107, {}) : (6, {}, 106, {}) : (5, {}, 105, {}) : (4, {}, 104, {}) "
              ": (3, {}, 103, {}) : (2, {}, 102, {}) : (1, {}, 101, {})]");
}

TEST(TraceOfStacks, TruncatesADeepSyncStackToEight) {
    EXPECT_EQ(to_string(sync_stack(11)),
              "[(11, {}, 111, {}) : (10, {}, 110, {}) : (9, {}, 109, {}) : (8, {}, 108, {}) : (7, {}, 107, "
              "{}) : (6, {}, 106, {}) : (5, {}, 105, {}) : (4, {}, 104, {}) : … 3 more]");
}

TEST(TraceOfStacks, TruncatesADeepContextStackToo) {
    ContextStack stack;
    for (Thread i = 0; i < 9; ++i) stack.push({ThreadSet::all(i), {}, 1, nullptr});
    EXPECT_EQ(to_string(stack),
              "[({0-7}, []) : ({0-6}, []) : ({0-5}, []) : ({0-4}, []) : ({0-3}, []) : ({0-2}, []) : ({0, 1}, "
              "[]) : ({0}, []) : … 1 more]");
}

}  // namespace
}  // namespace musimd::trace_test
