// Every program under programs/ with expectations, on every engine, and the coverage of all of them.

#include "checking/conformance.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/engines.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "simulator/fast/grid.hpp"
#include "simulator/fast/kernels.hpp"
#include "tests/support/programs.hpp"
#include "tests/support/vector_extensions.hpp"

namespace musimd {
namespace {

/// A test: its program under each of the thread models that its expectations name.
struct Case {
    TestProgram test;
    std::vector<Program> programs;
};

// The tests under a folder of programs/; one that cannot be read fails.
std::vector<Case> cases_in(const std::string& folder) {
    std::vector<Case> cases;
    for (support::ReadTest& each : support::programs_under(folder)) {
        EXPECT_TRUE(each.read) << each.read.errors;
        if (!each.read || each.read.program->expectations.empty()) continue;
        const bool is_same_test = !cases.empty() && !each.test.model.empty() &&
                                  cases.back().test.file == each.test.file &&
                                  cases.back().test.name == each.test.name;
        if (!is_same_test) cases.push_back({std::move(each.test), {}});
        cases.back().programs.push_back(std::move(*each.read.program));
    }
    return cases;
}

// The runs that the engine supports.
std::vector<TestOutcome> outcomes_of(const Case& c, const Engine& engine) {
    std::vector<const Program*> programs;
    for (const Program& program : c.programs) programs.push_back(&program);
    std::vector<TestOutcome> outcomes = run_test_models(programs, engine, true);
    std::erase_if(outcomes, [](const TestOutcome& outcome) { return !outcome.unsupported.empty(); });
    return outcomes;
}

std::string description_of(const Case& c, const TestOutcome& outcome) {
    std::string text = c.test.title() + " on " + outcome.engine + ":";
    for (const ExpectationFailure& miss : outcome.misses)
        text += "\n  line " + std::to_string(miss.line) + ": " + miss.message;
    return text;
}

// The fast engine on one core, with the loops of a vector extension.
template <VectorExtension kExtension>
Result run_fast_with(const Program& program, const MachineOptions& options, Observer* observer) {
    return fast::run(program, options, observer, 1, fast::kernels(kExtension));
}

constexpr Engine kFastEngines[] = {
    {.name = "fast-baseline",
     .run = run_fast_with<VectorExtension::baseline>,
     .estimated_bytes = fast::estimated_bytes},
    {.name = "fast-avx2",
     .run = run_fast_with<VectorExtension::avx2>,
     .estimated_bytes = fast::estimated_bytes},
    {.name = "fast-avx512",
     .run = run_fast_with<VectorExtension::avx512>,
     .estimated_bytes = fast::estimated_bytes},
};

class Programs : public testing::TestWithParam<const char*> {};

TEST_P(Programs, MeetTheirExpectationsOnEveryEngine) {
    const std::vector<Case> cases = cases_in(GetParam());
    EXPECT_THAT(cases, testing::Not(testing::IsEmpty()));
    for (const Case& c : cases) {
        for (const Engine& engine : core_engines()) {
            for (const TestOutcome& outcome : outcomes_of(c, engine))
                EXPECT_THAT(outcome.misses, testing::IsEmpty()) << description_of(c, outcome);
        }
    }
}

TEST_P(Programs, MeetTheirExpectationsWithEveryVectorExtension) {
    const std::vector<Case> cases = cases_in(GetParam());
    for (const VectorExtension extension : support::tested_vector_extensions()) {
        for (const Case& c : cases) {
            for (const TestOutcome& outcome :
                 outcomes_of(c, kFastEngines[static_cast<std::size_t>(extension)]))
                EXPECT_THAT(outcome.misses, testing::IsEmpty()) << description_of(c, outcome);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Folders, Programs,
                         testing::Values("paper", "conformance", "bench", "bugs", "related", "regression",
                                         "errata"),
                         [](const auto& folder) { return std::string(folder.param); });

TEST(Conformance, CoversEveryRuleAndEveryTrap) {
    CoverageTable table;
    for (const Case& c : cases_in("conformance")) {
        // Coverage does not depend on the engine: a program that passes did what it states.
        for (const TestOutcome& outcome : outcomes_of(c, *find_engine("auto"))) table.add(outcome.covered);
    }
    EXPECT_THAT(table.never(), testing::IsEmpty());
}

TEST(Conformance, NamesEveryRuleAndTrapInCovers) {
    std::vector<std::string> named;
    for (const Case& c : cases_in("conformance"))
        named.insert(named.end(), c.programs[0].covers.begin(), c.programs[0].covers.end());
    for (const std::string_view rule : rule_names()) EXPECT_THAT(named, testing::Contains(rule));
    for (const std::string_view trap : trap_names()) EXPECT_THAT(named, testing::Contains(trap));
}

TEST(Conformance, HasAtLeast250Programs) {
    EXPECT_GE(cases_in("conformance").size(), 250U);
}

TEST(Programs, PrintedAndReadAgainAreTheSame) {
    for (const Case& c : cases_in("")) {
        for (const Program& program : c.programs) {
            const std::string printed = print(program);
            const ReadResult again = read_program(printed, "printed.asm");
            ASSERT_TRUE(again) << c.test.title() << "\n" << again.errors << printed;
            EXPECT_EQ(print(*again.program), printed) << c.test.title();
        }
    }
}

}  // namespace
}  // namespace musimd
