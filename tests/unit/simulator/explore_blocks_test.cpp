// What explore finds in the example programs with blocks, under both thread models.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "simulator/explore/explorer.hpp"
#include "simulator/explore/state_key.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::explore::explore_blocks_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr ThreadModel kBoth[] = {ThreadModel::lockstep, ThreadModel::volta};

Program program_of(const std::string& file, ThreadModel model) {
    const std::string path = std::string(MUSIMD_SOURCE_DIR) + "/programs/" + file;
    ReadOptions options;
    options.model = model;
    return support::read(support::read_file(path), options, file);
}

/// How a result ends: `stop`, `limit`, `race@7`, with the line; a deadlock is `collective-mask@7 deadlock`.
std::string ending(const Result& result) {
    if (result.outcome == Outcome::limit) return "limit";
    if (!result.trap) return "stop";
    const bool is_deadlock = result.trap->message.starts_with("deadlock");
    return fmt::format("{}@{}{}", to_string(result.trap->kind), result.trap->line,
                       is_deadlock ? " deadlock" : "");
}

std::set<std::string> endings(const Exploration& explored) {
    std::set<std::string> all;
    for (const Found& found : explored.found) all.insert(ending(found.result));
    return all;
}

std::string found_in(const std::string& file, ThreadModel model) {
    const Exploration explored = explore(program_of(file, model), {.max_steps = 40});
    EXPECT_EQ(explored.end, End::complete) << file;
    return fmt::format("{}", fmt::join(endings(explored), ", "));
}

struct Row {
    const char* file;
    const char* lockstep;
    const char* volta;
};

class ExploredProgram : public testing::TestWithParam<Row> {};

TEST_P(ExploredProgram, EndsSo) {
    EXPECT_EQ(found_in(GetParam().file, ThreadModel::lockstep), GetParam().lockstep);
    EXPECT_EQ(found_in(GetParam().file, ThreadModel::volta), GetParam().volta);
}

const Row kRows[] = {
    {"conformance/blocks/examples/04-spin-on-atomics-with-fences.asm", "limit", "limit, stop"},
    {"conformance/blocks/examples/05-spin-on-atomics-without-one-fence.asm", "limit", "limit, race@11"},
    {"conformance/blocks/examples/06-vote-used-as-a-fence.asm", "stop", "race@7"},
    {"conformance/blocks/examples/07-syncwarp-instead-of-the-vote.asm", "stop", "stop"},
    {"conformance/blocks/examples/08-last-block-adds-up.asm", "stop", "stop"},
    {"conformance/blocks/examples/09-last-block-with-a-fence-of-the-block.asm", "race@14, race@15",
     "race@14, race@15"},
    {"conformance/blocks/examples/10-last-block-with-a-fence-of-the-block-after.asm", "race@14, stop",
     "race@14, stop"},
    {"conformance/blocks/examples/14-barrier-in-a-varying-loop.asm", "barrier-while-diverged@7", "stop"},
    {"conformance/blocks/examples/16-two-forms-that-do-not-pair.asm", "barrier-while-diverged@5",
     "barrier-while-diverged@5"},
    {"conformance/blocks/examples/22-activemask-taken-for-a-mask.asm", "stop", "stop"},
    {"conformance/blocks/examples/31-two-operations-never-meet.asm", "collective-mask@5",
     "collective-mask@7 deadlock"},
    {"conformance/blocks/examples/32-collective-against-a-barrier.asm", "collective-mask@5",
     "collective-mask@5 deadlock"},
    {"conformance/blocks/examples/33-barrier-against-a-block-barrier.asm",
     "barrier-while-diverged@9 deadlock", "barrier-while-diverged@9 deadlock"},
    {"conformance/blocks/examples/36-missing-barrier.asm", "race@9, undefined-memory@9",
     "race@9, undefined-memory@9"},
    {"conformance/blocks/deadlock/a-barrier-that-must-not-wait.asm", "barrier-while-diverged@7",
     "barrier-while-diverged@7"},
    {"conformance/blocks/deadlock/block-barrier-against-a-barrier.asm", "barrier-while-diverged@6 deadlock",
     "barrier-while-diverged@6 deadlock"},
    {"conformance/blocks/deadlock/different-masks.asm", "collective-mask@7", "collective-mask@7 deadlock"},
    {"conformance/blocks/deadlock/different-modes.asm", "collective-mask@4", "collective-mask@6 deadlock"},
    {"conformance/blocks/deadlock/different-types.asm", "collective-mask@4", "collective-mask@6 deadlock"},
    {"conformance/blocks/deadlock/different-widths.asm", "collective-mask@4", "collective-mask@6 deadlock"},
    {"conformance/blocks/deadlock/in-opposite-orders.asm", "collective-mask@4", "collective-mask@7 deadlock"},
    {"conformance/blocks/deadlock/lowest-that-waits-in-a-collective.asm", "collective-mask@7",
     "collective-mask@7 deadlock"},
    {"conformance/blocks/deadlock/match-is-not-vote.asm", "collective-mask@4", "collective-mask@6 deadlock"},
    {"conformance/blocks/deadlock/none-while-one-thread-works.asm", "limit", "limit"},
    {"conformance/blocks/deadlock/none-with-a-barrier-that-is-open.asm", "stop", "stop"},
    {"conformance/blocks/deadlock/of-one-block.asm", "barrier-while-diverged@13 deadlock",
     "barrier-while-diverged@13 deadlock"},
    {"conformance/blocks/deadlock/ring.asm", "collective-mask@12", "collective-mask@12 deadlock"},
    {"conformance/blocks/deadlock/two-signednesses.asm", "collective-mask@4", "collective-mask@6 deadlock"},
    {"conformance/blocks/SH/orders-nothing.asm", "stop", "race@6"},
    {"related/neighbours-in-lock-step.asm", "stop", "race@15, undefined-memory@15"},
    {"related/neighbours-with-syncwarp.asm", "stop", "stop"},
    {"related/spin-lock.asm", "limit", "limit, race@18, race@27"},
    {"related/spin-on-an-atomic-with-fences.asm", "limit", "limit, stop"},
    {"related/vote-is-not-a-fence.asm", "stop", "race@15"},
    {"related/barrier-after-an-early-return.asm", "stop", "stop"},
    {"related/barriers-in-both-halves.asm", "barrier-while-diverged@11", "stop"},
};

INSTANTIATE_TEST_SUITE_P(Examples, ExploredProgram, testing::ValuesIn(kRows),
                         [](const auto& tested) { return fmt::format("{}", tested.index); });

// ---- every example

/// The examples that can be read under the model.
std::map<std::string, Program> examples(ThreadModel model) {
    std::map<std::string, Program> programs;
    for (const char* const folder : {"conformance/blocks/examples", "conformance/blocks/deadlock"}) {
        for (const auto& file : support::project_files(std::string("programs/") + folder, {".asm"})) {
            ReadOptions options;
            options.model = model;
            ReadResult read = read_program(support::read_file(file), file.string(), options);
            if (read) programs.emplace(file.filename().string(), std::move(*read.program));
        }
    }
    return programs;
}

TEST(ExploredExamples, HaveTheResultOfARunAndSchedulesThatLeadToEach) {
    for (const ThreadModel model : kBoth) {
        for (const auto& [name, program] : examples(model)) {
            SCOPED_TRACE(fmt::format("{} under {}", name, to_string(model)));
            const MachineOptions options{.max_steps = 40};
            const Exploration explored = explore(program, options, {.max_schedules = 2'000});
            EXPECT_EQ(explored.end, End::complete);
            std::set<std::string> keys;
            for (const Found& found : explored.found) {
                keys.insert(result_key(found.result, program));
                const auto replayed = run_schedule(program, options, found.schedule);
                ASSERT_TRUE(replayed.has_value());
                EXPECT_FALSE(replayed->unfinished);
                EXPECT_EQ(replayed->result, found.result);
            }
            EXPECT_TRUE(keys.contains(result_key(run_rules(program, options), program)));
        }
    }
}

// ---- what the search leaves out

Exploration under_volta(const std::string& text, std::uint64_t max_steps = 100) {
    return explore(support::read(".model volta\n" + text), {.max_steps = max_steps});
}

TEST(ExploringThreads, RunsAGroupOnce) {
    const auto all =
        under_volta(".block 4\n.threads 4\nx = tid * 3\ny = reduce.add 15, x\nblock_barrier\nstop\n");
    EXPECT_THAT(endings(all), ElementsAre("stop"));
    EXPECT_EQ(all.progress.schedules, 1U);
    EXPECT_EQ(all.progress.steps, 4U + 1U + 4U + 4U);
}

TEST(ExploringThreads, KnowsThatABarrierOrdersWhatCameBefore) {
    // Each thread counts before the barrier and after it: 3! orders of each, of which the second follow the
    // first.
    const auto all = under_volta(
        ".block 3\n.threads 3\n.memory 0: 0\nx = atomic_inc [0]\ny = x\nx = 0\nblock_barrier\n"
        "y = atomic_inc [0]\nstop\n");
    EXPECT_THAT(all.found, SizeIs(6));
    EXPECT_EQ(all.progress.schedules, 36U);
}

TEST(ExploringThreads, RunsFailedComparisonsOnce) {
    // Both find the lock taken: neither can tell who looked first.
    const auto all = under_volta(".block 2\n.threads 2\n.memory 0: 1\nx = fetch_cas [0], 0, 1\nstop\n");
    EXPECT_THAT(all.found, SizeIs(1));
    EXPECT_EQ(all.progress.schedules, 1U);
    const auto taken = under_volta(".block 2\n.threads 2\n.memory 0: 0\nx = fetch_cas [0], 0, 1\nstop\n");
    EXPECT_THAT(taken.found, SizeIs(2));
}

TEST(ExploringThreads, CountsARaceWithSeveralEarlierAccessesOnce) {
    // Thread 2 stores what 0 and 1 have loaded, in either order.
    const Program program = support::read(
        ".model volta\n.block 3\n.threads 3\n.memory 0: 1\nx = tid == 2\nbnz x, s\ny = [0]\nexit\ns: [0] = "
        "2\nexit\n");
    const auto reduced = explore(program, {.max_steps = 9});
    const auto all = explore(program, {.max_steps = 9}, {}, Reduction::off);
    EXPECT_EQ(reduced.found.size(), all.found.size());
    EXPECT_THAT(endings(reduced), ElementsAre("race@7", "race@9"));
}

TEST(ExploringThreads, LetsEachThreadOpenABarrierWhoseCountDoesNotFit) {
    const auto all = under_volta(".threads 8\n.warps 20\n.word 8\nx = block_barrier.count 1\nstop\n", 4);
    EXPECT_THAT(endings(all), ElementsAre("overflow@5"));
    EXPECT_THAT(all.found, SizeIs(160));
}

TEST(ExploringThreads, FindsADeadlockAndALimitOfOneState) {
    // Thread 1 is at its limit where both wait: whose turn it is decides.
    const auto all = under_volta(
        ".block 2\n.threads 2\nbz tid, l\nx = 1\nsyncwarp 3\nstop\nl: y = vote.any 3, 1\nstop\n", 2);
    EXPECT_THAT(endings(all), ElementsAre("collective-mask@8 deadlock", "limit"));
}

TEST(ExploringThreads, SeesEachSetThatAnActivemaskMay) {
    const std::string text = ".block 2\n.threads 2\nx = tid\nm = activemask\nstop\n";
    const auto all = under_volta(text);
    EXPECT_THAT(all.found, SizeIs(2));  // both together, or one after the other
    const auto smallest =
        explore(support::read(".model volta\n" + text), {.max_steps = 100, .smallest_activemask = true});
    EXPECT_THAT(smallest.found, SizeIs(1));
}

TEST(ExploringThreads, TakesLessThanWithoutReduction) {
    const Program program =
        program_of("conformance/blocks/examples/06-vote-used-as-a-fence.asm", ThreadModel::volta);
    const auto reduced = explore(program, {.max_steps = 40});
    const auto all = explore(program, {.max_steps = 40}, {}, Reduction::off);
    EXPECT_EQ(endings(reduced), endings(all));
    EXPECT_LT(reduced.progress.steps, all.progress.steps);
}

// ---- both models

TEST(ExploringBothModels, FindsWhatOnlyOneOfThemHas) {
    const std::string file = "related/neighbours-in-lock-step.asm";
    const Program program = program_of(file, ThreadModel::lockstep);
    const auto lockstep = explore(program, {});
    const auto volta = explore(program_of(file, ThreadModel::volta), {});
    EXPECT_THAT(found_only_in(lockstep, volta, program), ElementsAre(0));
    EXPECT_THAT(found_only_in(volta, lockstep, program), SizeIs(volta.found.size()));
}

TEST(ExploringBothModels, AgreesOnAProgramThatIsCorrectOnBoth) {
    const std::string file = "related/neighbours-with-syncwarp.asm";
    const Program program = program_of(file, ThreadModel::lockstep);
    const auto lockstep = explore(program, {});
    const auto volta = explore(program_of(file, ThreadModel::volta), {});
    EXPECT_THAT(found_only_in(lockstep, volta, program), IsEmpty());
    EXPECT_THAT(found_only_in(volta, lockstep, program), IsEmpty());
}

}  // namespace
}  // namespace musimd::explore::explore_blocks_test
