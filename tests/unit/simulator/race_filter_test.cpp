#include "simulator/fast/race_filter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "tests/support/programs.hpp"

namespace musimd::race_filter_test {
namespace {

using fast::RaceFilter;

constexpr const char* kThreeBlocks = R"(
.threads 4
.block 8
.grid 3
        stop
)";

std::uint32_t any_below(std::uint32_t end, std::mt19937& random) {
    return std::uniform_int_distribution<std::uint32_t>(0, end - 1)(random);
}

/// An instruction of a warp.
struct Accessing {
    std::uint32_t warp = 0;
    Use use = Use::read;
    std::uint64_t active = 0;
    std::vector<std::int64_t> addresses;
    std::vector<Access> accesses;
};

Accessing any_accesses(const Program& program, std::mt19937& random) {
    constexpr Use kUses[] = {Use::read, Use::read, Use::write, Use::atomic};
    Accessing some;
    some.warp = any_below(program.warps, random);
    some.use = kUses[any_below(4, random)];
    const std::int64_t far = any_below(8, random) == 0 ? std::int64_t{1} << 40 : 0;
    for (Thread t = 0; t < program.threads; ++t) {
        if (any_below(2, random) == 0) continue;
        some.active |= std::uint64_t{1} << t;
        some.addresses.push_back(far + any_below(40, random));
        some.accesses.push_back({t, some.addresses.back(), 0});
    }
    return some;
}

/// One run of random accesses until the first race, by both; how many steps it takes.
int run_both(const Program& program, std::mt19937& random) {
    AccessHistory history(program, program.races);
    RaceFilter filter(program);
    for (int step = 0;; ++step) {
        if (any_below(60, random) == 0) {
            history.barrier();
            filter.barrier();
        } else if (any_below(4, random) == 0) {
            const std::uint32_t block = any_below(program.grid, random);
            history.block_barrier(block);
            filter.block_barrier(block);
        }
        const Accessing some = any_accesses(program, random);
        const bool races = history.take(some.warp, 1, some.use, some.accesses).has_value();
        EXPECT_NE(filter.take(some.use, some.warp, some.addresses, &some.active), races);
        if (races || testing::Test::HasFailure()) return step;
    }
}

TEST(RaceFilter, FindsTheRacesOfTheHistory) {
    std::mt19937 random(7);
    for (const RaceMode mode : {RaceMode::warp, RaceMode::thread}) {
        Program program = support::read(kThreeBlocks);
        program.races = mode;
        int longest = 0;
        for (int run = 0; run < 20'000 && !HasFailure(); ++run)
            longest = std::max(longest, run_both(program, random));
        EXPECT_GT(longest, 8);
    }
}

constexpr const char* kCopies = R"(
.threads 4
.block 8
.grid 2
        copy.async [0], [1]
        stop
)";

/// Copies of the threads, from and to a few addresses.
bool copy_both(const Accessing& some, std::mt19937& random, AccessHistory& history, RaceFilter& filter) {
    AccessKind kind = Use::write;
    kind.is_copy = true;
    std::vector<Access> accesses;
    std::vector<std::int64_t> sources;
    for (const Access& target : some.accesses) {
        sources.push_back(any_below(40, random));
        accesses.push_back({target.thread, sources.back(), 0, true});
        accesses.push_back(target);
    }
    const bool races = history.take(some.warp, 1, kind, accesses).has_value();
    EXPECT_NE(filter.take_copies(some.warp, sources, some.addresses, &some.active), races);
    return races;
}

/// The same with copies, and waits for them.
int run_both_with_copies(const Program& program, std::mt19937& random) {
    AccessHistory history(program, program.races);
    RaceFilter filter(program);
    for (int step = 0;; ++step) {
        const Accessing some = any_accesses(program, random);
        const ThreadSet threads = ThreadSet::of_words(std::vector<std::uint64_t>{some.active});
        bool races = false;
        switch (any_below(12, random)) {
            case 0:
                history.barrier();
                filter.barrier();
                break;
            case 1:
            case 2:
            case 3:
                history.block_barrier(some.warp / program.warps_per_block());
                filter.block_barrier(some.warp / program.warps_per_block());
                break;
            case 4:
            case 5:
                history.commit_copies(some.warp, threads);
                filter.commit_copies(some.warp, threads);
                break;
            case 6:
            case 7: {
                const std::uint64_t latest = any_below(3, random) / 2;
                history.wait_for_copies(some.warp, threads, latest);
                EXPECT_TRUE(filter.wait_for_copies(some.warp, threads, latest));
                break;
            }
            case 8:
            case 9:
                races = copy_both(some, random, history, filter);
                break;
            default:
                races = history.take(some.warp, 1, some.use, some.accesses).has_value();
                EXPECT_NE(filter.take(some.use, some.warp, some.addresses, &some.active), races);
        }
        if (races || testing::Test::HasFailure()) return step;
    }
}

TEST(RaceFilter, FindsTheRacesOfCopies) {
    std::mt19937 random(7);
    for (const RaceMode mode : {RaceMode::warp, RaceMode::thread}) {
        Program program = support::read(kCopies);
        program.races = mode;
        int longest = 0;
        for (int run = 0; run < 20'000 && !HasFailure(); ++run)
            longest = std::max(longest, run_both_with_copies(program, random));
        EXPECT_GT(longest, 15);
    }
}

TEST(RaceFilter, WatchesProgramsWithoutOtherOrder) {
    Program program = support::read(".threads 4\n.block 8\n.grid 3\n syncwarp 15\n stop\n");
    EXPECT_TRUE(RaceFilter::can_watch(program)) << "warps are ordered by no syncwarp";
    program.races = RaceMode::thread;
    EXPECT_FALSE(RaceFilter::can_watch(program));
    EXPECT_FALSE(RaceFilter::can_watch(support::read(".threads 4\n.block 8\n.grid 3\n fence.grid\n stop\n")));
}

TEST(RaceFilter, MayFindMoreWhereAComparisonFails) {
    const Program program = support::read(kThreeBlocks);
    RaceFilter filter(program);
    const std::uint64_t first = 1;
    const std::vector<std::int64_t> address = {5};
    EXPECT_TRUE(filter.take(Use::read, 0, address, &first));
    EXPECT_FALSE(filter.take(Use::atomic_read, 1, address, &first));
}

}  // namespace
}  // namespace musimd::race_filter_test
