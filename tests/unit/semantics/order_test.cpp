#include "semantics/order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <vector>

namespace musimd::order_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Ne;
using testing::UnorderedElementsAreArray;

ThreadSet set_of(std::initializer_list<Thread> threads) {
    ThreadSet set;
    for (const Thread t : threads) set.insert(t);
    return set;
}

std::vector<std::uint32_t> warps_in(Order order, std::uint64_t seed, std::uint64_t turn,
                                    std::vector<std::uint32_t> warps) {
    order_warps(order, seed, turn, warps);
    return warps;
}

TEST(OrderKey, IsTheDocumentedFunction) {
    EXPECT_EQ(order_key(7, 0, 3, 5), 0x515AB068FE4B0EA1U);
}

TEST(OrderKey, DependsOnEachArgumentAndItsPosition) {
    const std::uint64_t key = order_key(1, 2, 3, 4);
    EXPECT_EQ(order_key(1, 2, 3, 4), key);
    EXPECT_NE(order_key(2, 2, 3, 4), key);
    EXPECT_NE(order_key(1, 3, 3, 4), key);
    EXPECT_NE(order_key(1, 2, 4, 4), key);
    EXPECT_NE(order_key(1, 2, 3, 5), key);
    EXPECT_NE(order_key(4, 3, 2, 1), key);
}

TEST(ThreadOrder, IsAscendingOrDescending) {
    const ThreadSet active = set_of({5, 0, 70, 2});
    EXPECT_THAT(thread_order(Order::ascending, 9, 1, 4, active), ElementsAre(0, 2, 5, 70));
    EXPECT_THAT(thread_order(Order::descending, 9, 1, 4, active), ElementsAre(70, 5, 2, 0));
}

TEST(ThreadOrder, OfSeedOneIsAsDocumented) {
    const ThreadSet active = ThreadSet::all(8);
    EXPECT_THAT(thread_order(Order::random, 1, 0, 0, active), ElementsAre(3, 1, 6, 2, 4, 7, 0, 5));
    EXPECT_THAT(thread_order(Order::random, 1, 0, 1, active), ElementsAre(5, 1, 7, 0, 4, 3, 6, 2));
}

TEST(ThreadOrder, IsAPermutationOfTheActiveThreads) {
    const ThreadSet active = set_of({1, 2, 3, 63, 64, 65, 200, 1000});
    for (const Order order : {Order::ascending, Order::descending, Order::random}) {
        for (std::uint64_t step = 0; step < 20; ++step) {
            EXPECT_THAT(thread_order(order, 3, 0, step, active), UnorderedElementsAreArray(active.threads()));
        }
    }
    EXPECT_THAT(thread_order(Order::random, 3, 0, 0, ThreadSet()), IsEmpty());
}

TEST(ThreadOrder, RandomDependsOnSeedWarpAndStep) {
    const ThreadSet active = ThreadSet::all(64);
    const auto order = thread_order(Order::random, 1, 0, 0, active);
    EXPECT_THAT(thread_order(Order::random, 1, 0, 0, active), order);
    EXPECT_THAT(thread_order(Order::random, 2, 0, 0, active), Ne(order));
    EXPECT_THAT(thread_order(Order::random, 1, 1, 0, active), Ne(order));
    EXPECT_THAT(thread_order(Order::random, 1, 0, 1, active), Ne(order));
}

TEST(ThreadOrder, RandomKeepsItsOrderWhenFewerThreadsAreActive) {
    // A thread's key depends only on itself: the remaining threads keep their relative order.
    auto expected = thread_order(Order::random, 1, 0, 0, ThreadSet::all(8));
    std::erase_if(expected, [](Thread t) { return t % 2 == 0; });
    EXPECT_EQ(thread_order(Order::random, 1, 0, 0, set_of({1, 3, 5, 7})), expected);
}

TEST(OrderWarps, IsAscendingOrDescending) {
    EXPECT_THAT(warps_in(Order::ascending, 0, 0, {3, 0, 2}), ElementsAre(0, 2, 3));
    EXPECT_THAT(warps_in(Order::descending, 0, 0, {3, 0, 2}), ElementsAre(3, 2, 0));
}

TEST(OrderWarps, RandomSortsByTheKeyOfTheRound) {
    constexpr std::uint64_t kSeed = 5;
    constexpr std::uint64_t kRound = 2;
    std::vector<std::uint32_t> expected = {0, 1, 2, 3, 4, 5};
    std::ranges::sort(expected, std::less<>(),
                      [](std::uint32_t w) { return order_key(kSeed, UINT64_MAX, kRound, w); });
    EXPECT_EQ(warps_in(Order::random, kSeed, kRound, {5, 4, 3, 2, 1, 0}), expected);
    EXPECT_EQ(warps_in(Order::random, kSeed, kRound, {0, 1, 2, 3, 4, 5}), expected);
}

TEST(OrderWarps, RandomDependsOnSeedAndRound) {
    std::vector<std::uint32_t> warps;
    for (std::uint32_t w = 0; w < 64; ++w) warps.push_back(w);
    const auto order = warps_in(Order::random, 1, 0, warps);
    EXPECT_THAT(order, UnorderedElementsAreArray(warps));
    EXPECT_THAT(warps_in(Order::random, 2, 0, warps), Ne(order));
    EXPECT_THAT(warps_in(Order::random, 1, 1, warps), Ne(order));
}

}  // namespace
}  // namespace musimd::order_test
