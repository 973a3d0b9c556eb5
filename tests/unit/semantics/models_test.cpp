// The parts of the models of section 12 that programs/models does not show.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "semantics/models/accepted.hpp"
#include "semantics/models/joins.hpp"
#include "semantics/unavailable.hpp"

namespace musimd::models_test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Program program_of(const std::string& text, ThreadModel model = ThreadModel::stack) {
    ReadOptions options;
    options.model = model;
    ReadResult read = read_program(text, "program.asm", options);
    EXPECT_TRUE(read) << read.errors;
    return read ? std::move(*read.program) : Program();
}

constexpr const char* kNested =
    ".threads 4\n"
    "  bz tid, j\n"    // 1
    "  k = tid & 1\n"  // 2
    "  bz k, i\n"      // 3
    "  x = 1\n"        // 4
    "i: sync\n"        // 5
    "j: sync\n"        // 6
    "  stop\n";        // 7

TEST(Joins, APostDominatorIsOnAllPaths) {
    const models::Joins joins = models::post_dominators(program_of(kNested));
    EXPECT_EQ(joins[1], 6U);
    EXPECT_EQ(joins[3], 5U);
}

TEST(Joins, AnExitMovesThePostDominatorToTheEnd) {
    const models::Joins joins =
        models::post_dominators(program_of("  bz tid, j\n  bz tid, i\n  exit\ni: sync\nj: sync\n  stop\n"));
    EXPECT_EQ(joins[1], 0U);
    EXPECT_EQ(joins[2], 0U);
}

TEST(Joins, PathsThatNeverEndDoNotCount) {
    const models::Joins joins =
        models::post_dominators(program_of("  bz tid, s\n  x = 1\n  stop\ns: jump s\n"));
    EXPECT_EQ(joins[1], 2U);
}

TEST(Joins, ADeclaredJoinIsTheSyncThatClosesTheBranch) {
    const models::Joins joins = models::declared_joins(program_of(kNested, ThreadModel::maximal));
    EXPECT_EQ(joins[1], 6U);
    EXPECT_EQ(joins[3], 5U);
    EXPECT_EQ(joins[2], 0U);
}

TEST(Accepted, EveryModelTakesStructuredPrograms) {
    for (const std::string_view name : kThreadModelNames)
        EXPECT_THAT(models::unaccepted(program_of(kNested, thread_model_named(name))), IsEmpty()) << name;
}

TEST(Accepted, DeclaredJoinsNeedStructure) {
    const std::string text = ".threads 2\n  bz tid, j\n  x = 1\nj: stop\n";
    for (const ThreadModel model : {ThreadModel::masks, ThreadModel::maximal, ThreadModel::uniform}) {
        ReadOptions options;
        options.model = model;
        const ReadResult read = models::read_accepted_program(text, "p.asm", options);
        ASSERT_FALSE(read) << to_string(model);
        EXPECT_THAT(read.errors, HasSubstr("p.asm:4:4: error: model '" + std::string(to_string(model)) +
                                           "' needs structured control flow: "));
    }
    for (const ThreadModel model : {ThreadModel::stack, ThreadModel::minpc, ThreadModel::barriers})
        EXPECT_THAT(models::unaccepted(program_of(text, model)), IsEmpty()) << to_string(model);
}

TEST(Accepted, ABranchHasOneSyncAndASyncOneBranch) {
    const std::string two_syncs = "  bz tid, e\n  sync\n  stop\ne: sync\n  stop\n";
    const std::string two_branches =
        "  k = 0\n  bz k, e\n  sync\n  bz tid, j\n  jump j\ne: sync\n  bz tid, j\n  x = 1\nj: sync\n  stop\n";
    EXPECT_THAT(models::unaccepted(program_of(two_syncs, ThreadModel::masks)).front().message,
                HasSubstr("the branch in line 1 has another `sync`, in line 2"));
    bool is_found = false;
    for (const auto& error : models::unaccepted(program_of(two_branches, ThreadModel::masks)))
        is_found = is_found || error.message.find("this `sync` closes two branches") != std::string::npos;
    EXPECT_TRUE(is_found);
}

// A model that nobody asked both sides of has no warning.
TEST(Sides, AreComparedUnlessOneIsGiven) {
    const Program program = program_of(
        ".threads 2\n.memory 0: 0\n  bnz tid, e\n  [0] = 7\n  jump j\ne: x = [0]\nj: sync\n  stop\n");
    MachineOptions options;
    const Result both = run_rules(program, options);
    ASSERT_EQ(both.warnings.size(), 1U);
    EXPECT_EQ(both.warnings[0].kind, WarningKind::side);
    options.side = Side::target;
    const Result target = run_rules(program, options);
    EXPECT_THAT(target.warnings, IsEmpty());
    EXPECT_EQ(*target.warps[0].bank.find(1, 0), 0);
    EXPECT_EQ(*both.warps[0].bank.find(1, 0), 7);
}

TEST(Machine, ShowsTheGroupThatStepsNextAndACopyGoesOnByItself) {
    const Program program =
        program_of(".threads 4\n  bz tid, j\n  x = 1\nj: sync\n  stop\n", ThreadModel::stack);
    Machine machine(program);
    machine.step(0);
    EXPECT_EQ(machine.warp(0).pc, 2U);
    EXPECT_EQ(to_string(machine.warp(0).active), "{1-3}");
    EXPECT_EQ(to_string(machine.group_warp(0)->groups), "[({1-3}, 2, [(1, 3, {0-3}, [{0}])])]");
    Machine copy = machine;
    copy.step(0);
    EXPECT_EQ(to_string(copy.group_warp(0)->groups), "[({0-3}, 3, [])]");
    EXPECT_EQ(machine.warp(0).pc, 2U);
    EXPECT_EQ(Machine(program).group_warp(0)->groups.list.size(), 1U);
    EXPECT_EQ(Machine(program_of(kNested, ThreadModel::lockstep)).group_warp(0), nullptr);
}

// Thread 0 has yielded at its barrier, so thread 1 opens it; then both go on in their order.
TEST(Yielding, EndsAtABarrierThatOpens) {
    const Program program = program_of(
        ".block 2\n.threads 2\n.memory 0: 0\n"
        "  bz tid, e\n  block_barrier\n  t = fetch_add [0], 1\n  stop\n"
        "l: block_barrier\n  t = fetch_add [0], 1\n  stop\n"
        "e: jump l\n",
        ThreadModel::barriers);
    const Result result = run_rules(program, {.side = Side::target, .yield = 1});
    ASSERT_EQ(result.outcome, Outcome::stop);
    EXPECT_EQ(*result.warps[0].bank.find(0, 0), 0);
    EXPECT_EQ(*result.warps[0].bank.find(1, 0), 1);
}

}  // namespace
}  // namespace musimd::models_test
