// The kernels of programs/kernels/spmd as they are recorded: which there are, and what is a race.

#include <gtest/gtest.h>

#include <set>

#include "tests/spmd/trials.hpp"

namespace musimd::tests {
namespace {

using namespace kernels;

constexpr std::uint64_t kMaxSteps = 2'000'000;
constexpr std::uint64_t kSeed = 20261121;

TEST(RecordedKernels, EachOfTheFilesIsLaunched) {
    std::set<std::string> files;
    for (const Trial& trial : all_trials().trials) files.insert(trial.file);
    EXPECT_GE(files.size(), 35U);
}

// Element i of a launch reads what element i - 1 writes: the result would depend on the order.
TEST(RecordedKernels, ShiftedAliasesAreRaces) {
    const auto& entries = all_trials().unit.entries;
    const auto executor = dsl::make_executor("fast", kMaxSteps);
    for (const char* const name : {"vector_addition", "saxpy", "collatz"}) {
        const auto entry = std::ranges::find(entries, name, &KernelEntry::kernel);
        ASSERT_NE(entry, entries.end());
        const auto number = static_cast<std::size_t>(entry - entries.begin());
        ArgumentTexts arguments = all_trials().trials[number].arguments;
        arguments[0].second = "random[n+1]";
        arguments[1].second = "alias:" + arguments[0].first + "+1";
        for (const std::int64_t n : {2, 9, 33}) {
            const auto one = make_case(*entry, number, n, arguments, kSeed);
            ASSERT_TRUE(one.has_value()) << one.error();
            const auto kernel = recorded_trials().record(*one);
            ASSERT_TRUE(kernel.has_value()) << kernel.error();
            const KernelRun run = run_kernel(*kernel, *entry, *one, *executor);
            EXPECT_EQ(run.execution.trap, "race") << name << " of " << n;
        }
    }
}

}  // namespace
}  // namespace musimd::tests
