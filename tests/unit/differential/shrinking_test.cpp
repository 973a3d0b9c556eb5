// Smaller machines for random programs that fail a test.

#include "tests/support/shrinking.hpp"

#include <gtest/gtest.h>

#include "tests/support/programs.hpp"

namespace musimd::tests::shrinking_test {
namespace {

TEST(Shrinking, KeepsTheNumberOfWarpsThatBlocksHave) {
    const Program program = support::read(".threads 4\n.block 6\n.grid 3\nstop\n");
    ASSERT_EQ(program.warps, 6U);
    for (const Program& smaller : shrink_machine(program))
        EXPECT_EQ(smaller.warps, smaller.grid * smaller.warps_per_block());
}

}  // namespace
}  // namespace musimd::tests::shrinking_test
