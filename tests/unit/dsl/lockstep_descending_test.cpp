// PMACC_LOCKSTEP_ORDER=1, and what depends on an order.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#define PMACC_LOCKSTEP_COUNT
#define PMACC_LOCKSTEP_POISON
#define PMACC_LOCKSTEP_ORDER 1
#include <pmacc/lockstep.hpp>

namespace musimd::lockstep_descending_test {
namespace {

using pmacc::mappings::threads::ForEachIdx;
using pmacc::mappings::threads::IdxConfig;
using testing::ElementsAre;

TEST(LockstepDescending, IterationsAndTheirIndicesDescend) {
    std::vector<std::uint32_t> seen;
    ForEachIdx<IdxConfig<9, 2, 2>>(0)([&](const std::uint32_t i, std::uint32_t) { seen.push_back(i); });
    EXPECT_THAT(seen, ElementsAre(8, 5, 4, 1, 0));
}

TEST(LockstepDescending, OneWorkerDescendsToo) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> seen;
    ForEachIdx<IdxConfig<3, 1, 2>>(0)(
        [&](const std::uint32_t i, const std::uint32_t idx) { seen.emplace_back(i, idx); });
    EXPECT_THAT(seen, ElementsAre(std::pair(2U, 2U), std::pair(1U, 1U), std::pair(0U, 0U)));
}

}  // namespace
}  // namespace musimd::lockstep_descending_test
