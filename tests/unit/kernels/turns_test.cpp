#include "kernels/launch/turns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "isa/reader.hpp"
#include "kernels/launch/random_turns.hpp"

namespace musimd::turns_test {
namespace {

using kernels::Turn;
using kernels::turns_named;
using testing::ElementsAre;

TEST(Turns, HaveAName) {
    const std::vector<Turn> turns = {{0, 12}, {1}, {2, 3}, {3, 3}, {4, 3}, {0, 1, {2, 0, 1}}, {5, 3}};
    const std::string name = to_string(turns);
    EXPECT_EQ(name, "turns:0x12,1,2-4x3,0:2.0.1,5x3");
    EXPECT_EQ(turns_named(name), turns);
}

TEST(Turns, OtherNamesAreNone) {
    for (const char* const name :
         {"", "turns", "turns:", "turns:x2", "turns:0x0", "turns:3-2", "turns:0,", "turns:0:", "turns:0 ",
          "turns:-1", "turns:0x", "turns:99999999999", "turns:0-4294967295"})
        EXPECT_EQ(turns_named(name), std::nullopt) << name;
}

TEST(Turns, OfAScheduleNameThreadsOfTheGrid) {
    const ReadResult read =
        read_program(".model volta\n.threads 2\n.block 3\n.grid 2\nx = atomic_inc [0]\nstop\n", "p.asm");
    ASSERT_TRUE(read);
    const Schedule schedule = {{.warp = 3, .count = 4, .lane = 0}, {.warp = 2, .lane = 1}};
    EXPECT_THAT(kernels::turns_of(schedule, *read.program), ElementsAre(Turn{5, 4}, Turn{4, 1}));
}

/// The ticket of each lane.
TEST(Turns, SayInWhichOrderAnAtomicInstructionTakesTheLanes) {
    const ReadResult read = read_program(".threads 3\n.memory 0: 0\nx = atomic_inc [0]\nstop\n", "p.asm");
    ASSERT_TRUE(read);
    std::uint64_t steps = 100;
    const auto end = kernels::openmp::run_after_turns({{0, 1, {2, 0, 1}}, {7, 5}}, *read.program, {}, steps);
    ASSERT_TRUE(end.result);
    const Bank& bank = end.result->warps[0].bank;
    EXPECT_EQ(*bank.find(2, 0), 1);
    EXPECT_EQ(*bank.find(0, 0), 2);
    EXPECT_EQ(*bank.find(1, 0), 3);
}

}  // namespace
}  // namespace musimd::turns_test
