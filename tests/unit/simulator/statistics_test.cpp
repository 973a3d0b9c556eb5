#include "simulator/observers/statistics.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "semantics/machine.hpp"
#include "tests/support/programs.hpp"

namespace musimd::statistics_test {
namespace {

using support::read;
using Counts = std::map<std::string, std::uint64_t>;

constexpr std::int64_t kSegment = 32;

Statistics statistics_of(std::string_view text, std::int64_t segment = kSegment) {
    const Program program = read(text);
    StatisticsObserver observer(program, segment);
    run_rules(program, {}, &observer);
    return observer.statistics();
}

/// by_instruction by name, without zeros.
Counts by_instruction(const Statistics& statistics) {
    Counts counts;
    for (const InstructionInfo& row : instruction_table()) {
        const std::uint64_t count = statistics.by_instruction[static_cast<std::size_t>(row.opcode)];
        if (count != 0) counts[std::string(row.name)] = count;
    }
    return counts;
}

TEST(Statistics, OfADivergentConditional) {
    // |Θ| before each of the eight steps: 4 4 2 2 2 2 2 4.
    const Statistics s = statistics_of(R"(.threads 4
        odd = tid & 1
        bz odd, even
        x = 10
        jump join
even:   x = 20
join:   sync
        stop
)");
    EXPECT_EQ(s.threads, 4U);
    EXPECT_EQ(s.steps, 8U);
    EXPECT_EQ(s.active_lane_instructions, 22U);
    EXPECT_DOUBLE_EQ(s.simd_efficiency(), 22.0 / 32);
    EXPECT_EQ(s.branches_uniform, 0U);
    EXPECT_EQ(s.branches_divergent, 1U);
    EXPECT_EQ(s.max_sync_depth, 1U);
    EXPECT_EQ(s.max_context_depth, 0U);
    EXPECT_EQ(s.everywhere_blocks, 0U);
    EXPECT_EQ(s.lanes_woken, 0U);
    EXPECT_EQ(s.memory_requests, 0U);
    EXPECT_EQ(s.memory_transactions, 0U);
    EXPECT_EQ(by_instruction(s),
              (Counts{{"bp", 1}, {"bz", 1}, {"copy", 2}, {"jump", 1}, {"sync", 2}, {"stop", 1}}));
}

TEST(Statistics, OfAnEverywhereBlock) {
    // |Θ| before each of the ten steps: 4 4 4 2 4 4 4 2 2 4.
    const Statistics s = statistics_of(R"(.threads 4
        x = tid * 10
        c = tid < 2
        bz c, join
        everywhere
        shfl x, 1
        [tid] = x
        end_everywhere
join:   sync
        stop
)");
    EXPECT_EQ(s.steps, 10U);
    EXPECT_EQ(s.active_lane_instructions, 34U);
    EXPECT_EQ(s.branches_divergent, 1U);
    EXPECT_EQ(s.max_sync_depth, 1U);
    EXPECT_EQ(s.max_context_depth, 1U);
    EXPECT_EQ(s.everywhere_blocks, 1U);
    EXPECT_EQ(s.lanes_woken, 2U);
    EXPECT_EQ(s.memory_requests, 1U);
    EXPECT_EQ(s.memory_transactions, 1U);
    EXPECT_EQ(by_instruction(s), (Counts{{"bp", 2},
                                         {"bz", 1},
                                         {"everywhere", 1},
                                         {"shfl", 1},
                                         {"st", 1},
                                         {"end_everywhere", 1},
                                         {"sync", 2},
                                         {"stop", 1}}));
}

TEST(Statistics, CountsBranchesThatAgreeAsUniform) {
    const Statistics s = statistics_of(R"(.threads 2
        zero = 0
        bz zero, a
a:      sync
        bnz zero, b
b:      sync
        bnz tid, c
c:      sync
        stop
)");
    EXPECT_EQ(s.branches_uniform, 2U);
    EXPECT_EQ(s.branches_divergent, 1U);
    EXPECT_EQ(by_instruction(s), (Counts{{"copy", 1}, {"bz", 1}, {"bnz", 2}, {"sync", 4}, {"stop", 1}}));
}

TEST(Statistics, ABranchByTheMaskIsNotCounted) {
    const Statistics s = statistics_of(".threads 2\neverywhere\nbranch_mask 0, e\ne: end_everywhere\nstop\n");
    EXPECT_EQ(s.branches_uniform, 0U);
    EXPECT_EQ(s.branches_divergent, 0U);
    EXPECT_EQ(by_instruction(s),
              (Counts{{"everywhere", 1}, {"branch_mask", 1}, {"end_everywhere", 1}, {"stop", 1}}));
}

TEST(Statistics, DepthIsThatOfTheCurrentStack) {
    // Two conditionals are open at the block, and one in it: never three in one Π.
    const Statistics s = statistics_of(R"(.threads 2
        zero = 0
        bnz zero, a
        bnz zero, b
        everywhere
        everywhere
        bnz zero, c
c:      sync
        end_everywhere
        end_everywhere
b:      sync
a:      sync
        stop
)");
    EXPECT_EQ(s.max_sync_depth, 2U);
    EXPECT_EQ(s.max_context_depth, 2U);
    EXPECT_EQ(s.everywhere_blocks, 2U);
    EXPECT_EQ(s.lanes_woken, 0U);
}

TEST(Statistics, ALoopIsOneEntry) {
    const Statistics s = statistics_of(R"(.threads 4
        i = tid
loop:   bz i, done
        i = i - 1
        jump loop
done:   sync
        stop
)");
    // One thread leaves at each of the first three tests, the last one alone at the fourth, by BT.
    EXPECT_EQ(s.max_sync_depth, 1U);
    EXPECT_EQ(s.branches_divergent, 3U);
    EXPECT_EQ(s.branches_uniform, 1U);
}

TEST(Statistics, WakesThreadsThatAreDormantOrWait) {
    const Statistics s =
        statistics_of(".threads 8\n.active 0-2\neverywhere\nend_everywhere\neverywhere\nstop\n");
    EXPECT_EQ(s.everywhere_blocks, 2U);
    EXPECT_EQ(s.lanes_woken, 10U);
}

TEST(Statistics, TransactionsAreTheSegmentsOfARequest) {
    const std::string neighbours = ".threads 4\n[tid] = 1\nstop\n";
    EXPECT_EQ(statistics_of(neighbours, 1).memory_transactions, 4U);
    EXPECT_EQ(statistics_of(neighbours, 2).memory_transactions, 2U);
    EXPECT_EQ(statistics_of(neighbours, 3).memory_transactions, 2U);
    EXPECT_EQ(statistics_of(neighbours, 4).memory_transactions, 1U);

    const std::string scattered = ".threads 4\na = tid * 32\n[a] = 1\nstop\n";
    EXPECT_EQ(statistics_of(scattered, 32).memory_transactions, 4U);
    EXPECT_EQ(statistics_of(scattered, 64).memory_transactions, 2U);
    EXPECT_EQ(statistics_of(scattered, 1000).memory_transactions, 1U);
}

TEST(Statistics, SegmentsAreAligned) {
    EXPECT_EQ(statistics_of(".threads 4\na = tid + 30\n[a] = 1\nstop\n").memory_transactions, 2U);
    EXPECT_EQ(statistics_of(".threads 4\na = tid + 28\n[a] = 1\nstop\n").memory_transactions, 1U);
    EXPECT_EQ(statistics_of(".threads 4\na = tid + 32\n[a] = 1\nstop\n").memory_transactions, 1U);
}

TEST(Statistics, EachSegmentCountsOnceInARequestAndAgainInTheNext) {
    // Threads 0 and 2 use one segment, 1 and 3 another, in a load, a store and an increment.
    const Statistics s = statistics_of(R"(.threads 4
.fill 0 200 1
        a = tid & 1
        a = a * 100
        x = [a]
        [a] = x
        x = atomic_inc [a]
        stop
)");
    EXPECT_EQ(s.memory_requests, 3U);
    EXPECT_EQ(s.memory_transactions, 6U);
    EXPECT_EQ(by_instruction(s), (Counts{{"bp", 2}, {"ld", 1}, {"st", 1}, {"atomic_inc", 1}, {"stop", 1}}));
}

TEST(Statistics, OnlyActiveThreadsCountForTransactions) {
    const Statistics s = statistics_of(".threads 4\n.active 1 2\n[tid] = 1\nstop\n", 1);
    EXPECT_EQ(s.memory_transactions, 2U);
    EXPECT_EQ(s.active_lane_instructions, 4U);
    EXPECT_DOUBLE_EQ(s.simd_efficiency(), 0.5);
}

TEST(Statistics, AStepThatTrapsCountsNowhere) {
    const Statistics s = statistics_of(".threads 2\nx = 1\ny = [5]\nstop\n");
    EXPECT_EQ(s.steps, 1U);
    EXPECT_EQ(s.active_lane_instructions, 2U);
    EXPECT_EQ(s.memory_requests, 0U);
    EXPECT_EQ(by_instruction(s), (Counts{{"copy", 1}}));
}

TEST(Statistics, OfAGridAreSumsAndMaxima) {
    // Warp 0 takes the branch and stops after three steps; warp 1 does five, two of them below it.
    const Statistics s = statistics_of(R"(.threads 2
.warps 2
        bz wid, join
        bz wid, inner
inner:  sync
join:   sync
        stop
)");
    EXPECT_EQ(s.threads, 2U);
    EXPECT_EQ(s.steps, 3 + 5U);
    EXPECT_EQ(s.active_lane_instructions, 16U);
    EXPECT_DOUBLE_EQ(s.simd_efficiency(), 1.0);
    EXPECT_EQ(s.branches_uniform, 3U);
    EXPECT_EQ(s.max_sync_depth, 2U);
    EXPECT_EQ(by_instruction(s), (Counts{{"bz", 3}, {"sync", 3}, {"stop", 2}}));
}

TEST(Statistics, SharedTransactionsAreTheWordsOfTheFullestBank) {
    // Offsets tid, 32 · tid and 0: one word per bank, four words of bank 0, and one word.
    const Statistics s = statistics_of(R"(.threads 4
.block 4
.shared s 128
        a = s + tid
        [a] = 1
        b = tid * 32
        b = b + s
        [b] = 2
        c = [s]
        stop
)");
    EXPECT_EQ(s.shared_requests, 3U);
    EXPECT_EQ(s.shared_transactions, 6U);
    EXPECT_EQ(s.memory_requests, 0U);
    EXPECT_EQ(s.memory_transactions, 0U);
}

TEST(Statistics, ARequestMayHaveBothKindsOfAddresses) {
    const Statistics s = statistics_of(R"(.threads 2
.block 2
.shared s 2
        a = s * tid
        [a] = 1
        stop
)");
    EXPECT_EQ(s.shared_requests, 1U);
    EXPECT_EQ(s.shared_transactions, 1U);
    EXPECT_EQ(s.memory_requests, 1U);
}

TEST(Statistics, OfBlocksAndCollectives) {
    const std::string text = R"(.threads 4
.block 6
        v = vote.any 15, 1
        fence.grid
        block_barrier
        c = tid == 0
        bnz c, go
        exit
go:     sync
        stop
)";
    const Statistics s = statistics_of(text);
    EXPECT_EQ(s.collectives, 2U);
    EXPECT_EQ(s.fences, 2U);
    EXPECT_EQ(s.block_barriers, 1U);
    EXPECT_EQ(s.exits, 4U);
    EXPECT_EQ(s.threads, 4U);
    const Statistics t = statistics_of(".model volta\n" + text);
    EXPECT_EQ(t.collectives, 2U);
    EXPECT_EQ(t.fences, 6U);
    EXPECT_EQ(t.block_barriers, 1U);
    EXPECT_EQ(t.exits, 4U);
    EXPECT_DOUBLE_EQ(t.simd_efficiency(), 1.0);
}

TEST(Statistics, OfNoStep) {
    const Statistics s = statistics_of(".threads 2\n");
    EXPECT_EQ(s.steps, 0U);
    EXPECT_DOUBLE_EQ(s.simd_efficiency(), 1.0);
    EXPECT_EQ(by_instruction(s), Counts());
}

TEST(Statistics, EveryFigureHasAName) {
    Statistics s;
    s.threads = 4;
    s.steps = 10;
    s.active_lane_instructions = 30;
    s.branches_uniform = 3;
    s.branches_divergent = 4;
    s.max_sync_depth = 5;
    s.max_context_depth = 6;
    s.everywhere_blocks = 7;
    s.lanes_woken = 8;
    s.memory_requests = 9;
    s.memory_transactions = 11;
    s.by_instruction[static_cast<std::size_t>(Opcode::atomic_inc)] = 12;
    EXPECT_EQ(s.figure("steps"), 10);
    EXPECT_EQ(s.figure("active_lane_instructions"), 30);
    EXPECT_EQ(s.figure("simd_efficiency"), 0.75);
    EXPECT_EQ(s.figure("branches_uniform"), 3);
    EXPECT_EQ(s.figure("branches_divergent"), 4);
    EXPECT_EQ(s.figure("max_sync_depth"), 5);
    EXPECT_EQ(s.figure("max_context_depth"), 6);
    EXPECT_EQ(s.figure("everywhere_blocks"), 7);
    EXPECT_EQ(s.figure("lanes_woken"), 8);
    EXPECT_EQ(s.figure("memory_requests"), 9);
    EXPECT_EQ(s.figure("memory_transactions"), 11);
    EXPECT_EQ(s.figure("by_instruction.atomic_inc"), 12);
    EXPECT_EQ(s.figure("by_instruction.ld"), 0);
}

TEST(Statistics, OtherNamesAreUnknown) {
    const Statistics s;
    EXPECT_EQ(s.figure("speed"), std::nullopt);
    EXPECT_EQ(s.figure(""), std::nullopt);
    EXPECT_EQ(s.figure("by_instruction."), std::nullopt);
    EXPECT_EQ(s.figure("by_instruction.load"), std::nullopt);
    EXPECT_EQ(s.figure("by_instruction"), std::nullopt);
}

TEST(Statistics, EveryNameThatExpectAcceptsIsKnown) {
    const Statistics s;
    for (const std::string_view name : statistic_names()) EXPECT_TRUE(s.figure(name).has_value()) << name;
}

}  // namespace
}  // namespace musimd::statistics_test
