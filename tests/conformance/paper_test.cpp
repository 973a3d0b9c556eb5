// The claims of programs/paper about the paper.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "engines/engines.hpp"
#include "semantics/machine.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd {
namespace {

namespace fs = std::filesystem;

// A list without its comments, directives and blanks.
std::string terms_of(const fs::path& file) {
    std::istringstream lines(support::read_file(file));
    std::string terms;
    for (std::string line; std::getline(lines, line);) {
        line.resize(std::min(line.find('%'), line.size()));
        std::erase(line, ' ');
        terms += line;
    }
    return terms;
}

TEST(Figure9, IsThePapersListInBothRegisterModes) {
    for (const char* const file : {"figure9.pl", "figure9-restore.pl"}) {
        EXPECT_EQ(
            terms_of(fs::path(MUSIMD_SOURCE_DIR) / "programs/paper" / file),
            "bench08([load(0,tid),const(1,1),lth(1,0,1),branch(1,18),const(1,2),lth(1,0,1),branch(1,17),"
            "const(1,3),lth(1,0,1),branch(1,16),everywhere,load(1,tid),load(2,tid),addt(0,1,2),"
            "end_everywhere,sync,sync,sync,stop]).")
            << file;
    }
}

// ---- micro: one program for each rule of figures 7 and 8

const fs::path kMicro = fs::path(MUSIMD_SOURCE_DIR) / "programs/paper/micro";

Program micro(std::string_view rule) {
    const fs::path file = kMicro / fmt::format("{}.pl", rule);
    return support::read(support::read_file(file), {}, file.string());
}

std::vector<std::string_view> rules_of_the_paper() {
    std::vector<std::string_view> rules = rule_names();
    for (const char* const extension :
         {"BR", "AR", "BL", "UN", "EX", "BB", "SW", "SH", "VO", "MA", "RD", "AM", "FE", "AC", "AG", "AW"})
        std::erase(rules, extension);
    return rules;
}

TEST(Micro, EveryRuleOfThePaperHasAProgramThatExercisesIt) {
    const std::string readme = support::read_file(kMicro / "README.md");
    const auto rules = rules_of_the_paper();
    EXPECT_EQ(rules.size(), 24U);
    EXPECT_EQ(support::project_files("programs/paper/micro", {".pl", ".asm"}).size(), rules.size());
    for (const std::string_view rule : rules) {
        const Program program = micro(rule);
        EXPECT_THAT(program.expectations, testing::SizeIs(testing::Ge(2U)))
            << rule << ": an outcome and a result";
        for (const Engine& engine : core_engines()) {
            const TestOutcome outcome = run_test(program, engine, true);
            EXPECT_THAT(outcome.misses, testing::IsEmpty()) << rule << " on " << outcome.engine;
            EXPECT_THAT(outcome.covered, testing::Contains(rule)) << engine.name;
        }
        EXPECT_THAT(readme, testing::HasSubstr(fmt::format(" | [{0}.pl]({0}.pl) | ", rule)));
    }
}

std::vector<ExpectationFailure> misses(const Program& program, const MachineOptions& options) {
    StatisticsObserver statistics(program, 32);
    const Result result = run_rules(program, options, &statistics);
    return check_expectations(program, result, statistics.statistics());
}

// The programs validate the rules: each of these fails if its rule is replaced by the printed one.
TEST(Micro, FailsIfARuleIsAsPrinted) {
    for (const auto& [rule, erratum] : std::vector<std::pair<const char*, Erratum>>{
             {"BD", Erratum::E1},
             {"SS", Erratum::E3},
             {"SP", Erratum::E4},
             {"IT", Erratum::E6},
             {"TL", Erratum::E7},
             {"SV", Erratum::E9},
         }) {
        const Program program = micro(rule);
        MachineOptions options = test_options(program);
        EXPECT_THAT(misses(program, options), testing::IsEmpty()) << rule;
        options.printed.insert(erratum);
        EXPECT_THAT(misses(program, options), testing::Not(testing::IsEmpty())) << rule;
    }
}

}  // namespace
}  // namespace musimd
