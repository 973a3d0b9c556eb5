// The levels that a program needs, and its size tier.

#include "checking/conformance_level.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::conformance_level_test {
namespace {

std::string levels(const std::string& text) {
    std::vector<std::string_view> names;
    for (const ConformanceLevel level : levels_of(support::read(text))) names.push_back(to_string(level));
    return fmt::format("{}", fmt::join(names, " "));
}

TEST(ConformanceLevel, AProgramNeedsWhatItsInstructionsAndDirectivesNeed) {
    EXPECT_EQ(levels(""), "core");
    EXPECT_EQ(levels(".word 8 wrap\n.buffer b 0 4\n x = popc tid\n bz x, l\nl: sync\n [x] = wid\n stop\n"),
              "core");
    EXPECT_EQ(levels("everywhere\nend_everywhere\nstop\n"), "core everywhere");
    EXPECT_EQ(levels("branch_mask 0, l\nl: stop\n"), "core everywhere");
    EXPECT_EQ(levels("x = ballot 1\nstop\n"), "core shuffles");
    EXPECT_EQ(levels("everywhere\nshfl x, 1\nend_everywhere\n"), "core everywhere shuffles");
    EXPECT_EQ(levels("x = atomic_inc [0]\n"), "core atomics");
    EXPECT_EQ(levels("x = fetch_min [0], 3\n"), "core atomics");
    EXPECT_EQ(levels(".warps 2\nstop\n"), "core grids");
    EXPECT_EQ(levels("barrier\n"), "core grids");
    EXPECT_EQ(levels(".races thread\nstop\n"), "core grids");
    EXPECT_EQ(levels(".order descending\nx = atomic_inc [0]\n"), "core atomics schedules");
    EXPECT_EQ(levels(".order random 3\nstop\n"), "core schedules");
}

TEST(ConformanceLevel, BlocksAndModels) {
    EXPECT_EQ(levels(".block 64\n.grid 2\nstop\n"), "core blocks");
    EXPECT_EQ(levels("exit\n"), "core blocks");
    EXPECT_EQ(levels("x = vote.any 1, tid\n"), "core blocks");
    EXPECT_EQ(levels("x = reduce.add 1, tid\n"), "core blocks");
    EXPECT_EQ(levels("x = reduce.add.i32 1, tid\n"), "core blocks typed-integer");
    EXPECT_EQ(levels("x = reduce.max.f32 1, tid\n"), "core blocks typed-ieee");
    EXPECT_EQ(levels(".model volta\nstop\n"), "core volta");
    EXPECT_EQ(levels(".model volta\n.warps 2\nbarrier\n"), "core grids volta");
}

TEST(ConformanceLevel, TypedWords) {
    EXPECT_EQ(levels("x = add.i32 1, 2\n"), "core typed-integer");
    EXPECT_EQ(levels("x = rem.u8 1, 2\n"), "core typed-integer");
    EXPECT_EQ(levels("x = cvt.u8.i64 1\n"), "core typed-integer");
    EXPECT_EQ(levels("x = add.f32 1, 2\n"), "core typed-ieee");
    EXPECT_EQ(levels("x = cvt.u8.f16 1\n"), "core typed-ieee");
    EXPECT_EQ(levels("x = cvt.f16.u8 1\n"), "core typed-ieee");
    EXPECT_EQ(levels("x = fetch_add.f32 [0], 1\n"), "core atomics typed-ieee");
    for (const char* const exact : {"rem.f32 1, 2", "remainder.f32 1, 2", "rsqrt.f32 1", "fma.f64 1, 2, 3"})
        EXPECT_EQ(levels(fmt::format("x = {}\n", exact)), "core typed-ieee") << exact;
    for (const char* const function : {"sin.f32 1", "pow.f16 1, 2", "erfc.f64 1"})
        EXPECT_EQ(levels(fmt::format("x = {}\n", function)), "core typed-math") << function;
}

TEST(ConformanceLevel, NamesAreInverse) {
    for (const ConformanceLevelInfo& info : conformance_levels()) {
        EXPECT_EQ(to_string(info.level), info.name);
        EXPECT_EQ(conformance_level_named(info.name), info.level);
    }
    EXPECT_EQ(conformance_level_named("corei"), std::nullopt);
    for (const SizeTierInfo& info : size_tiers()) {
        EXPECT_EQ(to_string(info.tier), info.name);
        EXPECT_EQ(size_tier_named(info.name), info.tier);
    }
    EXPECT_EQ(size_tier_named(""), std::nullopt);
}

TEST(SizeTier, IsTheFirstWhoseBoundsHold) {
    const auto tier = [](const std::string& text, std::uint64_t steps) {
        return to_string(tier_of(support::read(text), steps));
    };
    EXPECT_EQ(tier(".threads 32\nstop\n", 1000), "small");
    EXPECT_EQ(tier(".threads 32\nstop\n", 1001), "medium");
    EXPECT_EQ(tier(".threads 33\nstop\n", 1), "medium");
    EXPECT_EQ(tier(".threads 32\n.warps 32\nstop\n", 32), "small");
    EXPECT_EQ(tier(".threads 32\n.warps 33\nstop\n", 33), "medium");
    EXPECT_EQ(tier(".fill 0 1024 7\nstop\n", 1), "small");
    EXPECT_EQ(tier(".fill 0 1024 7\n.memory 0: 1\nstop\n", 1), "medium");
    EXPECT_EQ(tier(".threads 1024\n.warps 64\nstop\n", 100'000), "medium");
    EXPECT_EQ(tier(".threads 1024\n.warps 64\nstop\n", 100'001), "large");
    EXPECT_EQ(tier(".threads 1025\nstop\n", 1), "large");
    EXPECT_EQ(tier(".iota 0 65537\nstop\n", 1), "large");
}

TEST(ConformanceLevel, ThePageHasTheTables) {
    const std::string page =
        support::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / "docs/conformance.md");
    for (const ConformanceLevelInfo& info : conformance_levels())
        EXPECT_THAT(page, testing::HasSubstr(fmt::format("| `{}` | {} |", info.name, info.meaning)));
    for (const SizeTierInfo& info : size_tiers())
        EXPECT_THAT(page, testing::HasSubstr(fmt::format("| `{}` | ", info.name)));
}

}  // namespace
}  // namespace musimd::conformance_level_test
