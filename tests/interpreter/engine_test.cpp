// The interpreter as an engine: prepared results, and the messages without a GPU.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "differential/programs/compare/comparison.hpp"
#include "engines/engines.hpp"
#include "gpu_backend/device/device.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/interpreter/cases.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::tests {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Optional;

const Engine& emulated() {
    return *find_engine("cuda-interp-emulated");
}

TEST(InterpreterEngine, ReturnsThePreparedResults) {
    const auto cases = random_cases(3);
    std::vector<PlannedRun> runs;
    for (const InterpreterCase& each : cases) runs.push_back({&each.run.program, each.run.options});
    emulated().prepare(runs);
    for (const InterpreterCase& each : cases) {
        const Result found = emulated().run(each.run.program, each.run.options, nullptr);
        const Result expected = fast::run_fast(each.run.program, each.run.options);
        EXPECT_EQ(differential::differences(each.run.program, expected, "fast", found, "interpreter"), "")
            << each.title;
    }
}

// The same program with another limit, or with other source locations, is another run.
TEST(InterpreterEngine, DoesNotReturnTheResultOfAnotherRun) {
    const Program program = support::read(".threads 3\n  x = tid\n  y = z + 1\n  stop\n");
    const Program moved = support::read(".threads 3\n\n\n  x = tid\n  y = z + 1\n  stop\n");
    const PlannedRun run{&program, {}};
    emulated().prepare({&run, 1});
    EXPECT_EQ(emulated().run(program, {}, nullptr).trap->line, 3U);
    EXPECT_EQ(emulated().run(moved, {}, nullptr).trap->line, 5U);
    MachineOptions one;
    one.max_steps = 1;
    EXPECT_EQ(emulated().run(program, one, nullptr).outcome, Outcome::limit);
}

TEST(InterpreterEngine, RefusesThreadsOfTheirOwn) {
    const Program program = support::read(".model volta\nstop\n");
    const PlannedRun run{&program, {}};
    emulated().prepare({&run, 1});
    try {
        emulated().run(program, {}, nullptr);
        FAIL() << "it ran";
    } catch (const Unsupported& why) {
        EXPECT_STREQ(why.what(),
                     "engine 'cuda-interp-emulated' does not run the model volta; use --engine fast\n");
    }
}

TEST(InterpreterEngine, EndsACampaignIfThereIsNoDevice) {
    const auto why = gpu::why_no_cuda_device();
    if (!why) GTEST_SKIP() << "there is a device";
    support::Command command = support::musimd({"fuzz", "--engines", "rules,cuda-interp", "--count", "10"});
    const support::Finished finished = support::run(command);
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_EQ(finished.errors, "musimd fuzz: error: engine 'cuda-interp': " + *why);
}

TEST(InterpreterEngine, IsComparedWithOthersByACampaign) {
    support::Command command = support::musimd(
        {"fuzz", "--engines", "rules,fast,cuda-interp-emulated", "--count", "120", "--seed", "2"});
    const support::Finished finished = support::run(command);
    EXPECT_THAT(finished.status, Optional(0));
    EXPECT_THAT(finished.output, HasSubstr("no difference"));
}

}  // namespace
}  // namespace musimd::tests
