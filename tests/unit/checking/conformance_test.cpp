#include "checking/conformance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "engines/engines.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::conformance_test {
namespace {

namespace fs = std::filesystem;
using support::read;
using support::TemporaryFolder;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

// ---- files

class ProgramFiles : public testing::Test {
  protected:
    ProgramFiles() {
        for (const char* const name :
             {"b.asm", "a.asm", "notes.txt", "list.pl", "sub/c.asm", "sub/deep/d.pl", "sub/e.asm~"}) {
            folder_.write(name, "stop\n");
        }
    }

    std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

    std::vector<std::string> find(const std::vector<std::string>& names) {
        std::vector<std::string> paths;
        for (const std::string& name : names) paths.push_back(path(name));
        std::vector<std::string> files;
        for (const std::string& file : find_program_files(paths, missing_)) {
            files.push_back(fs::path(file).lexically_relative(folder_.path()).string());
        }
        return files;
    }

    TemporaryFolder folder_;
    std::vector<std::string> missing_;
};

TEST_F(ProgramFiles, OfAFolderAreItsPrograms) {
    EXPECT_THAT(find({""}), ElementsAre("a.asm", "b.asm", "list.pl", "sub/c.asm", "sub/deep/d.pl"));
    EXPECT_THAT(find({"sub"}), ElementsAre("sub/c.asm", "sub/deep/d.pl"));
}

TEST_F(ProgramFiles, AFileMayHaveAnyName) {
    EXPECT_THAT(find({"notes.txt", "sub/e.asm~"}), ElementsAre("notes.txt", "sub/e.asm~"));
}

TEST_F(ProgramFiles, AreListedOnce) {
    EXPECT_THAT(find({"sub", "a.asm", "sub/../a.asm", "sub/c.asm", "sub"}),
                ElementsAre("sub/c.asm", "sub/deep/d.pl", "a.asm"));
}

TEST_F(ProgramFiles, MissingPathsAreReported) {
    EXPECT_THAT(find({"nowhere", "a.asm", "sub/nowhere.asm"}), ElementsAre("a.asm"));
    EXPECT_THAT(missing_, ElementsAre(path("nowhere"), path("sub/nowhere.asm")));
}

// ---- runs

TEST(RunTest, PassesWhenAllExpectationsAreMet) {
    const TestOutcome outcome =
        run_test(read(".threads 2\nx = tid\nstop\n.expect var x: 0 1\n.covers IT AS MT STOP\n"),
                 core_engines().front(), true);
    EXPECT_EQ(outcome.engine, "fast");
    EXPECT_THAT(outcome.misses, IsEmpty());
    EXPECT_THAT(outcome.covered, ElementsAre("STOP", "IT", "TL", "MT", "AS"));
}

TEST(RunTest, ChecksCoversLinesOnRequest) {
    const Program program = read("stop\n.expect stop\n.covers SP\n");
    EXPECT_THAT(run_test(program, core_engines().front(), false).misses, IsEmpty());
    EXPECT_THAT(run_test(program, core_engines().front(), true).misses,
                ElementsAre(Field(&ExpectationFailure::message, ".covers SP: this run did not exercise it")));
}

TEST(RunTest, ATrapIsCovered) {
    const TestOutcome outcome =
        run_test(read("sync\n.expect trap sync-without-branch\n"), core_engines().front(), true);
    EXPECT_THAT(outcome.misses, IsEmpty());
    EXPECT_THAT(outcome.covered, ElementsAre("sync-without-branch"));
}

TEST(RunTest, ReportsWhatWasNotMet) {
    const TestOutcome outcome =
        run_test(read("x = 1\nstop\n.expect var x: 2\n"), core_engines().front(), false);
    EXPECT_THAT(outcome.misses, ElementsAre(Field(&ExpectationFailure::line, 3U)));
}

TEST(RunTest, ATestIsRunUnderEachModelThatItNames) {
    EXPECT_THAT(test_models(read("stop\n.expect stop\n")), ElementsAre(ThreadModel::lockstep));
    EXPECT_THAT(test_models(read(".model volta\nstop\n.expect stop\n")), ElementsAre(ThreadModel::volta));
    EXPECT_THAT(test_models(read("stop\n.expect volta stop\n")), ElementsAre(ThreadModel::volta));
    EXPECT_THAT(test_models(read("stop\n.expect volta stop\n.expect lockstep active: 0\n")),
                ElementsAre(ThreadModel::lockstep, ThreadModel::volta));
}

// What `.covers` names is exercised by one of the runs.
TEST(RunTest, TheRunsOfATestCoverTogether) {
    const std::string text =
        ".threads 2\nbz tid, e\nv = vote.any 3, 1\njump j\ne: v = vote.any 3, 1\nj: sync\nstop\n"
        ".expect lockstep trap collective-mask 3\n.expect volta var v: 1 1\n.covers VO collective-mask\n";
    ReadOptions volta;
    volta.model = ThreadModel::volta;
    const Program locked = read(text);
    const Program free = read(text, volta);
    const Program* const both[] = {&locked, &free};
    for (const TestOutcome& outcome : run_test_models(both, *find_engine("rules"), true))
        EXPECT_THAT(outcome.misses, IsEmpty());
    EXPECT_THAT(run_test(free, *find_engine("rules"), true).misses,
                ElementsAre(Field(&ExpectationFailure::message,
                                  ".covers collective-mask: this run did not exercise it")));
    Engine of_lock_step = *find_engine("rules");
    of_lock_step.run = [](const Program& program, const MachineOptions& options, Observer* observer) {
        if (program.model == ThreadModel::volta) throw Unsupported("no volta\n");
        return run_rules(program, options, observer);
    };
    const std::vector<TestOutcome> outcomes = run_test_models(both, of_lock_step, true);
    ASSERT_EQ(outcomes.size(), 2U);
    EXPECT_THAT(outcomes[0].unsupported, IsEmpty());
    EXPECT_THAT(outcomes[0].misses, IsEmpty());
    EXPECT_EQ(outcomes[1].unsupported, "no volta\n");
}

// ---- coverage

TEST(CoverageTable, CountsPrograms) {
    CoverageTable table;
    table.add({"STOP", "IT"});
    table.add({"STOP", "race"});
    EXPECT_THAT(table.rows(), Contains(Pair("STOP", 2U)));
    EXPECT_THAT(table.rows(), Contains(Pair("race", 1U)));
    EXPECT_THAT(table.rows(), Contains(Pair("SP", 0U)));
    EXPECT_THAT(table.never(), Contains("SP"));
    EXPECT_THAT(table.never(), Not(Contains("IT")));
    EXPECT_EQ(table.rows().size(), rule_names().size() + trap_names().size());
}

}  // namespace
}  // namespace musimd::conformance_test
