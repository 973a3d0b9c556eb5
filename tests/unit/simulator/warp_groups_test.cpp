#include "simulator/fast/warp_groups.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <optional>
#include <string>

#include "semantics/machine.hpp"
#include "semantics/models/accepted.hpp"
#include "simulator/fast/grid.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::warp_groups_test {
namespace {

using support::read;

constexpr ThreadModel kModels[] = {ThreadModel::stack,   ThreadModel::minpc,   ThreadModel::masks,
                                   ThreadModel::maximal, ThreadModel::uniform, ThreadModel::barriers};

std::optional<Result> run_as_masks(const Program& program, const MachineOptions& options) {
    return fast::run_groups(program, options, 1, fast::kernels());
}

// With either side first, a run that stops has the result of the rules, without their help.
void expect_like_rules(Program program, ThreadModel model, MachineOptions options = {}) {
    program.model = model;
    if (!models::unaccepted(program).empty()) return;
    for (const Side side : {Side::next, Side::target}) {
        options.side = side;
        const auto result = run_as_masks(program, options);
        SCOPED_TRACE(std::string(to_string(model)) + (side == Side::next ? ", next" : ", target"));
        const Result expected = run_rules(program, options);
        ASSERT_EQ(result.has_value(), expected.outcome == Outcome::stop);
        if (result) {
            EXPECT_EQ(*result, expected);
        }
    }
}

void expect_like_rules(const std::string& text, MachineOptions options = {}) {
    for (const ThreadModel model : kModels) expect_like_rules(read(text), model, options);
}

TEST(WarpGroups, RunTheBenchmarksWithoutTheRules) {
    for (const auto& file : support::project_files("programs/bench", {".asm"})) {
        SCOPED_TRACE(file.filename().string());
        const Program program = read(support::read_file(file));
        for (const ThreadModel model : kModels) expect_like_rules(program, model);
    }
}

TEST(WarpGroups, MeetAtCollectives) {
    expect_like_rules(
        ".threads 8\nc = tid < 3\nm = 255\nbz c, else\nx = 1\njump end\nelse: x = 2\nend: sync\n"
        "y = shfl.xor m, x, 1\nstop\n");
    expect_like_rules(
        ".threads 4\nc = tid & 1\nm = 5 << c\nbz c, else\nx = vote.ballot m, 1\njump end\n"
        "else: x = vote.ballot m, 1\nend: sync\n[tid] = x\nstop\n");
}

TEST(WarpGroups, EndWhereTheyAre) {
    expect_like_rules(
        ".threads 8\nc = tid < 3\nbz c, go\nexit\ngo: sync\nd = tid < 5\nbz d, end\nx = 1\n"
        "end: sync\n[tid] = d\nstop\n");
}

// Three threads wait in a loop for a word that the fourth writes after it, at a join that they yield.
TEST(WarpGroups, Yield) {
    MachineOptions options;
    options.yield = 3;
    options.races = false;
    const Program program = read(
        ".threads 4\n.fill 0 1 0\nc = tid == 0\nbnz c, go\nagain: d = [0]\nbz d, again\nsync\n"
        "jump end\ngo: [0] = 1\nend: sync\nx = 1\nstop\n");
    expect_like_rules(program, ThreadModel::barriers, options);
}

TEST(WarpGroups, LeaveTrapsToTheRules) {
    const Program program = read(".model minpc\n.threads 4\nx = tid / 0\nstop\n");
    EXPECT_FALSE(run_as_masks(program, {}).has_value());
    EXPECT_EQ(fast::run_fast(program).trap->kind, TrapKind::division_by_zero);
}

}  // namespace
}  // namespace musimd::warp_groups_test
