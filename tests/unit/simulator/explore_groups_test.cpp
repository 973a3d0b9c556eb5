// What explore finds where a model leaves open which group of a warp steps, which side of a branch is first,
// or which thread of a group steps.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "simulator/explore/explorer.hpp"
#include "simulator/explore/state_key.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::explore::explore_groups_test {
namespace {

using testing::UnorderedElementsAre;

/// Explores, and checks that each schedule leads to its result.
Exploration explored(const Program& program, const MachineOptions& options = {.max_steps = 100}) {
    Exploration all = explore(program, options);
    EXPECT_EQ(all.end, End::complete);
    for (const Found& found : all.found) {
        const auto replayed = run_schedule(program, options, found.schedule);
        EXPECT_TRUE(replayed && result_key(replayed->result, program) == result_key(found.result, program));
    }
    return all;
}

/// What the words from `first` on may be at last: `0 1`.
std::set<std::string> memories(const Exploration& all, std::int64_t first, std::int64_t count) {
    std::set<std::string> found;
    for (const Found& each : all.found) {
        std::string text;
        for (std::int64_t a = first; a < first + count; ++a)
            text += fmt::format("{}{}", text.empty() ? "" : " ", *each.result.memory.find(a));
        found.insert(text);
    }
    return found;
}

// ---- groups and sides

TEST(ExploringGroups, EitherHalfMayBeTheLast) {
    const std::string text =
        ".memory 0: 0\n.threads 2\nbz tid, e\nu = fetch_exch [0], 1\njump j\n"
        "e: u = fetch_exch [0], 2\nj: sync\nstop\n";
    for (const char* const model : {"stack", "maximal", "uniform", "barriers"}) {
        const auto all = explored(support::read(fmt::format(".model {}\n{}", model, text)));
        EXPECT_THAT(memories(all, 0, 1), UnorderedElementsAre("1", "2")) << model;
    }
}

TEST(ExploringGroups, TheHalvesTakeTurnsWhereTheModelLeavesItOpen) {
    const std::string text =
        ".fill 0 4 0\n.threads 2\no = 1 - tid\np = tid + 2\nbz tid, e\nu = fetch_exch [tid], 1\n"
        "r = fetch_or [o], 0\njump j\ne: u = fetch_exch [tid], 1\nr = fetch_or [o], 0\nj: sync\n"
        "[p] = r\nstop\n";
    const auto found = [&](const char* model) {
        return memories(explored(support::read(fmt::format(".model {}\n{}", model, text))), 2, 2);
    };
    EXPECT_THAT(found("stack"), UnorderedElementsAre("0 1", "1 0"));
    EXPECT_THAT(found("maximal"), UnorderedElementsAre("0 1", "1 0", "1 1"));
    EXPECT_THAT(found("uniform"), UnorderedElementsAre("0 1", "1 0", "1 1"));
    EXPECT_THAT(found("barriers"), UnorderedElementsAre("0 1", "1 0", "1 1"));
}

TEST(ExploringGroups, TwoBranchesOfAStackHaveSidesOfTheirOwn) {
    const std::string branch =
        "bz tid, e{0}\nt = fetch_add [{0}], 1\njump j{0}\n"
        "e{0}: t = fetch_add [{0}], 1\nj{0}: sync\na = t + {1}\n[a] = tid\n";
    const std::string text = ".model stack\n.fill 0 6 0\n.threads 2\n" +
                             fmt::format(fmt::runtime(branch), 0, 2) +
                             fmt::format(fmt::runtime(branch), 1, 4) + "stop\n";
    const Program program = support::read(text);
    EXPECT_THAT(memories(explored(program), 2, 4),
                UnorderedElementsAre("0 1 0 1", "0 1 1 0", "1 0 0 1", "1 0 1 0"));
    EXPECT_THAT(memories(explored(program, {.max_steps = 100, .side = Side::next}), 2, 4),
                UnorderedElementsAre("1 0 1 0"));
}

// ---- the threads of a group

/// An example of section 12 and what the words from `first` on may be at last under each `--within`.
struct Separation {
    const char* file;
    std::int64_t first, count;
    std::set<std::string> collective, synchronous, control;
};

const Separation kSeparations[] = {
    {"67-figure-2-without-the-operation", 0, 2, {"1 1"}, {"1 1"}, {"0 1", "1 0", "1 1"}},
    {"69-figure-3-word-1-is-1-if-a-warp-has-read-two-values", 1, 1, {"0"}, {"0", "1"}, {"0", "1"}},
    {"70-figure-9-without-operations", 0, 2, {"1 1"}, {"1 1"}, {"1 1"}},
    {"71-figure-9-with-operations", 0, 2, {"1 1"}, {"1 1"}, {"1 1"}},
    {"72-figure-10-word-1-is-who-took-part", 0, 2, {"1 3"}, {"1 3"}, {"1 3"}},
    {"73-figure-11", 0, 2, {"5 5"}, {"5 5"}, {"5 5"}},
};

TEST(ExploringWithin, FindsWhatSimtStepSays) {
    for (const Separation& test : kSeparations) {
        const std::string path = fmt::format("{}/programs/models/{}.asm", MUSIMD_SOURCE_DIR, test.file);
        ReadOptions options;
        options.model = ThreadModel::maximal;
        const Program program = support::read(support::read_file(path), options, test.file);
        const auto found = [&](Within within) {
            return memories(explored(program, {.max_steps = 100, .within = within}), test.first, test.count);
        };
        EXPECT_EQ(found(Within::collective), test.collective) << test.file;
        EXPECT_EQ(found(Within::synchronous), test.synchronous) << test.file;
        EXPECT_EQ(found(Within::control), test.control) << test.file;
    }
}

TEST(ExploringWithin, AThreadTrapsByItself) {
    const Program program = support::read(".model maximal\n.threads 2\nx = 1\nassert tid\nx = 2\nstop\n");
    const auto all = explored(program, {.max_steps = 100, .within = Within::control});
    ASSERT_EQ(all.found.size(), 1U);
    EXPECT_EQ(all.found[0].result.trap->threads, std::vector<Thread>{0});
}

// ---- schedules

TEST(SchedulesOfGroups, NameTheThreadsThatStep) {
    const Program program =
        support::read(".model maximal\n.threads 2\nbz tid, e\nx = 1\njump j\ne: x = 2\nj: sync\nstop\n");
    const auto error = [&](const std::string& text) -> std::string {
        const auto run = run_schedule(program, {}, *read_schedule(text, "s", program));
        return run ? "" : run.error().message;
    };
    EXPECT_EQ(error("warp 0\nwarp 0 threads 0\nwarp 0 threads 1\n"), "");
    EXPECT_EQ(error("warp 0\nwarp 0 threads 0 1\n"),
              "of warp 0 these threads can step together: {1} or {0}; not the ones here");
}

}  // namespace
}  // namespace musimd::explore::explore_groups_test
