// The native engine runs programs with blocks under `lockstep` as the rules say, and under no other model.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "differential/programs/compare/comparison.hpp"
#include "simulator/conformance.hpp"
#include "tests/native/batch.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

// Every program, as `run` and `test` run them.
TEST(NativeBlocks, AgreesWithTheRulesOnThePrograms) {
    const std::vector<support::ReadTest> found = support::block_programs_in_lock_step("");
    ASSERT_FALSE(found.empty());
    for (const support::ReadTest& each : found) {
        const Program& program = *each.read.program;
        const MachineOptions options = test_options(program);
        EXPECT_EQ(differential::differences(program, run_rules(program, options), "rules",
                                            native::run_native(program, options), "native"),
                  "")
            << each.test.title();
    }
}

TEST(NativeBlocks, RefusesThreadsOfTheirOwn) {
    const Program program = support::read(".threads 4\n.block 4\n.model volta\nstop\n");
    EXPECT_THROW(native::run_native(program), Unsupported);
}

}  // namespace
}  // namespace musimd::tests
