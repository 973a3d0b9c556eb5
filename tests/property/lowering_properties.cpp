// The lowering of trees compared with an interpreter of single threads.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>

#include "differential/programs/generate/lowering.hpp"
#include "differential/programs/generate/tree_maker.hpp"
#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/tree_interpreter.hpp"

namespace musimd::tests::lowering_properties {
namespace {

// Threads do not interact: no blocks, votes, elections or shuffles, and each has its own words.
Mix alone() {
    Mix mix;
    mix.switches = 2;
    mix.calls = 2;
    mix.everywhere = 0;
    mix.masked = 0;
    mix.shuffle = 0;
    mix.ballot = 0;
    mix.shared = 0;
    mix.counters = 3;
    mix.masks = 2;
    mix.leaves = 25;
    mix.compound = 50;
    mix.clones = 5;
    mix.faults = 1;
    mix.thread_races = 50;
    return mix;
}

constexpr const char* kDataNames[kData] = {"x", "y", "z", "w"};

// Whether each thread's data variables and word are as the thread alone computes them.
bool as_alone(const Tree& tree, const Program& program, const Result& result, Thread t,
              const ThreadState& state) {
    for (Variable v = 0; v < kData; ++v) {
        const auto name = std::ranges::find(program.variables, kDataNames[v]);
        if (name == program.variables.end()) continue;
        const auto number = static_cast<Variable>(name - program.variables.begin());
        const Value* const word = result.warps[0].bank.find(t, number);
        const auto& expected = state.variables[v];
        if ((word != nullptr) != expected.has_value() || (word != nullptr && *word != *expected))
            return false;
    }
    const Value* const own = result.memory.find(tree.machine.word.wrapped(t));
    const auto expected = state.memory.find(t);
    if (own == nullptr || expected == state.memory.end())  // the initial memory may not have it
        return own == nullptr && expected == state.memory.end();
    return *own == expected->second;
}

RC_GTEST_PROP(Lowering, ComputesInEachThreadWhatTheTreeDoesInThatThreadAlone, ()) {
    const Tree tree = *trees(alone());
    const Program program = lower(tree);
    RC_ASSERT(check_structure(program).ok());
    MachineOptions options;
    options.max_steps = 20'000;
    const Result result = run_rules(program, options);
    bool good = true;
    program.active.for_each([&](Thread t) {
        const auto state = interpret(tree, t);
        good = good && state.has_value();
        if (result.outcome == Outcome::stop) RC_ASSERT(state && as_alone(tree, program, result, t, *state));
    });
    if (result.outcome == Outcome::limit) return;
    RC_ASSERT(good == (result.outcome == Outcome::stop));
    if (good) RC_ASSERT(result.warps[0].active == program.active);
    RC_TAG(std::string(good ? "stop" : "trap"));
}

// The same over consecutive seeds, and that it is not vacuous.
TEST(Lowering, MostTreesOfThreadsThatNeverMeetStopAndLeave) {
    int stops = 0;
    int leaves = 0;
    for (std::uint64_t seed = 0; seed < 500; ++seed) {
        Dice dice(seed);
        const Tree tree = make_tree(dice, {}, alone());
        const Program program = lower(tree);
        MachineOptions options;
        options.max_steps = 20'000;
        const Result result = run_rules(program, options);
        if (result.outcome != Outcome::stop) continue;
        stops += 1;
        leaves += std::ranges::count(program.variables, "left") != 0 ? 1 : 0;
        program.active.for_each([&](Thread t) {
            const auto state = interpret(tree, t);
            EXPECT_TRUE(state && as_alone(tree, program, result, t, *state))
                << "seed " << seed << ", thread " << t;
        });
    }
    EXPECT_GE(stops, 400);
    EXPECT_GE(leaves, 300);
}

}  // namespace
}  // namespace musimd::tests::lowering_properties
