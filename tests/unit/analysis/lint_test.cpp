// The lints: programs/lint says on which lines they warn, and they warn on no others.

#include "analysis/lint/lint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "isa/diagnostic.hpp"
#include "semantics/machine.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::lint_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;
using LineAndId = std::pair<std::uint32_t, std::string>;

// The comments `; warning: ID` of a program.
std::vector<LineAndId> expected_warnings(const std::string& text) {
    constexpr std::string_view kMark = "; warning: ";
    std::vector<LineAndId> expected;
    std::uint32_t number = 0;
    for (const std::string_view line : lines_of(text)) {
        ++number;
        const std::size_t mark = line.find(kMark);
        if (mark != std::string_view::npos) expected.emplace_back(number, line.substr(mark + kMark.size()));
    }
    return expected;
}

std::vector<LineAndId> lines_and_ids(const Warnings& warnings) {
    std::vector<LineAndId> found;
    for (const Warning& warning : warnings) found.emplace_back(warning.location.line, warning.id);
    return found;
}

std::vector<std::string> messages(const Warnings& warnings) {
    std::vector<std::string> found;
    for (const Warning& warning : warnings) found.push_back(warning.message);
    return found;
}

class LintPrograms : public testing::TestWithParam<fs::path> {
  protected:
    std::string text_ = support::read_file(GetParam());
    Program program_ = support::read(text_, {}, GetParam().string());
};

TEST_P(LintPrograms, GetTheWarningsThatTheyList) {
    EXPECT_EQ(lines_and_ids(lint(program_)), expected_warnings(text_));
}

// Where the static lint reports sharing, a run under `.races thread` reports a race.
TEST_P(LintPrograms, RaceBetweenThreadsWhereTheLintWarns) {
    if (!GetParam().filename().string().starts_with("unsynchronised-sharing")) return;
    program_.races = RaceMode::thread;
    const Result result = run_rules(program_);
    const bool warned = !find_unsynchronised_sharing(program_).empty();
    EXPECT_EQ(result.outcome, warned ? Outcome::trap : Outcome::stop);
    if (result.trap) {
        EXPECT_EQ(result.trap->kind, TrapKind::race);
    }
}

std::string test_name(const fs::path& file) {
    std::string name = file.stem().string();
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Lint, LintPrograms,
                         testing::ValuesIn(support::project_files("programs/lint", {".asm"})),
                         [](const auto& program) { return test_name(program.param); });

TEST(Lint, EachHasProgramsWithAndWithoutWarnings) {
    std::set<std::string> with;
    std::set<std::string> without;
    for (const fs::path& file : support::project_files("programs/lint", {".asm"})) {
        const std::string name = file.filename().string();
        const bool warned = !expected_warnings(support::read_file(file)).empty();
        for (const Lint& row : lints()) {
            if (name.starts_with(row.id)) (warned ? with : without).emplace(row.id);
        }
    }
    EXPECT_EQ(with.size(), lints().size());
    EXPECT_EQ(without, with);
}

TEST(Lint, NoFalseAlarmsOnThePaperAndTheBenchmarks) {
    for (const std::string folder : {"paper", "bench"}) {
        for (const support::ReadTest& program : support::programs_under(folder)) {
            ASSERT_TRUE(program.read) << program.read.errors;
            EXPECT_THAT(messages(find_unassigned_variables(*program.read.program)), IsEmpty())
                << program.test.file;
            EXPECT_THAT(messages(find_idle_syncs(*program.read.program)), IsEmpty()) << program.test.file;
            EXPECT_THAT(messages(find_sleeping_lanes(*program.read.program)), IsEmpty()) << program.test.file;
        }
    }
}

// docs/lints.md explains the false alarm: the lint does not know that the leader takes the branch.
TEST(Lint, WarnsOfOneFixedBugWhoseLeaderIsComputed) {
    std::vector<std::string> warned;
    for (const fs::path& file : support::project_files("programs/bugs", {".asm"})) {
        const std::string name = file.filename().string();
        if (!name.ends_with("-fixed.asm")) continue;
        for (const Warning& warning : find_sleeping_lanes(support::read(support::read_file(file), {}, name)))
            warned.push_back(name + ": " + warning.message);
    }
    EXPECT_THAT(
        warned,
        ElementsAre("ballot-of-the-full-mask-fixed.asm: 'base' is undefined if its lane is not in the "
                    "mask here, and line 35 reads it"));
}

// ---- messages

TEST(Lint, SuggestsTheVariable) {
    const Program program =
        support::read("  total = tid\n  y = totl + 1\n  z = tidd\n  [y] = nothing\n  stop\n");
    EXPECT_THAT(messages(find_unassigned_variables(program)),
                ElementsAre("'totl' is never assigned; did you mean 'total'?",
                            "'tidd' is never assigned; did you mean 'tid'?", "'nothing' is never assigned"));
    const Program constant = support::read(".const SIZE 4\n  x = 4 + SZIE\n  stop\n");
    EXPECT_THAT(messages(find_unassigned_variables(constant)),
                ElementsAre("'SZIE' is never assigned; did you mean 'SIZE'?"));
}

TEST(Lint, PointsAtTheNameInTheText) {
    const Program program = support::read("a: b: x = tid + totl\n stop\n");
    const Warnings warnings = lint(program);
    ASSERT_EQ(warnings.size(), 3U);
    EXPECT_EQ(warnings[0].location.column, 1U);
    EXPECT_EQ(warnings[1].location.column, 4U);
    EXPECT_EQ(warnings[2].location.column, 17U);
    EXPECT_EQ(warnings[2].id, "unassigned-variable");
}

TEST(Lint, CountsDeadInstructions) {
    const Program program = support::read("  stop\n  x = 1\n  stop\n  y = 1\nl: z = 1\n  jump l\n");
    EXPECT_THAT(messages(find_dead_code(program)),
                ElementsAre("control never reaches this instruction, nor the next 4"));
}

TEST(Lint, ReportsWhoSharesWhat) {
    const Program program =
        support::read(".threads 4\n  [tid] = 1\n  n = tid + 1\n  [n] = 2\n  [9] = 3\n  stop\n");
    EXPECT_THAT(messages(find_unsynchronised_sharing(program)),
                ElementsAre("thread 0 stores to address 1, and thread 1 stores to it on line 2, without a "
                            "'barrier' in between; only lock-step execution orders them",
                            "threads 0 and 1 both store to address 9; only lock-step execution orders them"));
}

// ---- programs without a text, and large ones

TEST(Lint, AcceptsProgramsWithoutText) {
    Program program;
    program.variables = {"x"};
    program.labels = {{"l", 1}};
    Instruction copy;
    copy.opcode = Opcode::copy;
    copy.operands[0] = Operand::of(0);
    program.instructions = {Instruction{}, copy};
    program.instructions.front().opcode = Opcode::sync;
    EXPECT_THAT(lines_and_ids(lint(program)),
                ElementsAre(LineAndId(0, "unused-label"), LineAndId(0, "idle-sync")));
}

TEST(Lint, SkipsLanesAndSharingInVeryLargePrograms) {
    std::string text = ".threads 2\n.memory 0: 0 0 0\n";
    for (std::size_t i = 0; i < kMaxLintedPoints; ++i) text += "  [0] = 1\n";
    EXPECT_THAT(find_unsynchronised_sharing(support::read(text + "  stop\n")), IsEmpty());
}

}  // namespace
}  // namespace musimd::lint_test
