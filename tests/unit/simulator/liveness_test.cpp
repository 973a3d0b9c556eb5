#include "simulator/explore/liveness.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "simulator/explore/commuting.hpp"
#include "tests/support/programs.hpp"

namespace musimd::explore::liveness_test {
namespace {

using support::read;

/// The names of the variables that are live at instruction pc.
std::string live_at(const std::string& text, Label pc, const MachineOptions& options = {}) {
    const Program program = read(text);
    const Liveness liveness(program, options);
    std::string names;
    for (Variable v = 0; v < program.variables.size(); ++v) {
        if (liveness.at(pc)[v]) names += program.variables[v];
    }
    return names;
}

TEST(Liveness, IsWhatIsReadBeforeItIsOverwritten) {
    const std::string text = "x = 1\ny = x + x\nx = 2\ny = 3\nz = 4\nstop\n";
    EXPECT_EQ(live_at(text, 1), "");
    EXPECT_EQ(live_at(text, 2), "x");
    EXPECT_EQ(live_at(text, 3), "");
    EXPECT_EQ(live_at(text, 4), "x");
    EXPECT_EQ(live_at(text, 6), "xyz");
}

TEST(Liveness, FollowsBothWaysOfABranchAndLoops) {
    const std::string text = "x = 1\nl: bz tid, e\ny = x\nx = 2\njump l\ne: sync\nx = 0\ny = 0\nstop\n";
    EXPECT_EQ(live_at(text, 2), "x");
    EXPECT_EQ(live_at(text, 4), "");
    EXPECT_EQ(live_at(text, 5), "x");
    EXPECT_EQ(live_at(text, 6), "");
}

TEST(Liveness, GoesFromASyncToTheInstructionAfterAnySync) {
    // Threads of the first half wait at the first sync, and continue after the second.
    const std::string text = "x = 1\nbz tid, h\nsync\nh: x = 2\nsync\ny = x\nx = 0\nstop\n";
    EXPECT_EQ(live_at(text, 3), "x");
    EXPECT_EQ(live_at(text, 4), "");
}

TEST(Liveness, KnowsWhatOtherLanesRead) {
    EXPECT_EQ(live_at("x = 1\nx = 0\ny = shfl.xor 3, x, 1\nx = 0\ny = 0\nstop\n", 2), "x");
    EXPECT_EQ(live_at("x = 1\nx = 0\nshfl x, tid\nx = 0\nstop\n", 2), "x");
}

TEST(Liveness, EndsWithTheThread) {
    EXPECT_EQ(live_at(".threads 2\nx = 1\nbz tid, l\nexit\nl: x = 0\nstop\n", 3), "x");
    EXPECT_EQ(live_at(".threads 2\nx = 1\nbz tid, l\nexit\nl: x = 0\nstop\n", 4), "");
}

TEST(Liveness, IsEverythingIfThreadsDoMoreThanTheirOwnInstructions) {
    EXPECT_EQ(live_at("x = 1\nx = 2\neverywhere\ny = x\nend_everywhere\nstop\n", 2), "xy");
}

TEST(Commuting, NeedsADeadResultAndNoOverflow) {
    const auto commutes = [](const std::string& text) {
        const Program program = read(text);
        const MachineOptions options{.max_steps = 1'000};
        return Commuting(program, options, Liveness(program, options)).of(1);
    };
    EXPECT_EQ(commutes("x = atomic_inc [0]\nx = 0\nstop\n"), FetchOperation::add);
    EXPECT_EQ(commutes("x = fetch_sub [0], 7\nx = 0\nstop\n"), FetchOperation::add);
    EXPECT_EQ(commutes("x = fetch_max [0], tid\nx = 0\nstop\n"), FetchOperation::max);
    EXPECT_EQ(commutes("x = atomic_inc [0]\nstop\n"), std::nullopt);
    EXPECT_EQ(commutes("x = fetch_exch [0], tid\nx = 0\nstop\n"), std::nullopt);
    EXPECT_EQ(commutes(".word 8\nx = atomic_inc [0]\nx = 0\nstop\n"), std::nullopt);
    EXPECT_EQ(commutes(".word 8 wrap\nx = atomic_inc [0]\nx = 0\nstop\n"), FetchOperation::add);
    EXPECT_EQ(commutes(".memory 0: 9223372036854775000\nx = atomic_inc [0]\nx = 0\nstop\n"), std::nullopt);
    EXPECT_EQ(commutes("x = atomic_inc [0]\nx = 0\n[0] = x\nstop\n"), std::nullopt);
    EXPECT_EQ(commutes("x = atomic_inc [0]\nx = 0\nfence.grid\nstop\n"), std::nullopt);
}

}  // namespace
}  // namespace musimd::explore::liveness_test
