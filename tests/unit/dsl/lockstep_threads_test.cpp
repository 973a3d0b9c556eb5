// Kernels of lockstep with one thread per worker: results, and reports of what not all workers do.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#define PMACC_LOCKSTEP_COUNT
#define PMACC_LOCKSTEP_THREADS
#define PMACC_LOCKSTEP_ORDER 2
#include <pmacc/lockstep.hpp>

namespace musimd::lockstep_threads_test {
namespace {

namespace lockstep = pmacc::lockstep;
namespace memory = pmacc::memory;
using pmacc::host::launch;
using pmacc::mappings::threads::ForEachIdx;
using pmacc::mappings::threads::IdxConfig;
using pmacc::mappings::threads::nth;
using testing::Each;
using testing::ExitedWithCode;

template <std::uint32_t count>
std::vector<std::uint32_t> order() {
    std::vector<std::uint32_t> result;
    for (std::uint32_t n = 0; n < count; ++n) result.push_back(nth<count>(n));
    return result;
}

template <std::uint32_t... counts>
void expect_permutations() {
    const auto check = [](std::vector<std::uint32_t> numbers) {
        EXPECT_EQ(std::ranges::is_sorted(numbers), numbers.size() < 2) << numbers.size();
        std::ranges::sort(numbers);
        for (std::uint32_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], i);
    };
    (check(order<counts>()), ...);
}

TEST(LockstepThreads, AShuffledOrderHasEachNumberOnce) {
    expect_permutations<1, 2, 3, 4, 5, 6, 7, 12, 64, 100, 251, 1000>();
}

/// Reverses blocks of 100 numbers, and adds the sum of the block, by all patterns.
template <std::uint32_t workers, std::uint32_t simd>
std::vector<int> reversed(const std::vector<int>& in) {
    std::vector<int> out(in.size());
    launch({static_cast<std::uint32_t>(in.size() / 100)}, workers, [&] {
        PMACC_SMEM(cached, int[100]);
        PMACC_SMEM(sum, int);
        const lockstep::Worker<workers> worker(threadIdx.x);
        const auto for_each = lockstep::makeForEach<100, simd>(worker);
        const std::uint32_t first = blockIdx.x * 100;
        lockstep::makeMaster(worker)([&] { sum = 0; });
        worker.sync();
        const auto own = for_each([&](const lockstep::Idx i) { return in[first + i]; });
        for_each([&](const lockstep::Idx i) {
            cached[i] = own[i];
            atomicAdd(&sum, own[i]);
        });
        worker.sync();
        for_each([&](const std::uint32_t i) { out[first + i] = cached[99 - i] + sum; });
    });
    return out;
}

TEST(LockstepThreads, TheNumberOfWorkersIsIrrelevant) {
    std::vector<int> in(200);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<int>(i * i % 31);
    const std::vector<int> one = reversed<1, 1>(in);
    EXPECT_EQ(one.front(), in[99] + std::accumulate(in.begin(), in.begin() + 100, 0));
    EXPECT_EQ((reversed<7, 1>(in)), one);
    EXPECT_EQ((reversed<32, 3>(in)), one);
    EXPECT_EQ((reversed<101, 1>(in)), one);
}

TEST(LockstepThreads, BarriersCount) {
    std::vector<int> seen;
    launch({1}, 5, [&] {
        const int odd = threadIdx.x % 2;
        const int all = __syncthreads_and(odd), any = __syncthreads_or(odd), sum = __syncthreads_count(odd);
        if (threadIdx.x == 3) seen = {all, any, sum};
    });
    EXPECT_EQ(seen, (std::vector{0, 1, 2}));
}

TEST(LockstepThreads, WorkerZeroCounts) {
    pmacc::host::resetCounts();
    launch({3}, 4, [] { ForEachIdx<IdxConfig<10, 4>>(threadIdx.x)([](std::uint32_t, std::uint32_t) {}); });
    EXPECT_EQ(pmacc::host::counts().collectiveIterations, 9U);
    EXPECT_EQ(pmacc::host::counts().idle, 6U);
}

TEST(LockstepThreads, ABarrierThatSomeDoNotReachIsADeadlock) {
    EXPECT_EXIT(
        launch({2}, 8,
               [] {
                   if (threadIdx.x < 3 || threadIdx.x == 6) __syncthreads();
               }),
        ExitedWithCode(3),
        "lockstep_threads_test.cpp:[0-9]+: error: deadlock: block \\(0, 0, 0\\): a barrier that not all "
        "workers reach: workers \\{0-2, 6\\} wait at .*lockstep_threads_test.cpp:[0-9]+; workers "
        "\\{3-5, 7\\} have ended");
}

TEST(LockstepThreads, BarriersOfDifferentStatementsDoNotMeet) {
    const auto kernel = [] {
        if (threadIdx.x == 0)
            __syncthreads();
        else
            __syncthreads();
    };
    EXPECT_EXIT(launch({1}, 2, kernel), ExitedWithCode(3),
                "workers \\{0\\} wait at .*; workers \\{1\\} wait at ");
}

TEST(LockstepThreads, AForEachOfSomeWorkersIsFound) {
    EXPECT_EXIT(
        launch({1}, 4,
               [] {
                   const ForEachIdx<IdxConfig<10, 4>> for_each(threadIdx.x);
                   if (threadIdx.x < 2) for_each([](std::uint32_t, std::uint32_t) {});
                   __syncthreads();
               }),
        ExitedWithCode(3),
        "a ForEachIdx that not all workers pass: since the last barrier, workers \\{0-1\\} have passed 1, "
        "the last at .*lockstep_threads_test.cpp:[0-9]+; workers \\{2-3\\} have passed none");
}

TEST(LockstepThreads, ADomainForOtherWorkersIsFound) {
    EXPECT_EXIT(
        launch({1}, 4,
               [] { ForEachIdx<IdxConfig<10, 8>>(threadIdx.x)([](std::uint32_t, std::uint32_t) {}); }),
        ExitedWithCode(3), "IdxConfig<10, 8> is for 8 workers; the block has 4 threads");
}

TEST(LockstepThreads, AContextVariableOfAnotherDomainIsFound) {
    EXPECT_EXIT(launch({1}, 2,
                       [] {
                           memory::CtxArray<int, IdxConfig<10, 2>> x(0);
                           ForEachIdx<IdxConfig<6, 2, 3>>(threadIdx.x)(
                               [&](std::uint32_t, const std::uint32_t idx) { x[idx] = 1; });
                       }),
                ExitedWithCode(3),
                "a context variable of IdxConfig<10, 2> is used in a ForEachIdx of IdxConfig<6, 2, 3>");
}

TEST(LockstepThreads, AnElementOfAnotherVirtualWorkerIsFound) {
    EXPECT_EXIT(launch({1}, 2,
                       [] {
                           memory::CtxArray<int, IdxConfig<6, 2>> x(0);
                           ForEachIdx<IdxConfig<6, 2>>(threadIdx.x)(
                               [&](std::uint32_t, const std::uint32_t idx) { x[(idx + 1) % 3] = 1; });
                       }),
                ExitedWithCode(3), "element [0-9] of a context variable is used where idx is [0-9]");
}

TEST(LockstepThreads, TooManyWorkers) {
    EXPECT_EXIT(launch({1}, 1025, [] {}), ExitedWithCode(3), "1025 workers; a block has 1 to 1024");
}

TEST(LockstepThreads, SharedMemoryIsNewInEachBlock) {
    std::vector<unsigned> found(6);
    launch({3}, 2, [&] {
        PMACC_SMEM(number, unsigned);
        found[blockIdx.x * 2 + threadIdx.x] = number;
        __syncthreads();
        if (threadIdx.x == 0) number = blockIdx.x;
    });
    EXPECT_THAT(found, Each(0xa5a5a5a5U));
}

}  // namespace
}  // namespace musimd::lockstep_threads_test
