// Properties of all runs of random programs.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "differential/programs/generate/instructions.hpp"
#include "semantics/machine.hpp"
#include "tests/support/generators.hpp"

namespace musimd::tests::run_properties {
namespace {

constexpr std::uint64_t kSteps = 2'000;

MachineOptions options_of(std::uint64_t max_steps, Order order = Order::ascending, std::uint64_t seed = 0) {
    MachineOptions options;
    options.max_steps = max_steps;
    options.order = order;
    options.seed = seed;
    return options;
}

std::string outcome_of(const Result& result) {
    if (result.trap) return std::string(to_string(result.trap->kind));
    return result.outcome == Outcome::stop ? "stop" : "limit";
}

bool has(const Program& program, Opcode opcode) {
    return std::ranges::any_of(program.instructions,
                               [&](const Instruction& i) { return i.opcode == opcode; });
}

// Θ, β, Σ and how the run ended, without the steps and the numbers of instructions.
void check_same_state(const Result& a, const Result& b) {
    RC_ASSERT(a.outcome == b.outcome);
    RC_ASSERT(a.warps == b.warps);
    RC_ASSERT(a.memory == b.memory);
    RC_ASSERT(a.trap.has_value() == b.trap.has_value());
    if (!a.trap) return;
    RC_ASSERT(a.trap->kind == b.trap->kind);
    RC_ASSERT(a.trap->rule == b.trap->rule);
    RC_ASSERT(a.trap->threads == b.trap->threads);
}

// ---- the order of threads

Mix without_atomics() {
    Mix options;
    options.atomic = 0;
    return options;
}

RC_GTEST_PROP(Runs, WithoutAtomicsTheOrderOfThreadsDoesNotMatter, ()) {
    const Program program = *structured(without_atomics());
    const Result ascending = run_rules(program, options_of(kSteps));
    RC_ASSERT(run_rules(program, options_of(kSteps, Order::descending)) == ascending);
    for (int i = 0; i < 3; ++i) {
        const auto seed = *rc::gen::arbitrary<std::uint64_t>();
        RC_ASSERT(run_rules(program, options_of(kSteps, Order::random, seed)) == ascending);
    }
    RC_TAG(outcome_of(ascending));
}

// With them, the order affects what threads get, but not the number of increments.
RC_GTEST_PROP(Runs, TheOrderOfThreadsDoesNotChangeWhatOneAtomicAddsUpTo, ()) {
    Program program = *structured(without_atomics());
    const Label at = program.end() - 1;  // the last `stop`
    program.preloads.push_back({0, 1, {}, 0, 0});
    program.variables.push_back("ticket");
    const auto ticket = static_cast<Variable>(program.variables.size() - 1);
    program = with_inserted(program, at, {unary(Opcode::atomic_inc, ticket, Operand::constant(0))});
    const Result ascending = run_rules(program, options_of(kSteps));
    for (const Order order : {Order::descending, Order::random}) {
        const Result other = run_rules(program, options_of(kSteps, order, 7));
        RC_ASSERT(other.outcome == ascending.outcome);
        RC_ASSERT(other.steps == ascending.steps);
        RC_ASSERT(other.memory == ascending.memory);
    }
    RC_TAG(outcome_of(ascending));
}

// ---- empty blocks

// A point before an instruction where instructions can be added.
Label place_in(const Program& program) {
    return *rc::gen::inRange<Label>(1, program.end());
}

RC_GTEST_PROP(Runs, AnEmptyEverywhereBlockChangesNothingButSteps, ()) {
    const Program program = *structured();
    const Result before = run_rules(program, options_of(kSteps));
    const std::vector<Instruction> block = {plain(Opcode::everywhere), plain(Opcode::end_everywhere)};
    const Label at = place_in(program);
    const Result after = run_rules(with_inserted(program, at, block), options_of(3 * kSteps));
    RC_PRE(before.outcome != Outcome::limit);
    check_same_state(before, after);
    RC_ASSERT(after.steps >= before.steps);
    RC_TAG(outcome_of(before), after.steps > before.steps ? "went through the block" : "did not reach it");
}

RC_GTEST_PROP(Runs, UnderRestoreABlockThatOnlyWritesVariablesChangesNothingButSteps, ()) {
    Program program = *structured();
    RC_PRE(!program.variables.empty());
    program.registers = RegisterMode::restore;
    const Result before = run_rules(program, options_of(kSteps));
    const auto v = *rc::gen::inRange<Variable>(0, static_cast<Variable>(program.variables.size()));
    const std::vector<Instruction> block = {plain(Opcode::everywhere), copy(v, Operand::tid()),
                                            unary(Opcode::shfl, v, Operand::constant(0)),
                                            plain(Opcode::end_everywhere)};
    const Label at = place_in(program);
    const Result after = run_rules(with_inserted(program, at, block), options_of(5 * kSteps));
    RC_PRE(before.outcome != Outcome::limit);
    check_same_state(before, after);
    RC_TAG(outcome_of(before), after.steps > before.steps ? "went through the block" : "did not reach it");
}

// ---- traps and limits

RC_GTEST_PROP(Runs, ATrapLeavesTheStateAsItWasBeforeIt, ()) {
    Program program = *soup();
    program.warps = 1;
    const MachineOptions options = *machine_options(kSteps);
    const Result trapped = run_rules(program, options);
    RC_TAG(outcome_of(trapped));
    if (!trapped.trap) return;
    MachineOptions short_run = options;
    short_run.max_steps = trapped.steps;
    const Result before = run_rules(program, short_run);
    RC_ASSERT(before.outcome == Outcome::limit);
    RC_ASSERT(before.steps == trapped.steps);
    RC_ASSERT(before.warps == trapped.warps);
    RC_ASSERT(before.memory == trapped.memory);
}

RC_GTEST_PROP(Runs, ALimitYieldsAPrefixOfTheRun, ()) {
    Program program = *any_program();
    program.warps = 1;
    MachineOptions options = *machine_options(kSteps);
    const Result whole = run_rules(program, options);
    const auto steps = *rc::gen::inRange<std::uint64_t>(0, whole.steps + 1);
    options.max_steps = steps;
    const Result part = run_rules(program, options);
    RC_ASSERT(part.steps == steps);
    const bool stopped = steps == whole.steps && whole.outcome == Outcome::stop;
    RC_ASSERT(part.outcome == (stopped ? Outcome::stop : Outcome::limit));
    RC_TAG(steps < whole.steps ? "shorter" : "whole");
}

RC_GTEST_PROP(Runs, InAGridTheLimitAppliesToEachWarp, ()) {
    const Program program = *soup();
    MachineOptions options = *machine_options(40);
    const Result result = run_rules(program, options);
    RC_ASSERT(result.steps <= 40U * program.warps);
    options.max_steps = 0;
    const Result none = run_rules(program, options);
    RC_ASSERT(none.steps == 0U);
    RC_ASSERT(none.outcome == Outcome::limit);
    RC_TAG(outcome_of(result), program.warps > 1 ? "a grid" : "a warp");
}

// ---- a run is a function of program and options

class Silent final : public Observer {
  public:
    void on_step(const StepEvent&) override {}
};

RC_GTEST_PROP(Runs, AreTheSameEveryTimeAndUnderObservation, ()) {
    const Program program = *any_program();
    const MachineOptions options = *machine_options(kSteps);
    const Result once = run_rules(program, options);
    RC_ASSERT(run_rules(program, options) == once);
    Silent observer;
    RC_ASSERT(run_rules(program, options, &observer) == once);
    RC_TAG(outcome_of(once), program.warps > 1 ? "a grid" : "a warp");
}

// ---- registers and words

RC_GTEST_PROP(Runs, BlocksThatWriteNoVariableAreTheSameInBothRegisterModes, ()) {
    Mix options;
    options.blocks_write = false;
    Program program = *structured(options);
    program.registers = RegisterMode::keep;
    const Result keep = run_rules(program, options_of(kSteps));
    program.registers = RegisterMode::restore;
    RC_ASSERT(run_rules(program, options_of(kSteps)) == keep);
    RC_TAG(outcome_of(keep), has(program, Opcode::everywhere) ? "blocks" : "no blocks");
}

RC_GTEST_PROP(Runs, WordsOfTheResultFitTheWord, ()) {
    const Program program = *any_program();
    const Result result = run_rules(program, *machine_options(kSteps));
    const Word word = program.word;
    for (const WarpResult& warp : result.warps) {
        for (Variable v = 0; v < program.variables.size(); ++v) {
            for (Thread t = 0; t < program.threads; ++t) {
                const Value* c = warp.bank.find(t, v);
                RC_ASSERT((c == nullptr || word.fits(*c)));
            }
        }
    }
    result.memory.for_each([&](std::int64_t, Value c) { RC_ASSERT(word.fits(c)); });
    RC_TAG(std::to_string(word.width) + (word.wrap ? " wrap" : " trap"), outcome_of(result));
}

// A wrapping word computes the same as ℤ if the run in a trapping word does not trap.
RC_GTEST_PROP(Runs, WithoutOverflowWrappingDoesNotMatter, ()) {
    Program program = *structured();
    RC_PRE(!program.word.wrap);
    const Result trap = run_rules(program, options_of(kSteps));
    RC_TAG(outcome_of(trap));
    if (trap.trap && trap.trap->kind == TrapKind::overflow) return;
    program.word.wrap = true;
    RC_ASSERT(run_rules(program, options_of(kSteps)) == trap);
}

// Without overflow, words behave like ℤ, and so do wider ones. (The valid shift counts, and whether the last
// thread's vote is the sign, depend on the width.)
RC_GTEST_PROP(Runs, WithoutOverflowAWiderWordDoesNotMatter, ()) {
    Program program = *structured();
    RC_PRE(!program.word.wrap && program.threads < static_cast<std::uint32_t>(program.word.width));
    // popc and clz count the bits of the word.
    RC_PRE(
        std::ranges::none_of(program.instructions, [](const Instruction& i) { return is_unary(i.opcode); }));
    const Result narrow = run_rules(program, options_of(kSteps));
    RC_TAG(std::to_string(program.word.width), outcome_of(narrow));
    const std::string outcome = outcome_of(narrow);
    if (outcome == "overflow" || outcome == "invalid-shift") return;
    program.word.width = 64;
    RC_ASSERT(run_rules(program, options_of(kSteps)) == narrow);
}

// ---- races

// A grid that stops in one order of its warps has no races, and then the order has no effect.
RC_GTEST_PROP(Runs, WithoutRacesTheOrderOfWarpsDoesNotMatter, ()) {
    const Program program = *rc::gen::oneOf(phases(), any_program());
    RC_PRE(program.warps > 1);
    for (const Opcode opcode : {Opcode::atomic_inc, Opcode::fetch, Opcode::typed_fetch})
        RC_PRE(!has(program, opcode));
    const Result first = run_rules(program, *machine_options(kSteps));
    RC_TAG(outcome_of(first), has(program, Opcode::barrier) ? "barriers" : "no barriers");
    if (first.outcome != Outcome::stop) return;
    for (const Order order : {Order::ascending, Order::descending, Order::random}) {
        RC_ASSERT(run_rules(program, options_of(kSteps, order, 3)) == first);
    }
}

RC_GTEST_PROP(Runs, PhasesBetweenBarriersDoNotRace, ()) {
    const Program program = *phases();
    const MachineOptions options = options_of(kSteps);
    const Result result = run_rules(program, options);
    RC_ASSERT(result.outcome == Outcome::stop);
    for (const Order order : {Order::descending, Order::random}) {
        RC_ASSERT(run_rules(program, options_of(kSteps, order, 5)) == result);
    }
    RC_TAG(program.warps > 1 ? "a grid" : "a warp",
           program.races == RaceMode::thread ? "races of threads" : "races of warps");
}

RC_GTEST_PROP(Runs, ThreadsThatDoNotRaceBehaveLikeOneWarp, ()) {
    Program program = *any_program();
    const MachineOptions options = *machine_options(kSteps);
    program.races = RaceMode::thread;
    const Result threads = run_rules(program, options);
    RC_TAG(outcome_of(threads));
    if (threads.trap && threads.trap->kind == TrapKind::race) return;
    program.races = RaceMode::warp;
    RC_ASSERT(run_rules(program, options) == threads);
}

// ---- the active set

// Θ, Π and Λ at each step: no thread is in two sets.
class Places final : public Observer {
  public:
    void on_step(const StepEvent& e) override {
        check(e.active, e.sync_stack);
        e.context_stack.for_each([&](const ContextEntry& entry) { check(entry.active, entry.sync_stack); });
    }

  private:
    static void check(const ThreadSet& active, const SyncStack& sync_stack) {
        RC_ASSERT(!active.empty());
        ThreadSet seen = active;
        std::size_t count = active.size();
        sync_stack.for_each([&](const SyncEntry& entry) {
            for (const ThreadSet& waiting : {entry.done, entry.todo}) {
                seen |= waiting;
                count += waiting.size();
            }
        });
        RC_ASSERT(seen.size() == count);
    }
};

RC_GTEST_PROP(Runs, EveryThreadIsInOneSetAtATime, ()) {
    const Program program = *any_program();
    Places places;
    const Result result = run_rules(program, *machine_options(300), &places);
    RC_TAG(outcome_of(result));
}

// A structured program ends with the threads that it started with.
RC_GTEST_PROP(Runs, StructuredProgramsEndWithTheThreadsTheyBeganWith, ()) {
    const Program program = *structured();
    const Result result = run_rules(program, options_of(kSteps));
    RC_TAG(outcome_of(result));
    const auto stops = std::ranges::count(program.instructions, Opcode::stop, &Instruction::opcode);
    if (result.outcome == Outcome::stop && stops == 1) RC_ASSERT(result.warps[0].active == program.active);
}

}  // namespace
}  // namespace musimd::tests::run_properties
