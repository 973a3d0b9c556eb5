#include "simulator/fast/thread_warps.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

#include "semantics/machine.hpp"
#include "simulator/fast/block_grid.hpp"
#include "tests/support/programs.hpp"

namespace musimd::thread_warps_test {
namespace {

using fast::ThreadWarps;
using support::read;

// What threads that run as warps yield; nothing if the run is left to the rules.
std::optional<Result> run_apart(const Program& program, const MachineOptions& options = {}) {
    const ThreadWarps threads(program);
    const fast::DecodedProgram code(threads.program(), fast::kernels());
    return run_blocks_ahead(code, options, {.threads = &threads});
}

// The threads run as warps, with the result of the rules.
void expect_like_rules(const std::string& text) {
    const Program program = read(".model volta\n" + text);
    ASSERT_TRUE(ThreadWarps::can_run(program)) << text;
    for (const Order order : {Order::ascending, Order::descending, Order::random}) {
        MachineOptions options;
        options.order = order;
        options.seed = 5;
        const auto result = run_apart(program, options);
        ASSERT_TRUE(result.has_value()) << text;
        EXPECT_EQ(*result, Machine(program, options).run()) << text;
    }
}

// Three warps of four lanes; the last warp of each block has one thread.
constexpr const char* kBlocks = ".threads 4\n.block 9\n.grid 2\n";

TEST(ThreadWarps, KeepTheNumbersOfTheirWarps) {
    expect_like_rules(std::string(kBlocks) + "a = tid\nb = wid\nc = bid\nd = btid\ne = block_size\nstop\n");
    expect_like_rules(".threads 4\n.warps 3\na = tid\nb = wid\nstop\n");
    const Program program = read(std::string(kBlocks) + "stop\n");
    const ThreadWarps threads(program);
    EXPECT_EQ(threads.program().warps, 18U);
    EXPECT_EQ(threads.place_of(8).warp, 2U);
    EXPECT_EQ(threads.place_of(8).lane, 0U);
    EXPECT_EQ(threads.place_of(9).warp, 3U) << "the first thread of the second block";
    EXPECT_EQ(threads.place_of(17).warp, 5U);
}

TEST(ThreadWarps, UpdateInTheirTurns) {
    // Thread t waits for t turns, so the order of the updates is not that of the threads.
    expect_like_rules(
        ".threads 4\n.warps 2\n.memory 0: 0\n"
        "i = 5 - tid\nl: i = i - 1\ngo = i > 0\nbnz go, l\nsync\nn = fetch_add [0], 1\nm = fetch_add [0], "
        "1\nstop\n");
}

TEST(ThreadWarps, MeetAtCollectives) {
    // Both halves of a conditional come to the same operation, at different places.
    expect_like_rules(
        ".threads 4\nbz tid, e\nx = tid * 10\ny = shfl.down 15, x, 1\njump j\n"
        "e: y = shfl.down 15, tid, 1\nj: sync\nv = vote.ballot 15, y\nstop\n");
    // Two groups of one warp, one of which goes around a loop first; an operand that is undefined where it is
    // not read; a lane that yields nothing.
    expect_like_rules(
        ".threads 4\nh = tid >> 1\nm = 3\nbz h, l\nm = 12\n"
        "l: sync\ni = h * 3\nk: i = i - 1\ngo = i > 0\nbnz go, k\nsync\n"
        "a = reduce.add m, tid\nb = match.any m, h\nc = shfl.xor m, tid, 2\nsyncwarp m\nstop\n");
    expect_like_rules(
        std::string(kBlocks) +
        ".shared s 9\na = s + btid\n[a] = btid\nblock_barrier\nb = tid == 0\n"
        "n = block_barrier.count b\nc = btid ^ 1\nd = c < 9\nbz d, e\nc = c + s\nc = [c]\ne: sync\nstop\n");
}

TEST(ThreadWarps, HoldLocks) {
    expect_like_rules(
        ".threads 4\n.memory 0: 0 0\n"
        "l: t = fetch_or [0], 0\nw = t != tid\nbz w, in\njump l\nin: sync\n"
        "fence.block\ns = [1]\ns = s + 1\n[1] = s\nfence.block\nu = fetch_add [0], 1\nstop\n");
}

TEST(ThreadWarps, SeeActiveThreads) {
    const Program program =
        read(".model volta\n.threads 4\nbz tid, e\nx = 1\ne: sync\nv = activemask\nstop\n");
    for (const bool smallest : {false, true}) {
        MachineOptions options;
        options.smallest_activemask = smallest;
        const auto result = run_apart(program, options);
        ASSERT_TRUE(result.has_value());
        EXPECT_EQ(*result, Machine(program, options).run());
    }
}

// Only the rules report what went wrong, or warn.
TEST(ThreadWarps, LeaveTheRestToTheRules) {
    for (const std::string text : {
             ".threads 2\nx = y\nstop\n",
             ".threads 2\nx = vote.any 1, tid\nstop\n",
             ".threads 2\nx = vote.any 7, tid\nstop\n",
             ".threads 2\nbz tid, e\nsyncwarp 3\ne: sync\nx = vote.any 3, 1\nstop\n",
             ".threads 2\n[0] = tid\nstop\n",
             ".threads 2\nl: jump l\n",
             ".threads 2\n.block 2\nbz tid, e\nexit\ne: sync\nblock_barrier\nstop\n",
             ".threads 2\nbz tid, e\nexit\ne: sync\nsyncwarp 3\nstop\n",
         }) {
        MachineOptions options;
        options.max_steps = 100;
        EXPECT_FALSE(run_apart(read(".model volta\n" + text), options).has_value()) << text;
    }
    EXPECT_FALSE(ThreadWarps::can_run(read(".threads 2\nx = ballot 1\nstop\n")));
    EXPECT_FALSE(ThreadWarps::can_run(read(".threads 2\nx = 1\nshfl x, 0\nstop\n")));
}

}  // namespace
}  // namespace musimd::thread_warps_test
