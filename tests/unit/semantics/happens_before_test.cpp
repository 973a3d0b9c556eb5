#include "semantics/happens_before.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace musimd::happens_before_test {
namespace {

constexpr std::int64_t kFlag = 8;

/// Agents 0 to 3 are block 0, agents 4 to 7 block 1. An event of agent a: its moment, for later questions.
class Order : public testing::Test {
  protected:
    Moment event(Agent a) const { return order_.now(a); }
    bool is_before(Agent a, Moment moment, Agent b) const { return order_.is_before(a, moment, b); }

    void fence(Agent a, bool grid) {
        order_.fence(a, {MemoryOrder::acq_rel, grid ? Scope::grid : Scope::block});
    }
    /// An atomic update of the address by the agent.
    void update(Agent a, std::int64_t address = kFlag) {
        order_.observe(a, address);
        order_.publish(a, address);
    }
    /// A fence, an update by agent a; then an atomic and a fence of agent b.
    void hand_over(Agent a, bool releases_to_grid, Agent b, bool acquires_from_grid) {
        fence(a, releases_to_grid);
        update(a);
        order_.observe(b, kFlag);
        fence(b, acquires_from_grid);
    }

    HappensBefore order_{4};
};

TEST_F(Order, AnAgentsOwnEventsAreInProgramOrder) {
    EXPECT_TRUE(is_before(1, event(1), 1));
}

TEST_F(Order, NothingOrdersTwoAgentsByItself) {
    EXPECT_FALSE(is_before(0, event(0), 1));
    EXPECT_FALSE(is_before(1, event(1), 0));
}

TEST_F(Order, ABlockBarrierOrdersTheAgentsOfItsBlock) {
    const Moment before = event(0);
    order_.block_barrier(0);
    EXPECT_TRUE(is_before(0, before, 3));
    EXPECT_FALSE(is_before(0, before, 4)) << "agent 4 is in another block";
    EXPECT_FALSE(is_before(0, event(0), 3)) << "what follows the barrier is not ordered by it";
}

// Threads are agents here.

TEST_F(Order, ACopyIsOrderedByTheWaitOfItsThread) {
    const Time copy = order_.begin_copy(1);
    EXPECT_FALSE(order_.is_copy_before(1, copy, 1)) << "not even before its own thread's next event";
    order_.wait_for_copies(1, 1, 0);
    EXPECT_FALSE(order_.is_copy_before(1, copy, 1)) << "it is in no group";
    order_.commit_copies(1);
    order_.wait_for_copies(2, 2, 0);
    order_.block_barrier(0);
    EXPECT_FALSE(order_.is_copy_before(1, copy, 2)) << "its own thread has not waited";
    order_.wait_for_copies(1, 1, 0);
    EXPECT_TRUE(order_.is_copy_before(1, copy, 1));
    EXPECT_FALSE(order_.is_copy_before(1, copy, 2)) << "the wait is no barrier";
    order_.block_barrier(0);
    EXPECT_TRUE(order_.is_copy_before(1, copy, 2));
    EXPECT_FALSE(order_.is_copy_before(1, copy, 4)) << "agent 4 is in another block";
    hand_over(1, true, 4, true);
    EXPECT_TRUE(order_.is_copy_before(1, copy, 4)) << "fences and an update pass it on";
}

TEST_F(Order, AWaitLeavesTheLatestGroups) {
    const Time first = order_.begin_copy(1);
    order_.commit_copies(1);
    const Time second = order_.begin_copy(1);
    order_.commit_copies(1);
    order_.commit_copies(1);  // an empty group
    order_.wait_for_copies(1, 1, 3);
    EXPECT_FALSE(order_.is_copy_before(1, first, 1));
    order_.wait_for_copies(1, 1, 2);
    EXPECT_TRUE(order_.is_copy_before(1, first, 1));
    EXPECT_FALSE(order_.is_copy_before(1, second, 1));
    order_.wait_for_copies(1, 1, 1);
    EXPECT_TRUE(order_.is_copy_before(1, second, 1));
}

TEST_F(Order, ABarrierLeavesCopiesOnTheirWay) {
    const Time copy = order_.begin_copy(1);
    order_.commit_copies(1);
    EXPECT_TRUE(order_.has_copies_on_their_way());
    order_.barrier();
    EXPECT_FALSE(order_.is_awaited(1, copy));
    order_.wait_for_copies(1, 1, 0);
    EXPECT_TRUE(order_.is_awaited(1, copy));
    EXPECT_FALSE(order_.has_copies_on_their_way());
}

TEST_F(Order, AMeetingOrdersThoseWhoTakePart) {
    const Moment before = event(0);
    order_.meet(std::vector<Agent>{0, 2});
    EXPECT_TRUE(is_before(0, before, 2));
    EXPECT_FALSE(is_before(0, before, 1));
}

TEST_F(Order, OrdersPassOn) {
    const Moment before = event(0);
    order_.meet(std::vector<Agent>{0, 1});
    order_.meet(std::vector<Agent>{1, 2});
    EXPECT_TRUE(is_before(0, before, 2));
}

TEST_F(Order, FencesOrderWhatAtomicsPassOn) {
    const Moment before = event(0);
    hand_over(0, false, 1, false);
    EXPECT_TRUE(is_before(0, before, 1));
}

TEST_F(Order, BetweenBlocksBothFencesMustBeForTheGrid) {
    for (const bool releases : {false, true}) {
        for (const bool acquires : {false, true}) {
            order_ = HappensBefore(4);
            const Moment before = event(0);
            hand_over(0, releases, 4, acquires);
            EXPECT_EQ(is_before(0, before, 4), releases && acquires) << releases << acquires;
        }
    }
}

TEST_F(Order, AFenceOfTheGridIsAlsoOneOfTheBlock) {
    const Moment before = event(0);
    hand_over(0, true, 1, false);
    EXPECT_TRUE(is_before(0, before, 1));
}

TEST_F(Order, WithoutTheFirstFenceNothingIsPassedOn) {
    const Moment before = event(0);
    update(0);
    fence(0, true);
    order_.observe(1, kFlag);
    fence(1, true);
    EXPECT_FALSE(is_before(0, before, 1)) << "the fence of agent 0 follows its update";
}

TEST_F(Order, WithoutTheSecondFenceNothingIsTaken) {
    const Moment before = event(0);
    fence(0, true);
    update(0);
    fence(1, true);
    order_.observe(1, kFlag);
    EXPECT_FALSE(is_before(0, before, 1)) << "the fence of agent 1 precedes its atomic";
    fence(1, true);
    EXPECT_TRUE(is_before(0, before, 1));
}

TEST_F(Order, AnAtomicThatOnlyReadsPassesNothingOn) {
    const Moment before = event(0);
    fence(0, true);
    order_.observe(0, kFlag);
    order_.observe(1, kFlag);
    fence(1, true);
    EXPECT_FALSE(is_before(0, before, 1));
}

TEST_F(Order, AnotherAddressPassesNothingOn) {
    const Moment before = event(0);
    fence(0, true);
    update(0, kFlag + 1);
    order_.observe(1, kFlag);
    fence(1, true);
    EXPECT_FALSE(is_before(0, before, 1));
}

TEST_F(Order, EveryEarlierUpdateOfTheAddressCounts) {
    const Moment first = event(0);
    const Moment second = event(1);
    fence(0, false);
    update(0);
    fence(1, false);
    update(1);
    order_.observe(2, kFlag);
    fence(2, false);
    EXPECT_TRUE(is_before(0, first, 2));
    EXPECT_TRUE(is_before(1, second, 2));
}

TEST_F(Order, ABarrierOfTheGridForgetsWhatFencesHavePassedOn) {
    fence(0, true);
    update(0);
    order_.barrier();
    const Moment after = event(0);
    order_.observe(1, kFlag);
    fence(1, true);
    EXPECT_FALSE(is_before(0, after, 1));
}

TEST_F(Order, ABlockBarrierPassesOnWhatOneAgentHasTaken) {
    const Moment before = event(4);
    hand_over(4, true, 0, true);
    EXPECT_FALSE(is_before(4, before, 1));
    order_.block_barrier(0);
    EXPECT_TRUE(is_before(4, before, 1));
}

TEST_F(Order, AFencePassesOnWhatABlockBarrierHasOrdered) {
    const Moment before = event(1);
    order_.block_barrier(0);
    const Moment after = event(1);
    hand_over(0, true, 4, true);
    EXPECT_TRUE(is_before(1, before, 4));
    EXPECT_FALSE(is_before(1, after, 4)) << "agent 0's fence is not ordered after it";
}

constexpr Strength kRelease{MemoryOrder::release};
constexpr Strength kAcquire{MemoryOrder::acquire};

TEST_F(Order, AReleaseStoreComesBeforeAnAcquireLoadThatSeesIt) {
    const Moment before = event(0);
    order_.publish(0, kFlag, kRelease, false);
    const Moment after = event(0);
    order_.observe(4, kFlag, kAcquire);
    EXPECT_TRUE(is_before(0, before, 4));
    EXPECT_FALSE(is_before(0, after, 4));
}

TEST_F(Order, AReleaseAloneOrAnAcquireAloneOrdersNothing) {
    const Moment before = event(0);
    order_.publish(0, kFlag, {}, false);
    order_.observe(4, kFlag, kAcquire);
    EXPECT_FALSE(is_before(0, before, 4));
    order_.publish(0, kFlag, kRelease, false);
    order_.observe(5, kFlag);
    EXPECT_FALSE(is_before(0, before, 5));
}

TEST_F(Order, BlockScopeDoesNotReachAnotherBlock) {
    const Moment before = event(0);
    order_.publish(0, kFlag, {MemoryOrder::release, Scope::block}, false);
    order_.observe(1, kFlag, kAcquire);
    order_.observe(4, kFlag, kAcquire);
    EXPECT_TRUE(is_before(0, before, 1));
    EXPECT_FALSE(is_before(0, before, 4));
}

TEST_F(Order, AnUpdatePassesOnWhatItSeesAndAStoreDoesNot) {
    const Moment before = event(0);
    order_.publish(0, kFlag, kRelease, false);
    update(1);
    order_.observe(4, kFlag, kAcquire);
    EXPECT_TRUE(is_before(0, before, 4));
    order_.publish(1, kFlag, {}, false);
    order_.observe(5, kFlag, kAcquire);
    EXPECT_FALSE(is_before(0, before, 5));
}

TEST_F(Order, UnderPtxAloneAnAgentsEarlierReleaseCountsForItsLaterWrite) {
    for (const Consistency consistency : {Consistency::cpp, Consistency::ptx}) {
        order_ = HappensBefore(4, consistency);
        const Moment before = event(0);
        order_.publish(0, kFlag, kRelease, false);
        order_.publish(0, kFlag, {}, false);
        order_.observe(4, kFlag, kAcquire);
        EXPECT_EQ(is_before(0, before, 4), consistency == Consistency::ptx);
    }
}

TEST_F(Order, UnderPtxAloneFencesThatAreSeqCstAreInOrder) {
    for (const Consistency consistency : {Consistency::cpp, Consistency::ptx}) {
        order_ = HappensBefore(4, consistency);
        const Moment before = event(0);
        order_.fence(0, {MemoryOrder::seq_cst});
        order_.fence(4, {MemoryOrder::seq_cst});
        EXPECT_EQ(is_before(0, before, 4), consistency == Consistency::ptx);
    }
}

TEST_F(Order, UnderPtxAWriteIsSeenByWhomeverAReadIsOrderedBefore) {
    order_ = HappensBefore(4, Consistency::ptx);
    update(0);
    update(4);
    EXPECT_TRUE(order_.is_seen(0, kFlag, 4));
    EXPECT_FALSE(order_.is_seen(0, kFlag, 5)) << "agent 5 comes after nobody who has seen it";
    order_.meet(std::vector<Agent>{4, 5});
    EXPECT_TRUE(order_.is_seen(0, kFlag, 5));
    update(0);
    EXPECT_FALSE(order_.is_seen(0, kFlag, 4)) << "the last write of agent 0 is another one now";
}

TEST(VectorClocks, CopiesAreTheirOwn) {
    VectorClock clock;
    clock.raise(1, 5);
    VectorClock copy = clock;
    copy.raise(1, 7);
    copy.raise(2, 3);
    EXPECT_EQ(clock.of(1), 5U);
    EXPECT_EQ(clock.of(2), 0U);
    EXPECT_EQ(copy.of(1), 7U);
    clock.join(copy);
    EXPECT_EQ(clock.of(2), 3U);
}

}  // namespace
}  // namespace musimd::happens_before_test
