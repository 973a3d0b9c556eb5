#include "analysis/loops.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/programs.hpp"

namespace musimd::loops_test {
namespace {

using support::read;
using testing::ElementsAre;
using testing::IsEmpty;

// Instruction i is on line i.
const char* const kNested =
    "x = 0\n"
    "outer: bz x, end\n"
    "inner: x = x + 1\n"
    "bz x, skip\n"
    "x = 2\n"
    "skip: sync\n"
    "bnz x, inner\n"
    "sync\n"
    "jump outer\n"
    "end: sync\n"
    "stop\n";

TEST(Loops, AroundAnInstructionAreTheOutermostFirst) {
    const Program program = read(kNested);
    EXPECT_THAT(loops_around(program, 5), ElementsAre(Loop{2, 3, 4, 5, 6, 7, 8, 9}, Loop{3, 4, 5, 6, 7}));
    EXPECT_THAT(loops_around(program, 8), ElementsAre(Loop{2, 3, 4, 5, 6, 7, 8, 9}));
    EXPECT_THAT(loops_around(program, 2), ElementsAre(Loop{2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(Loops, DoNotContainInstructionsThatRunOnce) {
    const Program program = read(kNested);
    EXPECT_THAT(loops_around(program, 1), IsEmpty());
    EXPECT_THAT(loops_around(program, 10), IsEmpty());
    EXPECT_THAT(loops_around(program, 11), IsEmpty());
    EXPECT_THAT(loops_around(program, 12), IsEmpty());  // past the end
    // A `sync` sends the warp back to the other half of its conditional, which is not a loop.
    EXPECT_THAT(loops_around(read("bz tid, l\nx = 1\nl: sync\nstop\n"), 3), IsEmpty());
}

TEST(Loops, MayBeOneInstruction) {
    EXPECT_THAT(loops_around(read("x = 1\nl: jump l\n"), 2), ElementsAre(Loop{2}));
    EXPECT_THAT(loops_around(read("jump l\nl: stop\n"), 1), IsEmpty());
}

TEST(Loops, AreFoundToALimitedDepth) {
    std::string text;
    for (int i = 0; i < 300; ++i) text += "l" + std::to_string(i) + ": x = 1\n";
    for (int i = 299; i >= 0; --i) text += "bnz x, l" + std::to_string(i) + "\n";
    EXPECT_EQ(loops_around(read(text), 300).size(), kMaxLoopDepth);
}

TEST(Loops, MayHaveAPathAroundAnInstruction) {
    const Program program = read(kNested);
    const Loop outer{2, 3, 4, 5, 6, 7, 8, 9};
    EXPECT_TRUE(avoids(program, outer, 2));  // because of the inner loop
    EXPECT_FALSE(avoids(program, {3, 4, 5, 6, 7}, 4));
    EXPECT_TRUE(avoids(program, outer, 5));
}

TEST(Loops, HaveTheLinesOfTheirInstructions) {
    EXPECT_EQ(where({3, 4, 5, 6, 7}, read(kNested)), "at lines 3-7");
    EXPECT_EQ(where({2}, read(kNested)), "on line 2");
    Program program = read(kNested);
    for (Instruction& i : program.instructions) i.line = 0;
    EXPECT_EQ(where({3, 4}, program), "at instructions 3-4");
}

}  // namespace
}  // namespace musimd::loops_test
