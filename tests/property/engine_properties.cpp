// Every engine gives what the rules give, in everything: outcome, trap, Θ, β, Σ, steps, statistics.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "semantics/machine.hpp"
#include "simulator/engine.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/observers/coverage.hpp"
#include "simulator/observers/statistics.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests {
namespace {

constexpr std::uint64_t kSteps = 2'000;

// What an observed run gives: its result, and what its observers counted.
struct Observed {
    Result result;
    Statistics statistics;
    Coverage::Names covered;
};

Observed observe(const Engine& engine, const Program& program, const MachineOptions& options) {
    StatisticsObserver statistics(program, 32);
    Coverage coverage;
    Observers observers;
    observers.add(statistics);
    observers.add(coverage);
    Result result = engine.run(program, options, &observers);
    return {std::move(result), statistics.statistics(), coverage.names()};
}

RC_GTEST_PROP(Engines, GiveTheResultOfTheRules, ()) {
    const Program program = *any_program();
    const MachineOptions options = *machine_options(kSteps);
    const Result expected = run_rules(program, options);
    for (const Engine& engine : engines()) RC_ASSERT(engine.run(program, options, nullptr) == expected);
}

RC_GTEST_PROP(Engines, ShowObserversTheSameSteps, ()) {
    const Program program = *any_program();
    const MachineOptions options = *machine_options(kSteps);
    const Observed expected = observe(*find_engine("rules"), program, options);
    for (const Engine& engine : engines()) {
        const Observed observed = observe(engine, program, options);
        RC_ASSERT(observed.result == expected.result);
        RC_ASSERT(observed.covered == expected.covered);
        for (const std::string_view name : statistic_names()) {
            RC_ASSERT(observed.statistics.figure(name) == expected.statistics.figure(name));
        }
        RC_ASSERT(observed.statistics.by_instruction == expected.statistics.by_instruction);
    }
}

// What the fast engine gives depends neither on the cores that it has nor on the instruction set of its
// loops.
RC_GTEST_PROP(FastEngine, DependsOnNeitherCoresNorInstructionSet, ()) {
    const Program program = *any_program();
    const MachineOptions options = *machine_options(kSteps);
    const Result expected = run_rules(program, options);
    for (const fast::KernelSet* loops :
         {fast::baseline_kernels(), fast::avx2_kernels(), fast::avx512_kernels()}) {
        if (loops == nullptr) continue;
        for (const unsigned threads : {1U, 2U, 5U}) {
            RC_ASSERT(fast::run(program, options, nullptr, threads, *loops) == expected);
        }
    }
}

// The same over many plain seeds: cheap, and the mix is that of every run of the suite.
TEST(Engines, AgreeOnManySeeds) {
    for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
        const Program program = seed % 2 == 0 ? structured_program(seed, 30) : soup_program(seed, 30);
        MachineOptions options;
        options.max_steps = kSteps;
        options.order = static_cast<Order>(seed % 3);
        options.seed = seed;
        ASSERT_TRUE(fast::run_fast(program, options) == run_rules(program, options)) << "seed " << seed;
    }
}

}  // namespace
}  // namespace musimd::tests
