// Every engine returns exactly what the rules return: outcome, trap, Θ, β, Σ, steps, statistics.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "differential/programs/compare/comparison.hpp"
#include "engines/engines.hpp"
#include "semantics/machine.hpp"
#include "simulator/fast/atomic_log.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/fast/together.hpp"
#include "tests/support/generators.hpp"
#include "tests/support/vector_extensions.hpp"

namespace musimd::tests::engine_properties {
namespace {

constexpr std::uint64_t kSteps = 2'000;

RC_GTEST_PROP(Engines, ReturnTheResultOfTheRules, ()) {
    const Program program = *any_program();
    const MachineOptions options = *machine_options(kSteps);
    const Result expected = run_rules(program, options);
    for (const Engine& engine : core_engines()) RC_ASSERT(engine.run(program, options, nullptr) == expected);
}

RC_GTEST_PROP(Engines, ShowObserversTheSameSteps, ()) {
    const Program program = *any_program();
    const MachineOptions options = *machine_options(kSteps);
    const differential::Case c{program, options};
    const differential::Observed expected = differential::observe(*find_engine("rules"), c);
    for (const Engine& engine : core_engines()) {
        const differential::Observed observed = differential::observe(engine, c);
        RC_ASSERT(differential::differences(program, expected, "rules", observed, engine.name) == "");
    }
}

// Results of the fast engine depend neither on the number of cores nor on the vector extension.
RC_GTEST_PROP(FastEngine, DependsOnNeitherCoresNorVectorExtension, ()) {
    const Program program = *any_program();
    const MachineOptions options = *machine_options(kSteps);
    const Result expected = run_rules(program, options);
    static const auto extensions = support::tested_vector_extensions();
    for (const VectorExtension extension : extensions) {
        for (const unsigned threads : {1U, 2U, 5U}) {
            RC_ASSERT(fast::run(program, options, nullptr, threads, fast::kernels(extension)) == expected);
        }
    }
}

// The same over many consecutive seeds of each profile: cheap, and the same mix in every run of the suite.
TEST(Engines, AgreeOnManySeedsOfEveryProfile) {
    for (const ProfileInfo& info : profiles()) {
        for (std::uint64_t seed = 0; seed < 400; ++seed) {
            const Case generated = generate(info.profile, seed);
            ASSERT_TRUE(fast::run_fast(generated.program, generated.options) ==
                        run_rules(generated.program, generated.options))
                << info.name << ", seed " << seed;
        }
    }
}

// The same where no instruction reads what atomics yield: warps then run past them.
TEST(Engines, AgreeWhereNobodyReadsWhatAtomicsYield) {
    std::size_t logged = 0;
    for (const Profile profile : {Profile::atomics, Profile::grids}) {
        for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
            Shape shape;
            shape.warps = 2 + seed % 15;
            auto [program, options] = generate(profile, seed, shape);
            program.variables.emplace_back("unread");
            for (Instruction& i : program.instructions) {
                if (info(i.opcode).memory != MemoryUse::updates) continue;
                i.destination = static_cast<Variable>(program.variables.size() - 1);
            }
            const Result expected = run_rules(program, options);
            for (const unsigned threads : {1U, 3U}) {
                ASSERT_TRUE(fast::run(program, options, nullptr, threads, fast::kernels()) == expected)
                    << to_string(profile) << ", seed " << seed;
            }
            logged += fast::can_be_logged(program) && expected.outcome == Outcome::stop ? 1 : 0;
        }
    }
    EXPECT_GT(logged, 200U);
}

bool needs_lock_step(const Program& program) {
    return std::ranges::any_of(program.instructions, [](const Instruction& i) {
        return i.opcode == Opcode::everywhere || i.opcode == Opcode::end_everywhere ||
               i.opcode == Opcode::branch_mask;
    });
}

// Under volta, where fast runs the threads of a warp together if that cannot show.
TEST(Engines, AgreeOnThreadsOfTheirOwn) {
    std::size_t together = 0;
    for (const ProfileInfo& info : profiles()) {
        const std::uint64_t seeds = info.profile < Profile::blocks ? 400 : 100;
        for (std::uint64_t seed = 0; seed < seeds; ++seed) {
            auto [program, options] = generate(info.profile, seed);
            if (needs_lock_step(program)) continue;
            program.model = ThreadModel::volta;
            program.active = ThreadSet::all(program.threads);
            const Result expected = run_rules(program, options);
            ASSERT_TRUE(fast::run_fast(program, options) == expected) << info.name << ", seed " << seed;
            if (expected.outcome == Outcome::stop && fast::may_run_together(program)) ++together;
        }
    }
    EXPECT_GT(together, 100U);
}

}  // namespace
}  // namespace musimd::tests::engine_properties
