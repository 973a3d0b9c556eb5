#include "simulator/schedule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/programs.hpp"

namespace musimd::schedule_test {
namespace {

using support::read;
using testing::ElementsAre;
using testing::HasSubstr;

const char* const kGrid = ".warps 2\n.threads 3\n.memory 0: 0\nx = atomic_inc [0]\nbarrier\nstop\n";

Schedule schedule_of(const Program& program, std::string_view text) {
    const auto schedule = read_schedule(text, "test.schedule", program);
    EXPECT_TRUE(schedule.has_value()) << schedule.error().text;
    return schedule.value_or(Schedule());
}

std::string errors_of(std::string_view text) {
    const auto schedule = read_schedule(text, "test.schedule", read(kGrid));
    EXPECT_FALSE(schedule.has_value());
    return schedule ? "" : schedule.error().text;
}

/// Why the schedule does not fit the grid: `LINE: MESSAGE`.
std::string step_error(std::string_view text) {
    const Program program = read(kGrid);
    const auto run = run_schedule(program, {}, schedule_of(program, text));
    EXPECT_FALSE(run.has_value());
    return run ? "" : std::to_string(run.error().line) + ": " + run.error().message;
}

TEST(Schedule, IsReadWithCommentsAndBlanks) {
    EXPECT_THAT(schedule_of(read(kGrid), "; two\r\n\n  warp\t1 x12 ; twelve\nwarp 0 threads 2 0 1\nwarp 0\n"),
                ElementsAre(ScheduledSteps{.warp = 1, .count = 12},
                            ScheduledSteps{.warp = 0, .threads = {2, 0, 1}}, ScheduledSteps{.warp = 0}));
}

TEST(Schedule, IsPrintedAsItIsRead) {
    EXPECT_EQ(to_string(ScheduledSteps{.warp = 0}), "warp 0");
    EXPECT_EQ(to_string(ScheduledSteps{.warp = 3, .count = 12}), "warp 3 x12");
    EXPECT_EQ(to_string(ScheduledSteps{.warp = 1, .threads = {2, 0, 1}}), "warp 1 threads 2 0 1");
}

TEST(Schedule, JoinsStepsOfOneWarpButNotThoseWithAnOrder) {
    Schedule schedule;
    append(schedule, {.warp = 0, .count = 0});
    append(schedule, {.warp = 0, .count = 2});
    append(schedule, {.warp = 0, .count = 3});
    append(schedule, {.warp = 0, .threads = {1, 0}});
    append(schedule, {.warp = 0});
    append(schedule, {.warp = 1});
    EXPECT_THAT(schedule, ElementsAre(ScheduledSteps{.warp = 0, .count = 5},
                                      ScheduledSteps{.warp = 0, .threads = {1, 0}}, ScheduledSteps{.warp = 0},
                                      ScheduledSteps{.warp = 1}));
}

TEST(Schedule, ReportsErrorsInItsText) {
    EXPECT_THAT(errors_of("warp 0\n steps 3\n"), HasSubstr("test.schedule:2:2: error: expected 'warp'"));
    EXPECT_THAT(errors_of("warp 2\n"), HasSubstr("test.schedule:1:6: error: expected a warp number, 0 … 1"));
    EXPECT_THAT(errors_of("warp -1\n"), HasSubstr(":1:6: error: expected a warp number"));
    EXPECT_THAT(errors_of("warp 0 x0\n"), HasSubstr(":1:9: error: expected a number of steps"));
    EXPECT_THAT(errors_of("warp 0 x99999999999999999999\n"), HasSubstr(":1:9: error: expected a number"));
    EXPECT_THAT(errors_of("warp 0 3\n"),
                HasSubstr(":1:8: error: expected 'x' and a number of steps, or 'threads'"));
    EXPECT_THAT(errors_of("warp 0 x3 4\n"), HasSubstr(":1:11: error: expected the end of the line"));
    EXPECT_THAT(errors_of("warp 0 threads\n"), HasSubstr("expected the active threads, in order"));
    EXPECT_THAT(errors_of("warp 0 threads 0 3\n"),
                HasSubstr(":1:18: error: expected a thread number, 0 … 2"));
    EXPECT_THAT(errors_of("warp 0 threads 0 1 0\n"), HasSubstr(":1:20: error: thread 0 is listed twice"));
}

TEST(Schedule, ReportsStepsThatDoNotFit) {
    EXPECT_EQ(step_error("warp 0\nwarp 0\n"), "2: warp 0 waits at a barrier, and warp 1 does not wait yet");
    EXPECT_EQ(step_error("warp 0\nwarp 1\nwarp 1 x3\n"), "3: warp 1 has stopped, after 2 of these steps");
    EXPECT_EQ(step_error("warp 0 threads 0 1\n"), "1: the active threads of warp 0 are {0-2}, not these");
    EXPECT_EQ(step_error("warp 0\nwarp 1\nwarp 1 threads 0 1 2\n"),
              "3: the next instruction of warp 1 is not atomic, so its threads have no order");
}

TEST(Schedule, RecordsTheStepsOfTheMachine) {
    const Program program = read(kGrid);
    const auto run = run_schedule(
        program, {}, schedule_of(program, "warp 1 threads 2 0 1\nwarp 0\nwarp 0 x2\nwarp 1 x2\n"));
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->result.outcome, Outcome::stop);
    EXPECT_FALSE(run->unfinished);
    EXPECT_EQ(*run->result.warps[1].bank.find(2, 0), 1);
    EXPECT_EQ(*run->result.warps[1].bank.find(0, 0), 2);
    EXPECT_EQ(*run->result.warps[0].bank.find(0, 0), 4);
}

TEST(Schedule, ThatEndsBeforeTheProgramIsALimit) {
    const Program program = read(kGrid);
    const auto run = run_schedule(program, {}, schedule_of(program, "warp 1\n"));
    ASSERT_TRUE(run.has_value());
    EXPECT_TRUE(run->unfinished);
    EXPECT_EQ(run->result.outcome, Outcome::limit);
    EXPECT_EQ(run->result.steps, 1U);
    EXPECT_EQ(to_string(run->running), "{0, 1}");
    EXPECT_EQ(run->result.limit, (Limit{LimitReason::schedule, 0, 0, 1, 4, 1}));
}

TEST(Schedule, EndsWithATrapOrAWarpAtItsLimit) {
    const Program program = read(".threads 1\nx = 1 / 0\nstop\n");
    const auto trap = run_schedule(program, {}, schedule_of(program, "warp 0 x7\n"));
    ASSERT_TRUE(trap.has_value());
    EXPECT_EQ(trap->result.outcome, Outcome::trap);
    const auto limit = run_schedule(program, {.max_steps = 0}, schedule_of(program, "warp 0\n"));
    ASSERT_TRUE(limit.has_value());
    EXPECT_EQ(limit->result.outcome, Outcome::limit);
    EXPECT_FALSE(limit->unfinished);
    EXPECT_EQ(limit->result.limit, (Limit{LimitReason::steps, 0, 0, 1, 2, 1}));
}

// ---- threads of their own

const char* const kMeeting =
    ".model volta\n.block 4\n.threads 2\n.memory 0: 0\nx = vote.ballot 3, tid\ny = atomic_inc [0]\nstop\n";

std::string text_errors_under_volta(std::string_view text) {
    const auto schedule = read_schedule(text, "test.schedule", read(kMeeting));
    EXPECT_FALSE(schedule.has_value());
    return schedule ? "" : schedule.error().text;
}

tl::expected<ScheduledRun, Diagnostic> run_text(const Program& program, std::string_view text,
                                                const MachineOptions& options = {}) {
    return run_schedule(program, options, schedule_of(program, text));
}

TEST(ScheduleOfThreads, NamesLanes) {
    const Program program = read(kMeeting);
    const Schedule schedule = schedule_of(program, "warp 1 lane 1 x3\nwarp 0\tlane 0 ; one step\n");
    EXPECT_THAT(schedule, ElementsAre(ScheduledSteps{.warp = 1, .count = 3, .lane = 1},
                                      ScheduledSteps{.warp = 0, .lane = 0}));
    EXPECT_EQ(to_string(schedule[0]), "warp 1 lane 1 x3");
    EXPECT_EQ(to_string(schedule[1]), "warp 0 lane 0");
}

TEST(ScheduleOfThreads, JoinsStepsOfOneThread) {
    Schedule schedule;
    append(schedule, {.warp = 0, .lane = 1});
    append(schedule, {.warp = 0, .lane = 1});
    append(schedule, {.warp = 0, .lane = 0});
    EXPECT_THAT(schedule, ElementsAre(ScheduledSteps{.warp = 0, .count = 2, .lane = 1},
                                      ScheduledSteps{.warp = 0, .lane = 0}));
}

TEST(ScheduleOfThreads, ReportsErrorsInItsText) {
    EXPECT_THAT(text_errors_under_volta("warp 0 x3\n"),
                HasSubstr(":1:8: error: expected 'lane', as in 'warp 0 lane 0 x3': under 'volta' threads"));
    EXPECT_THAT(text_errors_under_volta("warp 0 lane 2\n"),
                HasSubstr(":1:13: error: expected a lane of this warp, 0 … 1"));
    EXPECT_THAT(text_errors_under_volta("warp 0 lane 0 threads 0\n"),
                HasSubstr(":1:15: error: expected 'x' and a number of steps"));
    EXPECT_THAT(errors_of("warp 0 lane 0\n"),
                HasSubstr(":1:8: error: lanes step independently only under the model 'volta'"));
}

TEST(ScheduleOfThreads, TakesTheStepsOfAGroupTogether) {
    const Program program = read(kMeeting);
    const auto run = run_text(program,
                              "warp 1 lane 0 x3\nwarp 1 lane 1 x2\n"
                              "warp 0 lane 1\nwarp 0 lane 1\nwarp 0 lane 0 x2\nwarp 0 lane 1\n");
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->result.outcome, Outcome::stop);
    EXPECT_EQ(run->result.steps, 12U);
    EXPECT_EQ(*run->result.warps[0].bank.find(0, 0), 2);  // the vote of both
    EXPECT_EQ(*run->result.warps[1].bank.find(0, 1), 1);  // the tickets, in the order of the schedule
    EXPECT_EQ(*run->result.warps[1].bank.find(1, 1), 2);
    EXPECT_EQ(*run->result.warps[0].bank.find(1, 1), 3);
    EXPECT_EQ(*run->result.warps[0].bank.find(0, 1), 4);
}

TEST(ScheduleOfThreads, ReportsStepsThatDoNotFit) {
    const Program program =
        read(".model volta\n.block 3\n.threads 2\nbz tid, l\nx = 1\nl: syncwarp 3\nblock_barrier\nstop\n");
    const auto early = run_text(program, "warp 0 lane 0 x2\n");
    ASSERT_FALSE(early.has_value());
    EXPECT_EQ(early.error().message,
              "warp 0 lane 0 waits for the other threads of its mask, after 1 of these steps");
    const auto at_barrier = run_text(read(".model volta\n.block 3\n.threads 2\nblock_barrier\nx = 1\nstop\n"),
                                     "warp 1 lane 0 x2\nwarp 0 lane 1 x4\n");
    ASSERT_FALSE(at_barrier.has_value());
    EXPECT_EQ(at_barrier.error().message, "warp 0 lane 1 has stopped, after 3 of these steps");
    const auto elsewhere = run_text(read(".model volta\n.block 2\n.threads 2\nbz tid, l\nx = 1\n"
                                         "l: block_barrier\nstop\n"),
                                    "warp 0 lane 0 x2\n");
    ASSERT_FALSE(elsewhere.has_value());
    EXPECT_EQ(elsewhere.error().message,
              "warp 0 lane 0 waits at a block barrier, and warp 0 lane 1 does not wait yet, after 1 of these "
              "steps");
}

TEST(ScheduleOfThreads, EndsWithADeadlock) {
    const Program program =
        read(".model volta\n.block 2\n.threads 2\nbz tid, l\nsyncwarp 3\nl: block_barrier\nstop\n");
    const auto run = run_text(program, "warp 0 lane 0\nwarp 0 lane 1\n");
    ASSERT_TRUE(run.has_value());
    EXPECT_FALSE(run->unfinished);
    EXPECT_EQ(run->result.outcome, Outcome::trap);
    EXPECT_EQ(run->result.trap->kind, TrapKind::collective_mask);
    EXPECT_EQ(run->result.trap->waiting.size(), 2U);
    const auto turn = run_text(program, "warp 0 lane 0\nwarp 0 lane 1 x2\n");
    ASSERT_TRUE(turn.has_value());
    EXPECT_EQ(turn->result.trap, run->result.trap);
}

TEST(ScheduleOfThreads, EndsIfOneOfAGroupIsAtItsLimit) {
    const Program program =
        read(".model volta\n.block 2\n.threads 2\nbz tid, l\nx = 1\nx = 2\nl: syncwarp 3\nstop\n");
    const auto run = run_text(program, "warp 0 lane 1 x3\nwarp 0 lane 0 x2\n", {.max_steps = 3});
    ASSERT_TRUE(run.has_value());
    EXPECT_EQ(run->result.limit, (Limit{LimitReason::steps, 0, 3, 4, 7, 4}));
}

}  // namespace
}  // namespace musimd::schedule_test
