// Races as an observer finds them, in runs that go on after them: the first one is that of the machine.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "differential/programs/generate/generator.hpp"
#include "engines/engines.hpp"
#include "isa/printer.hpp"
#include "kernels/cuda/grid_races.hpp"
#include "tests/support/block_programs.hpp"
#include "tests/support/programs.hpp"

namespace musimd::kernels::cuda::cuda_grid_races_slow {
namespace {

struct Counts {
    int races = 0;
    int without = 0;
};

/// A mask that is not a constant is unknown to the observer, which then misses races.
bool has_unknown_mask(const Program& program) {
    return std::ranges::any_of(program.instructions, [](const Instruction& i) {
        return i.opcode == Opcode::syncwarp && i.operands[0].kind != Operand::Kind::constant;
    });
}

void compare(const Program& program, MachineOptions options, Counts& counts) {
    options.max_steps = 2000;
    const Engine& engine = *find_engine("fast");
    const Result expected = engine.run(program, options, nullptr);
    options.races = false;
    GridRaceObserver observer(program);
    engine.run(program, options, &observer);
    std::vector<GridRace> races = observer.races();
    std::erase_if(races, [](const GridRace& race) { return race.between_volatiles; });  // warnings
    if (expected.outcome == Outcome::stop) {
        counts.without += 1;
        EXPECT_EQ(races.size(), 0u) << print(program);
    }
    const bool races_with_other = expected.outcome == Outcome::trap &&
                                  expected.trap->kind == TrapKind::race && expected.trap->other.has_value();
    if (!races_with_other || (races.empty() && has_unknown_mask(program))) return;
    counts.races += 1;
    ASSERT_FALSE(races.empty()) << expected.trap->message << "\n" << print(program);
    EXPECT_EQ(races.front().later.pc, expected.trap->pc) << print(program);
    EXPECT_EQ(races.front().earlier.pc, expected.trap->other->pc);
    // A race of the same two instructions on different values stands for one on equal values.
    EXPECT_TRUE(races.front().later.warp == expected.trap->warp || !races.front().same_value);
}

TEST(CudaGridRaces, TheFirstIsThatOfTheMachine) {
    Counts counts;
    for (std::uint64_t seed = 0; seed < 10'000 && !testing::Test::HasFailure(); ++seed) {
        Program program = support::read(support::random_block_program(seed));
        for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
            program.model = model;
            compare(program, {}, counts);
        }
    }
    EXPECT_GT(counts.races, 500);
    EXPECT_GT(counts.without, 50);
}

TEST(CudaGridRaces, ProgramsWithoutRacesHaveNone) {
    Counts counts;
    for (const differential::ProfileInfo& profile :
         differential::profiles().subspan(differential::profiles_without_blocks().size())) {
        for (std::uint64_t seed = 0; seed < 200 && !testing::Test::HasFailure(); ++seed) {
            differential::Case one = differential::generate(profile.profile, seed);
            if (has_groups(one.program.model)) continue;  // kernels run under lockstep and volta
            std::uint32_t line = 0;
            for (Instruction& i : one.program.instructions) i.line = ++line;
            compare(one.program, one.options, counts);
        }
    }
    EXPECT_GT(counts.without, 300);
}

}  // namespace
}  // namespace musimd::kernels::cuda::cuda_grid_races_slow
