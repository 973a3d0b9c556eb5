#include "semantics/races.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace musimd::races_test {
namespace {

constexpr std::int64_t kA = 40;
constexpr std::int64_t kB = 41;

/// The accesses of one instruction, ascending by thread.
using Accesses = std::vector<Access>;

Accesses by(Thread t, std::int64_t address = kA) {
    return {{t, address, 0}};
}

/// The thread of the conflict, if there is one.
std::optional<Thread> conflict(AccessHistory history, std::uint32_t warp, Use use, const Accesses& accesses) {
    const auto found = history.conflict(warp, use, accesses);
    return found ? std::optional(found->access.thread) : std::nullopt;
}

/// Adds accesses of an instruction of this kind.
void add(AccessHistory& history, std::uint32_t warp, Use use, const Accesses& accesses) {
    history.add(warp, 1, use, accesses);
}

/// Two accesses to one address by different agents race unless both read or both are atomic.
constexpr bool should_race(Use first, Use second) {
    return !(first == Use::read && second == Use::read) && !(first == Use::atomic && second == Use::atomic);
}
static_assert(should_race(Use::atomic, Use::read) && should_race(Use::read, Use::atomic));
static_assert(should_race(Use::atomic, Use::write) && should_race(Use::write, Use::write));

class RacesOfEachPair : public testing::TestWithParam<std::tuple<Use, Use>> {
  protected:
    Use first() const { return std::get<0>(GetParam()); }
    Use second() const { return std::get<1>(GetParam()); }
    bool race() const { return should_race(first(), second()); }
};

std::string name_of(const testing::TestParamInfo<std::tuple<Use, Use>>& pair) {
    constexpr std::string_view kNames[] = {"Read", "Write", "Atomic"};
    const auto [first, second] = pair.param;
    return fmt::format("{}Then{}", kNames[static_cast<std::size_t>(first)],
                       kNames[static_cast<std::size_t>(second)]);
}

const auto kUses = testing::Values(Use::read, Use::write, Use::atomic);
INSTANTIATE_TEST_SUITE_P(Uses, RacesOfEachPair, testing::Combine(kUses, kUses), name_of);

TEST_P(RacesOfEachPair, BetweenWarps) {
    AccessHistory history(RaceMode::warp, 32, 4);
    add(history, 0, first(), by(3));
    EXPECT_EQ(conflict(history, 1, second(), by(3)).has_value(), race());
    EXPECT_FALSE(conflict(history, 1, second(), by(3, kB))) << "another address";
}

TEST_P(RacesOfEachPair, BetweenThreadsOfOneWarp) {
    AccessHistory warps(RaceMode::warp, 32, 4);
    AccessHistory threads(RaceMode::thread, 32, 4);
    add(warps, 0, first(), by(3));
    add(threads, 0, first(), by(3));
    EXPECT_FALSE(conflict(warps, 0, second(), by(4))) << "lock-step execution orders them";
    EXPECT_EQ(conflict(threads, 0, second(), by(4)).has_value(), race());
}

TEST_P(RacesOfEachPair, BetweenThreadsOfTwoWarps) {
    AccessHistory history(RaceMode::thread, 32, 4);
    add(history, 0, first(), by(3));
    EXPECT_EQ(conflict(history, 1, second(), by(3)).has_value(), race()) << "the same number, another thread";
}

TEST_P(RacesOfEachPair, NotWithOwnAccesses) {
    for (const RaceMode mode : {RaceMode::warp, RaceMode::thread}) {
        AccessHistory history(mode, 32, 4);
        add(history, 2, first(), by(3));
        add(history, 2, second(), by(3));
        EXPECT_FALSE(conflict(history, 2, first(), by(3)));
        EXPECT_FALSE(conflict(history, 2, second(), by(3)));
    }
}

TEST_P(RacesOfEachPair, NotAcrossABarrier) {
    for (const RaceMode mode : {RaceMode::warp, RaceMode::thread}) {
        AccessHistory history(mode, 32, 4);
        add(history, 0, first(), by(3));
        history.barrier();
        EXPECT_FALSE(conflict(history, 1, second(), by(4)));
    }
}

TEST(Races, AnEmptyHistoryHasNoConflict) {
    AccessHistory history(RaceMode::warp, 32, 4);
    EXPECT_FALSE(conflict(history, 0, Use::write, by(0)));
    EXPECT_FALSE(conflict(history, 0, Use::write, {}));
}

TEST(Races, AWriterThatAlsoRead) {
    AccessHistory history(RaceMode::warp, 32, 4);
    add(history, 0, Use::read, by(0));
    add(history, 0, Use::write, by(0));
    EXPECT_TRUE(conflict(history, 1, Use::read, by(0)));
}

TEST(Races, OfOneOfSeveralReaders) {
    // Each of two readers conflicts with the other when it writes; a third read is harmless.
    AccessHistory history(RaceMode::warp, 32, 4);
    add(history, 0, Use::read, by(0));
    add(history, 1, Use::read, by(0));
    add(history, 0, Use::read, by(0));
    EXPECT_TRUE(conflict(history, 0, Use::write, by(0)));
    EXPECT_TRUE(conflict(history, 1, Use::write, by(0)));
    EXPECT_TRUE(conflict(history, 1, Use::atomic, by(0)));
    EXPECT_FALSE(conflict(history, 0, Use::read, by(0)));
    EXPECT_FALSE(conflict(history, 2, Use::read, by(0)));
}

TEST(Races, OfSeveralAtomics) {
    AccessHistory history(RaceMode::warp, 32, 4);
    add(history, 0, Use::atomic, by(0));
    add(history, 1, Use::atomic, by(0));
    EXPECT_FALSE(conflict(history, 2, Use::atomic, by(0)));
    EXPECT_TRUE(conflict(history, 0, Use::read, by(0)));
    EXPECT_TRUE(conflict(history, 1, Use::write, by(0)));
}

TEST(Races, ACheckAddsNothing) {
    AccessHistory history(RaceMode::warp, 32, 4);
    EXPECT_FALSE(conflict(history, 0, Use::write, by(0)));
    EXPECT_FALSE(conflict(history, 1, Use::write, by(0)));
}

TEST(Races, NameTheLowestThreadOnAConflictingAddress) {
    AccessHistory history(RaceMode::warp, 32, 4);
    add(history, 0, Use::write, by(9, kB));
    EXPECT_EQ(conflict(history, 1, Use::read, {{0, kA, 0}, {4, kB, 0}, {5, kB, 0}, {6, kA, 0}}), Thread{4});

    add(history, 0, Use::write, by(9, kA));
    EXPECT_EQ(conflict(history, 1, Use::read, {{2, kA, 0}, {4, kB, 0}}), Thread{2});
}

TEST(Races, TheConflictHasItsAddress) {
    AccessHistory history(RaceMode::warp, 32, 4);
    add(history, 0, Use::write, by(0, kB));
    const auto found = history.conflict(1, Use::read, Accesses{{0, kA, 0}, {1, kB, 0}});
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->access.thread, 1U);
    EXPECT_EQ(found->access.address, kB);
}

TEST(Races, WithinAWriteBetweenThreads) {
    const Accesses one_address = {{0, kB, 1}, {2, kA, 7}, {3, kA, 7}};
    EXPECT_EQ(conflict(AccessHistory(RaceMode::thread, 32, 4), 0, Use::write, one_address), Thread{2});
    EXPECT_FALSE(conflict(AccessHistory(RaceMode::warp, 32, 4), 0, Use::write, one_address));
}

TEST(Races, NotWithinAReadOrAnAtomicIncrement) {
    const Accesses one_address = {{0, kA, 0}, {1, kA, 0}};
    AccessHistory history(RaceMode::thread, 32, 4);
    EXPECT_FALSE(conflict(history, 0, Use::read, one_address));
    EXPECT_FALSE(conflict(history, 0, Use::atomic, one_address));
}

TEST(Races, WithinAWriteNameTheLowestOfBothKinds) {
    AccessHistory history(RaceMode::thread, 32, 4);
    add(history, 0, Use::read, by(9, kB));
    EXPECT_EQ(conflict(history, 0, Use::write, {{1, kA, 0}, {2, kA, 0}, {3, kB, 0}}), Thread{1});
    EXPECT_EQ(conflict(history, 0, Use::write, {{0, kB, 0}, {1, kA, 0}, {2, kA, 0}}), Thread{0});
}

// What a program without fences and `syncwarp` keeps of its accesses finds the same races, with the same
// other access, as what all programs keep.
class RacesOrderedByBarriers : public testing::TestWithParam<RaceMode> {
  protected:
    static constexpr Thread kLanes = 3;
    static constexpr std::uint32_t kWarpsPerBlock = 2;
    static constexpr std::uint32_t kBlocks = 3;

    std::uint64_t below(std::uint64_t bound) { return random_() % bound; }
    Accesses some_accesses() {
        Accesses accesses;
        for (Thread t = 0; t < kLanes; ++t) {
            if (below(2) == 0) accesses.push_back({t, static_cast<std::int64_t>(below(3)), 0});
        }
        return accesses;
    }
    static std::string described(const std::optional<AccessHistory::Conflict>& c) {
        if (!c) return "none";
        const std::string here = fmt::format("thread {} at {}", c->access.thread, c->access.address);
        if (!c->other) return here;
        return fmt::format("{}, {} of warp {} thread {}", here, c->other->pc, c->other->warp,
                           c->other->thread);
    }

  private:
    std::mt19937_64 random_{7};
};

TEST_P(RacesOrderedByBarriers, AreThoseOfTheWholeHistory) {
    int found = 0;
    int ordered = 0;
    for (int run = 0; run < 300; ++run) {
        using OrderedBy = AccessHistory::OrderedBy;
        AccessHistory whole(GetParam(), kLanes, kWarpsPerBlock, OrderedBy::anything);
        AccessHistory short_one(GetParam(), kLanes, kWarpsPerBlock, OrderedBy::barriers);
        for (Label pc = 1; pc < 60; ++pc) {
            if (below(12) == 0) {
                const auto block = static_cast<std::uint32_t>(below(kBlocks + 1));
                for (AccessHistory* h : {&whole, &short_one})
                    block == kBlocks ? h->barrier() : h->block_barrier(block);
                continue;
            }
            const auto warp = static_cast<std::uint32_t>(below(kWarpsPerBlock * kBlocks));
            const auto use = static_cast<Use>(below(10) < 7 ? 0 : below(3));
            const Accesses accesses = some_accesses();
            const auto expected = whole.conflict(warp, use, accesses);
            ASSERT_EQ(described(short_one.conflict(warp, use, accesses)), described(expected));
            (expected ? found : ordered) += 1;
            if (expected) continue;
            whole.add(warp, pc, use, accesses);
            short_one.add(warp, pc, use, accesses);
        }
    }
    EXPECT_GT(found, 500);
    EXPECT_GT(ordered, 500);
}

INSTANTIATE_TEST_SUITE_P(Modes, RacesOrderedByBarriers, testing::Values(RaceMode::warp, RaceMode::thread),
                         [](const auto& mode) { return mode.param == RaceMode::warp ? "Warp" : "Thread"; });

}  // namespace
}  // namespace musimd::races_test
