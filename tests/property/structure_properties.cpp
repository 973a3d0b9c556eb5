// The structure check compared with runs of random programs.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "simulator/observers/coverage.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests::structure_properties {
namespace {

constexpr std::uint64_t kSteps = 2'000;
constexpr int kRuns = 4;  // in different states

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
        RC_ASSERT(!result.trap.has_value() || !is_structural(*result.trap));
        stops += result.outcome == Outcome::stop ? 1 : 0;
    }
    RC_TAG(stops == 0 ? "never stops" : stops < kRuns ? "stops sometimes" : "stops");
}

// The converse, if observable: a run that breaks its structure was predicted.
RC_GTEST_PROP(Structure, ProgramsThatBreakTheirStructureFailTheCheck, ()) {
    const Program program = *soup();
    const Result result = run_rules(program, *machine_options(kSteps));
    const bool breaks = result.trap.has_value() && is_structural(*result.trap);
    RC_TAG(breaks ? std::string(to_string(result.trap->kind)) : std::string("keeps its structure"));
    if (!breaks) return;
    bool foreseen = false;
    for (const StructureError& error : check_structure(program).errors) {
        foreseen = foreseen ||
                   (error.pc == result.trap->pc && to_string(error.kind) == to_string(result.trap->kind));
    }
    const bool grows =
        !foreseen && !check_structure(program).ok();  // errors after a growth are reported later
    RC_ASSERT(foreseen || grows);
}

// ---- the path to an error

/// Π and Λ as the check sees them: the open branches, and the blocks with what they saved.
struct Shapes {
    std::vector<Label> open;
    std::vector<std::pair<Label, std::vector<Label>>> blocks;

    bool has_open(Label pc) const {
        const auto in = [pc](const std::vector<Label>& list) { return std::ranges::count(list, pc) != 0; };
        return in(open) || std::ranges::any_of(blocks, [&](const auto& block) { return in(block.second); });
    }
    bool has_block(Label pc) const {
        return std::ranges::any_of(blocks, [pc](const auto& block) { return block.first == pc; });
    }
};

/// Executes the instruction, with all threads going the same way at a branch. False if that is impossible, or
/// does not lead to `next`.
bool go(Shapes& shapes, const Program& program, Label pc, Label next) {
    const Instruction& i = program.at(pc);
    switch (i.opcode) {
        case Opcode::bz:
        case Opcode::bnz:
            if (shapes.open.empty() || shapes.open.back() != pc) {
                if (shapes.has_open(pc)) return false;
                shapes.open.push_back(pc);
            }
            return next == i.target || next == pc + 1;
        case Opcode::branch_mask:
            return !shapes.blocks.empty() && (next == i.target || next == pc + 1);
        case Opcode::jump:
            return next == i.target;
        case Opcode::sync:
            if (shapes.open.empty()) return false;
            shapes.open.pop_back();
            break;
        case Opcode::everywhere:
            if (shapes.has_block(pc)) return false;
            shapes.blocks.emplace_back(pc, std::exchange(shapes.open, {}));
            break;
        case Opcode::end_everywhere:
            if (shapes.blocks.empty() || !shapes.open.empty()) return false;
            shapes.open = shapes.blocks.back().second;
            shapes.blocks.pop_back();
            break;
        case Opcode::barrier:
            if (!shapes.open.empty() || !shapes.blocks.empty()) return false;
            break;
        case Opcode::block_barrier:
        case Opcode::block_barrier_of:
            if (!shapes.blocks.empty()) return false;
            break;
        case Opcode::stop:
        case Opcode::exit:
            return false;
        case Opcode::assert_:
#define MUSIMD_DATA(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            break;
    }
    return next == pc + 1;
}

bool is_wrong(StructureError::Kind kind, const Shapes& shapes, Label pc) {
    using Kind = StructureError::Kind;
    switch (kind) {
        case Kind::sync_without_branch:
            return shapes.open.empty();
        case Kind::stop_while_diverged:
        case Kind::end_everywhere_while_diverged:
            return !shapes.open.empty();
        case Kind::end_everywhere_without_everywhere:
        case Kind::branch_mask_outside_everywhere:
            return shapes.blocks.empty();
        case Kind::barrier_while_diverged:
            return !shapes.open.empty() || !shapes.blocks.empty();
        case Kind::sync_stack_grows:
            return shapes.has_open(pc) && (shapes.open.empty() || shapes.open.back() != pc);
        case Kind::exit_inside_everywhere:
            return !shapes.blocks.empty();
        case Kind::context_stack_grows:
            return shapes.has_block(pc);
        case Kind::pc_out_of_program:
            return true;
    }
    return false;
}

RC_GTEST_PROP(Structure, TheStepsToAnErrorAreAPathThatEndsInIt, ()) {
    const Program program = *soup();
    const StructureReport report = check_structure(program);
    for (const StructureError& error : report.errors) {
        RC_ASSERT(!error.steps.empty());
        RC_ASSERT(error.steps.front() == 1U);
        RC_ASSERT(error.steps.back() == error.pc);
        Shapes shapes;
        for (std::size_t k = 0; k + 1 < error.steps.size(); ++k) {
            RC_ASSERT(go(shapes, program, error.steps[k], error.steps[k + 1]));
        }
        RC_ASSERT(is_wrong(error.kind, shapes, error.pc));
        const Label opened = !shapes.open.empty()     ? shapes.open.back()
                             : !shapes.blocks.empty() ? shapes.blocks.back().first
                                                      : 0;
        RC_ASSERT(opened == error.opened);
    }
    const auto steps_over = [](const StructureError& e) { return e.steps.size() != e.path.size(); };
    RC_CLASSIFY(!report.ok(), "fails");
    RC_CLASSIFY(std::ranges::any_of(report.errors, steps_over), "passes a closed branch or block");
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
    // Those of blocks are drawn by support::random_block_program.
    for (const std::string_view name : rule_names())
        EXPECT_NE(exercised.contains(name), is_rule_of_blocks(rule_named(name))) << name;
    for (const std::string_view name : trap_names()) {
        const bool of_blocks = name == "collective-mask" || name == "exit-inside-everywhere";
        EXPECT_NE(exercised.contains(name), of_blocks) << name;
    }
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
}  // namespace musimd::tests::structure_properties
