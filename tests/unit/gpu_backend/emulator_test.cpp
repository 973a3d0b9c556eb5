// The 32 threads of a hardware warp on a processor: collective functions, and the errors of misusing them.

#include "gpu_backend/device/emulator.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include "gpu_backend/device/device.hpp"

namespace musimd::gpu::emulator_test {
namespace {

using namespace hardware;
using testing::Each;
using testing::Eq;
using testing::HasSubstr;
using testing::MatchesRegex;

tl::expected<void, std::string> run(EmulatedKernel kernel, void* argument = nullptr, unsigned warp = 0) {
    return run_emulated_warp(kernel, argument, warp, &musimd_emulator);
}

template <typename T>
struct Row {
    std::array<T, kLanes> of{};
};

TEST(Emulator, EveryThreadRunsOnce) {
    Row<unsigned> row;
    const auto done =
        run([](void* argument,
               unsigned warp) { static_cast<Row<unsigned>*>(argument)->of[lane()] += lane() + warp; },
            &row, 100);
    ASSERT_TRUE(done) << done.error();
    for (unsigned i = 0; i < kLanes; ++i) EXPECT_EQ(row.of[i], 100 + i);
}

TEST(Emulator, BallotsAreTheVotesAsBits) {
    Row<std::uint32_t> row;
    const auto done = run(
        [](void* argument, unsigned) {
            auto& of = static_cast<Row<std::uint32_t>*>(argument)->of;
            of[lane()] = ballot(lane() % 3 == 0);
            of[lane()] ^= ballot(lane() == 31);
        },
        &row);
    ASSERT_TRUE(done) << done.error();
    EXPECT_THAT(row.of, Each(Eq(0x49249249U ^ 0x80000000U)));
}

TEST(Emulator, ShufflesTakeTheValueOfALane) {
    Row<std::int64_t> row;
    const auto done = run(
        [](void* argument, unsigned) {
            std::int64_t sum = std::int64_t{lane()} << 40;
            for (unsigned step = 1; step < kLanes; step *= 2) sum += shuffle(sum, lane() ^ step);
            static_cast<Row<std::int64_t>*>(argument)->of[lane()] =
                sum + shuffle(static_cast<std::int32_t>(-1), lane());
        },
        &row);
    ASSERT_TRUE(done) << done.error();
    EXPECT_THAT(row.of, Each(Eq((std::int64_t{31 * 16} << 40) - 1)));
}

TEST(Emulator, MatchReturnsTheLanesOfEqualValues) {
    Row<std::uint32_t> row;
    const auto done = run(
        [](void* argument, unsigned) {
            static_cast<Row<std::uint32_t>*>(argument)->of[lane()] = match(std::uint64_t{lane() % 2} << 63);
        },
        &row);
    ASSERT_TRUE(done) << done.error();
    for (unsigned i = 0; i < kLanes; ++i) EXPECT_EQ(row.of[i], i % 2 == 0 ? 0x55555555U : 0xAAAAAAAAU);
}

TEST(Emulator, WritesBeforeASyncAreVisibleAfterIt) {
    Row<unsigned> row;
    const auto done = run(
        [](void* argument, unsigned) {
            auto& of = static_cast<Row<unsigned>*>(argument)->of;
            for (unsigned round = 0; round < 100; ++round) {
                const unsigned next = of[(lane() + 1) % kLanes] + 1;
                sync();
                of[lane()] = next;
                sync();
            }
        },
        &row);
    ASSERT_TRUE(done) << done.error();
    EXPECT_THAT(row.of, Each(Eq(100U)));
}

// Each thread reads what its neighbours wrote, without a sync: not all of them can have written yet.
TEST(Emulator, AMissingSyncShows) {
    struct Rows {
        Row<unsigned> written, below, above;
    } rows;
    const auto done = run(
        [](void* argument, unsigned) {
            auto& all = *static_cast<Rows*>(argument);
            sync();
            all.written.of[lane()] = 1;
            all.above.of[lane()] = all.written.of[(lane() + 1) % kLanes];
            sync();
            all.written.of[lane()] = 2;
            all.below.of[lane()] = all.written.of[(lane() + kLanes - 1) % kLanes];
        },
        &rows);
    ASSERT_TRUE(done) << done.error();
    EXPECT_EQ(rows.above.of[7], 1U);
    EXPECT_EQ(rows.below.of[7], 2U);
}

// ---- threads that do not meet

std::string error_of(EmulatedKernel kernel) {
    const auto done = run(kernel);
    return done ? "none" : done.error();
}

TEST(Emulator, ACollectiveCallThatNotAllReachIsAnError) {
    EXPECT_THAT(error_of([](void*, unsigned) {
                    if (lane() < 5) sync();
                }),
                MatchesRegex("thread 5 of the hardware warp has exited, but thread 0 waits in a sync "
                             "\\(line [0-9]+\\)"));
}

TEST(Emulator, AThreadThatExitsEarlyIsAnError) {
    EXPECT_THAT(error_of([](void*, unsigned) {
                    if (lane() == 0) return;
                    ballot(true);
                }),
                HasSubstr("thread 0 of the hardware warp has exited, but thread 1 waits in a ballot"));
}

TEST(Emulator, TwoCallsOfOneKindDiffer) {
    const auto kernel = [](void*, unsigned) {
        if (lane() == 9) {
            ballot(false);
        } else {
            ballot(true);
        }
    };
    EXPECT_THAT(error_of(kernel),
                MatchesRegex("thread 0 of the hardware warp waits in a ballot \\(line [0-9]+\\), "
                             "but thread 9 in a ballot \\(line [0-9]+\\)"));
}

TEST(Emulator, DifferentCallsAreAnError) {
    EXPECT_THAT(error_of([](void*, unsigned) {
                    if (lane() == 31) {
                        shuffle(std::int32_t{1}, 0);
                    } else {
                        match(1);
                    }
                }),
                HasSubstr("waits in a match"));
}

TEST(Emulator, ALoopOfDifferentLengthsIsAnError) {
    EXPECT_THAT(error_of([](void*, unsigned) {
                    for (unsigned i = 0; i < lane(); ++i) sync();
                }),
                HasSubstr("thread 0 of the hardware warp has exited"));
}

TEST(Emulator, AnInvalidLaneIsAnError) {
    EXPECT_THAT(
        error_of([](void*, unsigned) { shuffle(std::int64_t{1}, lane() + 1); }),
        HasSubstr("thread 31 of the hardware warp reads from lane 32, which does not exist, in a shuffle"));
}

TEST(Emulator, RunsAfterAnError) {
    for (int i = 0; i < 3; ++i) {
        EXPECT_NE(error_of([](void*, unsigned) {
                      if (lane() % 2 == 0) sync();
                  }),
                  "none");
        EXPECT_EQ(error_of([](void*, unsigned) { sync(); }), "none");
    }
}

TEST(Emulator, EachHostThreadHasItsOwn) {
    std::array<std::array<std::uint32_t, kLanes>, 4> rows{};
    std::vector<std::thread> threads;
    for (auto& row : rows) {
        threads.emplace_back([&row] {
            const auto kernel = [](void* argument, unsigned) {
                for (int i = 0; i < 100; ++i)
                    static_cast<std::uint32_t*>(argument)[lane()] += ballot(true) & 1;
            };
            EXPECT_TRUE(run(kernel, row.data()));
        });
    }
    for (std::thread& thread : threads) thread.join();
    for (const auto& row : rows) EXPECT_THAT(row, Each(Eq(100U)));
}

// ---- the emulated device

constexpr const char* kUnit = R"(
MUSIMD_KERNEL(count_votes) {
    using namespace musimd::hardware;
    auto* const counts = static_cast<std::uint32_t*>(argument);
    const std::uint32_t votes = ballot(lane() < warp);
    if (lane() == 0) counts[warp] = __builtin_popcount(votes);
}
MUSIMD_KERNEL(part) {
    if (warp == 2 && musimd::hardware::lane() == 3) return;
    musimd::hardware::sync();
}
)";

TEST(EmulatedDevice, RunsAKernelForEachWarp) {
    Device& device = emulated_device();
    const auto unit = device.compile(device.prelude() + kUnit);
    ASSERT_TRUE(unit) << unit.error();
    const auto memory = device.allocate(33 * 4);
    ASSERT_NE(memory, nullptr);
    const auto done = unit->module->launch("count_votes", memory->address(), 33);
    ASSERT_TRUE(done) << done.error();
    std::array<std::uint32_t, 33> counts{};
    memory->read(0, counts.data(), sizeof counts);
    for (unsigned w = 0; w < counts.size(); ++w) EXPECT_EQ(counts[w], w);
}

TEST(EmulatedDevice, ReportsUnknownKernelsAndErrors) {
    Device& device = emulated_device();
    const auto unit = device.compile(device.prelude() + kUnit);
    ASSERT_TRUE(unit) << unit.error();
    const auto none = unit->module->launch("nothing", nullptr, 1);
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error(), "no kernel in the unit: nothing");
    const auto part = unit->module->launch("part", nullptr, 5);
    ASSERT_FALSE(part);
    EXPECT_THAT(part.error(), HasSubstr("thread 3 of the hardware warp has exited"));
    EXPECT_TRUE(unit->module->launch("part", nullptr, 2));
}

TEST(EmulatedDevice, ReportsTheCompilersOutput) {
    Device& device = emulated_device();
    const auto unit = device.compile(device.prelude() + "nonsense\n");
    ASSERT_FALSE(unit);
    EXPECT_THAT(unit.error(), HasSubstr("nonsense"));
}

TEST(EmulatedDevice, AllocatesZerosAndNoMoreThanAvailable) {
    Device& device = emulated_device();
    const auto memory = device.allocate(1000);
    ASSERT_NE(memory, nullptr);
    std::array<char, 1000> bytes;
    bytes.fill(1);
    memory->read(0, bytes.data(), bytes.size());
    EXPECT_THAT(bytes, Each(Eq(0)));
    EXPECT_EQ(device.allocate(std::size_t{1} << 60), nullptr);
}

}  // namespace
}  // namespace musimd::gpu::emulator_test
