// ForEachIdx, CtxArray and PMACC_SMEM with one worker, or workers one after another: who gets which index.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <utility>
#include <vector>

#define PMACC_LOCKSTEP_COUNT
#define PMACC_LOCKSTEP_POISON
#include <pmacc/lockstep.hpp>

namespace musimd::lockstep_indices_test {
namespace {

namespace memory = pmacc::memory;
using pmacc::mappings::threads::ForEachIdx;
using pmacc::mappings::threads::IdxConfig;
using testing::Each;
using testing::ElementsAre;

/// The indices of each worker in the order in which it gets them, with those of its context variables.
using Visits = std::vector<std::vector<std::pair<std::uint32_t, std::uint32_t>>>;

template <typename Config>
Visits visits() {
    Visits result(Config::workerSize);
    for (std::uint32_t worker = 0; worker < Config::workerSize; ++worker) {
        const ForEachIdx<Config> for_each(worker);
        for_each([&](const std::uint32_t linear, const std::uint32_t idx) {
            result[worker].emplace_back(linear, idx);
        });
    }
    return result;
}

template <std::uint32_t domain, std::uint32_t workers, std::uint32_t simd>
void check_domain() {
    SCOPED_TRACE(testing::Message() << "IdxConfig<" << domain << ", " << workers << ", " << simd << ">");
    using Config = IdxConfig<domain, workers, simd>;
    std::vector<int> times(domain);
    std::uint32_t worker = 0;
    for (const auto& own : visits<Config>()) {
        std::vector<int> elements(Config::numCollIter * simd);
        for (const auto& [linear, idx] : own) {
            ASSERT_LT(linear, domain);
            ASSERT_LT(idx, elements.size());
            ++times[linear];
            ++elements[idx];
            EXPECT_EQ(linear, (idx / simd * workers + worker) * simd + idx % simd);  // PMacc's numbers
        }
        EXPECT_THAT(elements, Each(testing::Le(1)));
        ++worker;
    }
    EXPECT_THAT(times, Each(1));
}

template <std::uint32_t domain, std::uint32_t... workers>
void check_workers() {
    (check_domain<domain, workers, 1>(), ...);
    (check_domain<domain, workers, 2>(), ...);
    (check_domain<domain, workers, 5>(), ...);
    (check_domain<domain, workers, 64>(), ...);
}

TEST(LockstepIndices, EachIndexOnce) {
    check_workers<1, 1, 2, 1024>();
    check_workers<7, 1, 3, 7, 8>();
    check_workers<251, 1, 2, 32, 1024>();
    check_workers<256, 1, 7, 32, 256>();
}

TEST(LockstepIndices, AscendByDefault) {
    using Visit = std::pair<std::uint32_t, std::uint32_t>;
    const Visits of = visits<IdxConfig<9, 2, 2>>();
    EXPECT_THAT(of[0], ElementsAre(Visit(0, 0), Visit(1, 1), Visit(4, 2), Visit(5, 3), Visit(8, 4)));
    EXPECT_THAT(of[1], ElementsAre(Visit(2, 0), Visit(3, 1), Visit(6, 2), Visit(7, 3)));
}

TEST(LockstepIndices, CollectiveIterations) {
    static_assert(IdxConfig<1, 1024>::numCollIter == 1);
    static_assert(IdxConfig<256, 32>::numCollIter == 8);
    static_assert(IdxConfig<257, 32>::numCollIter == 9);
    static_assert(IdxConfig<257, 32, 4>::numCollIter == 3);
    static_assert(memory::CtxArray<int, IdxConfig<257, 32, 4>>::size() == 12);
}

TEST(LockstepIndices, TheMasterIsTheFirstWorker) {
    const Visits of = visits<IdxConfig<1, 33>>();
    for (std::size_t worker = 0; worker < of.size(); ++worker)
        EXPECT_EQ(of[worker].size(), worker == 0 ? 1 : 0);
}

TEST(LockstepIndices, FunctorsMayHaveMoreArguments) {
    int sum = 0;
    const ForEachIdx<IdxConfig<4, 1>> for_each(0);
    for_each(
        [](const std::uint32_t linear, std::uint32_t, int& to, int factor) { to += factor * int(linear); },
        sum, 10);
    EXPECT_EQ(sum, 60);
}

TEST(LockstepIndices, ContextVariables) {
    using Config = IdxConfig<10, 3, 2>;
    const memory::CtxArray<int, Config> seven(7);
    const memory::CtxArray<int, Config> linear(1,
                                               [](const std::uint32_t i, std::uint32_t) { return int(i); });
    const memory::CtxArray<int, Config> sum(
        1, [](const std::uint32_t i, std::uint32_t, int more) { return int(i) + more; }, 100);
    memory::CtxArray<int, Config> unset;
    std::vector<std::uint32_t> seen;
    ForEachIdx<Config>(1)([&](const std::uint32_t i, const auto idx) {
        unset[idx] = int(i);
        EXPECT_EQ(seven[idx], 7);
        EXPECT_EQ(linear[idx], unset[idx]);
        EXPECT_EQ(sum[idx], unset[idx] + 100);
        seen.push_back(i);
    });
    EXPECT_THAT(seen, ElementsAre(2, 3, 8, 9));
    static_assert(!std::is_copy_constructible_v<memory::CtxArray<int, Config>>);
}

TEST(LockstepIndices, AreCounted) {
    pmacc::host::resetCounts();
    visits<IdxConfig<10, 4>>();     // 3 iterations, 12 slots
    visits<IdxConfig<10, 4, 2>>();  // 2 iterations, 16 slots
    const pmacc::host::Counts counts = pmacc::host::counts();
    EXPECT_EQ(counts.collectiveIterations, 5U);
    EXPECT_EQ(counts.slots, 28U);
    EXPECT_EQ(counts.idle, 8U);
}

TEST(LockstepIndices, SharedMemoryIsNewInEachBlock) {
    std::vector<unsigned> found;
    pmacc::host::launch({3}, 1, [&] {
        PMACC_SMEM(number, unsigned);
        found.push_back(number);
        number = blockIdx.x;
    });
    EXPECT_THAT(found, Each(0xa5a5a5a5U));
}

TEST(LockstepIndices, BlocksAreNumbered) {
    std::vector<std::array<unsigned, 3>> seen;
    pmacc::host::launch({2, 1, 2}, 1, [&] { seen.push_back({blockIdx.x, blockIdx.y, blockIdx.z}); });
    using Block = std::array<unsigned, 3>;
    EXPECT_THAT(seen, ElementsAre(Block{0, 0, 0}, Block{1, 0, 0}, Block{0, 0, 1}, Block{1, 0, 1}));
}

TEST(LockstepIndices, AtomicAccessesReturnTheOldValue) {
    int x = 5;
    EXPECT_EQ(atomicAdd(&x, -2), 5);
    EXPECT_EQ(atomicSub(&x, 1), 3);
    EXPECT_EQ(atomicMax(&x, 9), 2);
    EXPECT_EQ(atomicMin(&x, 4), 9);
    EXPECT_EQ(atomicCAS(&x, 3, 1), 4);
    EXPECT_EQ(atomicCAS(&x, 4, 6), 4);
    EXPECT_EQ(atomicOr(&x, 1), 6);
    EXPECT_EQ(atomicAnd(&x, 3), 7);
    EXPECT_EQ(atomicXor(&x, 1), 3);
    EXPECT_EQ(atomicExch(&x, std::numeric_limits<int>::max()), 2);
    EXPECT_EQ(atomicAdd(&x, 1), std::numeric_limits<int>::max());
    EXPECT_EQ(x, std::numeric_limits<int>::min());
    unsigned wheel = 2;
    EXPECT_EQ(atomicInc(&wheel, 2U), 2U);
    EXPECT_EQ(atomicDec(&wheel, 7U), 0U);
    EXPECT_EQ(wheel, 7U);
    float sum = 0.5F;
    atomicAdd(&sum, 1);
    EXPECT_EQ(sum, 1.5F);
}

}  // namespace
}  // namespace musimd::lockstep_indices_test
