// The structure check against runs, and the random programs against both.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <set>
#include <string>

#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "simulator/observers/coverage.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests {
namespace {

constexpr std::uint64_t kSteps = 2'000;
constexpr int kRuns = 4;  // in as many states

RC_GTEST_PROP(Structure, StructuredProgramsPassTheCheck, ()) {
    Mix options;
    options.most_warps = 3;
    const Program program = *structured(options);
    const StructureReport report = check_structure(program);
    RC_ASSERT(report.ok());
    RC_CLASSIFY(program.instructions.size() > 20, "more than 20 instructions");
}

RC_GTEST_PROP(Structure, ProgramsThatPassNeverBreakTheirStructure, ()) {
    const Program program = *any_program();
    const bool ok = check_structure(program).ok();
    RC_TAG(ok ? "passes" : "fails");
    if (!ok) return;
    int stops = 0;
    for (int run = 0; run < kRuns; ++run) {
        const auto seed = *rc::gen::arbitrary<std::uint64_t>();
        const Program other = run == 0 ? program : in_another_state(program, seed);
        const Result result = run_rules(other, *machine_options(kSteps));
        RC_ASSERT(!result.trap.has_value() || !is_structural(result.trap->kind));
        stops += result.outcome == Outcome::stop ? 1 : 0;
    }
    RC_TAG(stops == 0 ? "never stops" : stops < kRuns ? "stops now and then" : "stops");
}

// The other direction, where it can be seen: a run that breaks its structure was foreseen.
RC_GTEST_PROP(Structure, ProgramsThatBreakTheirStructureFailTheCheck, ()) {
    const Program program = *soup();
    const Result result = run_rules(program, *machine_options(kSteps));
    const bool breaks = result.trap.has_value() && is_structural(result.trap->kind);
    RC_TAG(breaks ? std::string(to_string(result.trap->kind)) : std::string("keeps its structure"));
    if (!breaks) return;
    bool foreseen = false;
    for (const StructureError& error : check_structure(program).errors) {
        foreseen = foreseen ||
                   (error.pc == result.trap->pc && to_string(error.kind) == to_string(result.trap->kind));
    }
    const bool grows = !foreseen && !check_structure(program).ok();  // errors behind a growth are told later
    RC_ASSERT(foreseen || grows);
}

// ---- that the properties are not vacuous

TEST(RandomPrograms, MostStructuredProgramsStop) {
    constexpr int kPrograms = 1'000;
    int stops = 0;
    int diverge = 0;
    int blocks = 0;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        const Program program = structured_program(seed, static_cast<int>(seed % 100));
        MachineOptions options;
        options.max_steps = kSteps;
        Coverage coverage;
        stops += run_rules(program, options, &coverage).outcome == Outcome::stop ? 1 : 0;
        diverge += coverage.covers("BD") ? 1 : 0;
        blocks += coverage.covers("EE") ? 1 : 0;
    }
    EXPECT_GE(stops, kPrograms * 75 / 100);
    EXPECT_GE(diverge, kPrograms * 45 / 100);
    EXPECT_GE(blocks, kPrograms * 40 / 100);
    RecordProperty("stops", stops);
}

TEST(RandomPrograms, ExerciseEveryRuleAndTrap) {
    std::set<std::string_view> exercised;
    for (std::uint64_t seed = 0; seed < 3'000; ++seed) {
        const int size = static_cast<int>(seed % 100);
        for (const Program& program : {structured_program(seed, size), soup_program(seed, size)}) {
            MachineOptions options;
            options.max_steps = kSteps;
            Coverage coverage;
            run_rules(program, options, &coverage);
            for (const std::string_view name : coverage.names()) exercised.insert(name);
        }
    }
    for (const std::string_view name : rule_names()) EXPECT_TRUE(exercised.contains(name)) << name;
    for (const std::string_view name : trap_names()) EXPECT_TRUE(exercised.contains(name)) << name;
}

TEST(RandomPrograms, SoupsPassTheCheckAndFailIt) {
    constexpr int kPrograms = 1'000;
    int passes = 0;
    for (std::uint64_t seed = 0; seed < kPrograms; ++seed) {
        passes += check_structure(soup_program(seed, static_cast<int>(seed % 100))).ok() ? 1 : 0;
    }
    EXPECT_GE(passes, kPrograms * 15 / 100);
    EXPECT_LE(passes, kPrograms * 85 / 100);
}

}  // namespace
}  // namespace musimd::tests
