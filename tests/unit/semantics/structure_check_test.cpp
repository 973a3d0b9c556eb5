#include "semantics/structure_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace musimd::structure_check_test {
namespace {

using Kind = StructureError::Kind;
using Path = std::vector<Label>;

// ---- hand-written programs: instruction i is on line 10 i

Instruction make(Opcode opcode, Label target = 0) {
    Instruction instruction;
    instruction.opcode = opcode;
    instruction.target = target;
    return instruction;
}

Instruction bz(Label l) {
    return make(Opcode::bz, l);
}
Instruction bnz(Label l) {
    return make(Opcode::bnz, l);
}
Instruction branch_mask(Label l) {
    return make(Opcode::branch_mask, l);
}
Instruction jump(Label l) {
    return make(Opcode::jump, l);
}
const Instruction sync_ = make(Opcode::sync);
const Instruction stop = make(Opcode::stop);
const Instruction everywhere = make(Opcode::everywhere);
const Instruction end_everywhere = make(Opcode::end_everywhere);
const Instruction barrier = make(Opcode::barrier);
const Instruction block_barrier = make(Opcode::block_barrier);
const Instruction exit_ = make(Opcode::exit);
const Instruction copy_ = make(Opcode::copy);

Program program_of(std::vector<Instruction> instructions) {
    Program program;
    program.instructions = std::move(instructions);
    std::uint32_t line = 0;
    for (Instruction& instruction : program.instructions) instruction.line = line += 10;
    return program;
}

// ---- the states of the section "Well-structured programs" of the rules, written out literally

using Shape = std::vector<Label>;

/// (pc, shape of Π, shape of Λ); the tops are at the back. Each block of Λ is (its `everywhere`, what it
/// saved).
struct State {
    Label pc = 1;
    Shape sync_stack = {};
    std::vector<std::pair<Label, Shape>> context_stack = {};

    std::size_t depth() const {
        std::size_t entries = sync_stack.size() + context_stack.size();
        for (const auto& [opener, saved] : context_stack) entries += saved.size();
        return entries;
    }
    Label opened() const {
        if (!sync_stack.empty()) return sync_stack.back();
        return context_stack.empty() ? 0 : context_stack.back().first;
    }
    bool same_stacks(const State& other) const {
        return sync_stack == other.sync_stack && context_stack == other.context_stack;
    }
    friend auto operator<=>(const State&, const State&) = default;
};

struct Step {
    std::vector<State> next = {};
    std::optional<Kind> error = {};
};

Step go(const State& state, std::initializer_list<Label> to) {
    Step step;
    for (const Label pc : to) {
        step.next.push_back(state);
        step.next.back().pc = pc;
    }
    return step;
}

bool is_in(Label pc, const Shape& shape) {
    return std::find(shape.begin(), shape.end(), pc) != shape.end();
}

Step branch_step(State state, Label l) {
    if (state.sync_stack.empty() || state.sync_stack.back() != state.pc) {
        bool grows = is_in(state.pc, state.sync_stack);
        for (const auto& [opener, saved] : state.context_stack) grows = grows || is_in(state.pc, saved);
        if (grows) return {{}, Kind::sync_stack_grows};
        state.sync_stack.push_back(state.pc);
    }
    return go(state, {state.pc + 1, l});
}

Step everywhere_step(State state) {
    for (const auto& [opener, saved] : state.context_stack) {
        if (opener == state.pc) return {{}, Kind::context_stack_grows};
    }
    state.context_stack.emplace_back(state.pc, state.sync_stack);
    state.sync_stack.clear();
    return go(state, {state.pc + 1});
}

Step end_everywhere_step(State state) {
    if (state.context_stack.empty()) return {{}, Kind::end_everywhere_without_everywhere};
    if (!state.sync_stack.empty()) return {{}, Kind::end_everywhere_while_diverged};
    state.sync_stack = state.context_stack.back().second;
    state.context_stack.pop_back();
    return go(state, {state.pc + 1});
}

Step step_of(const Program& program, State state) {
    if (state.pc == program.end()) return {{}, Kind::pc_out_of_program};
    const Instruction& instruction = program.at(state.pc);
    switch (instruction.opcode) {
        case Opcode::bz:
        case Opcode::bnz:
            return branch_step(state, instruction.target);
        case Opcode::branch_mask:
            if (state.context_stack.empty()) return {{}, Kind::branch_mask_outside_everywhere};
            return go(state, {state.pc + 1, instruction.target});
        case Opcode::jump:
            return go(state, {instruction.target});
        case Opcode::sync:
            if (state.sync_stack.empty()) return {{}, Kind::sync_without_branch};
            state.sync_stack.pop_back();
            return go(state, {state.pc + 1});
        case Opcode::stop:
            if (!state.sync_stack.empty()) return {{}, Kind::stop_while_diverged};
            return {};
        case Opcode::everywhere:
            return everywhere_step(state);
        case Opcode::end_everywhere:
            return end_everywhere_step(state);
        case Opcode::barrier:
            if (state.opened() != 0) return {{}, Kind::barrier_while_diverged};
            return go(state, {state.pc + 1});
        case Opcode::block_barrier:
        case Opcode::block_barrier_of:
            if (!state.context_stack.empty()) return {{}, Kind::barrier_while_diverged};
            return go(state, {state.pc + 1});
        case Opcode::exit:
            if (!state.context_stack.empty()) return {{}, Kind::exit_inside_everywhere};
            return {};
        case Opcode::assert_:
#define MUSIMD_DATA(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return go(state, {state.pc + 1});
    }
    return {};
}

bool is_growth(Kind kind) {
    return kind == Kind::sync_stack_grows || kind == Kind::context_stack_grows;
}

using Errors = std::set<std::pair<Label, Kind>>;

/// Every error, by going through all states.
Errors enumerate(const Program& program) {
    Errors errors;
    std::set<State> seen{State{}};
    std::deque<State> waiting{State{}};
    while (!waiting.empty()) {
        const State state = std::move(waiting.front());
        waiting.pop_front();
        const Step step = step_of(program, state);
        if (step.error) errors.emplace(state.pc, *step.error);
        for (const State& next : step.next) {
            if (seen.insert(next).second) waiting.push_back(next);
        }
    }
    return errors;
}

/// The states in which the frame that `state` calls has been left; none if it calls none.
std::vector<State> after_call(const Program& program, const State& state) {
    std::vector<State> after;
    std::set<State> seen;
    std::deque<State> waiting;
    for (const State& first : step_of(program, state).next) {
        if (first.depth() > state.depth()) waiting.push_back(first);
    }
    while (!waiting.empty()) {
        const State inner = std::move(waiting.front());
        waiting.pop_front();
        if (!seen.insert(inner).second) continue;
        if (inner.same_stacks(state)) {
            after.push_back(inner);
            continue;
        }
        for (const State& next : step_of(program, inner).next) waiting.push_back(next);
    }
    return after;
}

/// Whether control can take the error's path and then has this error.
bool is_feasible(const Program& program, const StructureError& error) {
    if (error.path.empty() || error.path.front() != 1 || error.path.back() != error.pc) return false;
    std::set<State> states{State{}};
    for (std::size_t i = 1; i < error.path.size(); ++i) {
        std::set<State> next;
        for (const State& state : states) {
            std::vector<State> candidates = step_of(program, state).next;
            for (State& after : after_call(program, state)) candidates.push_back(std::move(after));
            for (State& candidate : candidates) {
                if (candidate.pc == error.path[i]) next.insert(std::move(candidate));
            }
        }
        states = std::move(next);
    }
    return std::any_of(states.begin(), states.end(), [&](const State& state) {
        return step_of(program, state).error == error.kind && state.opened() == error.opened;
    });
}

// ---- the content of a report

Errors kinds_of(const StructureReport& report) {
    Errors errors;
    for (const StructureError& error : report.errors) errors.emplace(error.pc, error.kind);
    return errors;
}

void expect_ok(std::vector<Instruction> instructions) {
    const Program program = program_of(std::move(instructions));
    const StructureReport report = check_structure(program);
    for (const StructureError& error : report.errors) ADD_FAILURE() << error.pc << ": " << error.message;
    EXPECT_TRUE(enumerate(program).empty());
}

/// The program has exactly this error, with a valid path.
StructureError expect_error(std::vector<Instruction> instructions, Kind kind, Label pc, Label opened) {
    const Program program = program_of(std::move(instructions));
    const StructureReport report = check_structure(program);
    EXPECT_EQ(report.errors.size(), 1U);
    EXPECT_EQ(enumerate(program), (Errors{{pc, kind}}));
    if (report.errors.empty()) return {};
    const StructureError& error = report.errors.front();
    EXPECT_EQ(to_string(error.kind), to_string(kind));
    EXPECT_EQ(error.pc, pc);
    EXPECT_EQ(error.opened, opened);
    EXPECT_TRUE(is_feasible(program, error)) << testing::PrintToString(error.path);
    return error;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

// ---- each kind of error, and programs that just avoid it

TEST(StructureCheck, AcceptsConditionalsLoopsAndBlocks) {
    expect_ok({stop});
    expect_ok({jump(1)});                                    // never stops, but that is not an error
    expect_ok({bz(3), copy_, sync_, stop});                  // if
    expect_ok({bz(4), copy_, jump(5), copy_, sync_, stop});  // if with else
    expect_ok({bz(4), copy_, jump(1), sync_, stop});         // while
    expect_ok({copy_, bnz(1), sync_, stop});                 // do while
    expect_ok({everywhere, copy_, end_everywhere, stop});    // block
    expect_ok({bz(5), everywhere, branch_mask(4), end_everywhere, sync_, stop});
    expect_ok({barrier, bz(3), sync_, barrier, everywhere, end_everywhere, barrier, stop});
}

TEST(StructureCheck, AcceptsTwoSyncsOfOneBranch) {
    expect_ok({bz(4), sync_, stop, sync_, stop});
    expect_ok({bz(4), sync_, jump(5), sync_, stop});
}

TEST(StructureCheck, AcceptsNestedLoops) {
    expect_ok({bz(8), bz(6), copy_, copy_, jump(2), sync_, jump(1), sync_, stop});
}

TEST(StructureCheck, AcceptsCodeThatBranchesShare) {
    // Control branches at 3 or at 5, and both paths end with the sync at 7.
    expect_ok({everywhere, branch_mask(5), bz(6), jump(6), bz(6), copy_, sync_, end_everywhere, stop});
}

TEST(StructureCheck, SyncWithoutBranch) {
    const StructureError error = expect_error({copy_, sync_, stop}, Kind::sync_without_branch, 2, 0);
    EXPECT_EQ(error.path, (Path{1, 2}));
    EXPECT_EQ(error.message, "`sync` (instruction 2, line 20) can be reached with no branch open.");
    expect_error({bz(2), sync_, sync_, stop}, Kind::sync_without_branch, 3, 0);
    // Only one of the paths has the branch.
    expect_error({bz(4), sync_, jump(5), sync_, sync_, stop}, Kind::sync_without_branch, 5, 0);
}

TEST(StructureCheck, ABranchOutsideOfABlockCannotBeClosedInIt) {
    const StructureError error =
        expect_error({bz(2), everywhere, sync_, end_everywhere, stop}, Kind::sync_without_branch, 3, 2);
    EXPECT_TRUE(contains(error.message, "`everywhere` (instruction 2, line 20)")) << error.message;
    expect_ok({bz(2), everywhere, end_everywhere, sync_, stop});
}

TEST(StructureCheck, StopWhileDiverged) {
    const StructureError error = expect_error({bz(2), stop}, Kind::stop_while_diverged, 2, 1);
    EXPECT_EQ(error.path, (Path{1, 2}));
    EXPECT_EQ(
        error.message,
        "`stop` (instruction 2, line 20) can be reached while `bz` (instruction 1, line 10) is open. Is a "
        "`sync` missing?");
    expect_error({bz(5), bnz(3), sync_, stop, sync_, stop}, Kind::stop_while_diverged, 4, 1);
}

TEST(StructureCheck, StopInABlockIsAllowed) {
    expect_ok({everywhere, stop});
    expect_ok({bz(3), everywhere, everywhere, stop, sync_, stop});
    expect_error({everywhere, bz(3), stop}, Kind::stop_while_diverged, 3, 2);
}

TEST(StructureCheck, EndEverywhereWithoutEverywhere) {
    const StructureError error =
        expect_error({end_everywhere, stop}, Kind::end_everywhere_without_everywhere, 1, 0);
    EXPECT_EQ(error.path, (Path{1}));
    // Checked before the open branch.
    expect_error({bz(2), end_everywhere, sync_, stop}, Kind::end_everywhere_without_everywhere, 2, 1);
    expect_error({everywhere, end_everywhere, end_everywhere, stop}, Kind::end_everywhere_without_everywhere,
                 3, 0);
}

TEST(StructureCheck, EndEverywhereWhileDiverged) {
    const StructureError error =
        expect_error({everywhere, bz(3), end_everywhere, stop}, Kind::end_everywhere_while_diverged, 3, 2);
    EXPECT_EQ(error.path, (Path{1, 2, 3}));
    expect_ok({everywhere, bz(3), sync_, end_everywhere, stop});
}

TEST(StructureCheck, ABranchInsideAndOutsideOfABlockHasTwoFrames) {
    // 4 is reached in the block of 2, and from 1 outside of any block.
    const Program program = program_of({bz(4), everywhere, copy_, bz(5), end_everywhere, stop});
    const StructureReport report = check_structure(program);
    EXPECT_EQ(kinds_of(report), (Errors{{5, Kind::end_everywhere_without_everywhere},
                                        {5, Kind::end_everywhere_while_diverged}}));
    for (const StructureError& error : report.errors) {
        EXPECT_EQ(error.opened, 4U);
        EXPECT_TRUE(is_feasible(program, error));
    }
}

TEST(StructureCheck, BranchMaskOutsideEverywhere) {
    expect_error({branch_mask(2), stop}, Kind::branch_mask_outside_everywhere, 1, 0);
    expect_error({bz(2), branch_mask(3), sync_, stop}, Kind::branch_mask_outside_everywhere, 2, 1);
    expect_error({everywhere, end_everywhere, branch_mask(4), stop}, Kind::branch_mask_outside_everywhere, 3,
                 0);
    expect_ok({everywhere, bz(3), branch_mask(4), sync_, end_everywhere, stop});
}

TEST(StructureCheck, BarrierWhileDiverged) {
    const StructureError error =
        expect_error({bz(2), barrier, sync_, stop}, Kind::barrier_while_diverged, 2, 1);
    EXPECT_TRUE(contains(error.message, "line 10")) << error.message;
    expect_error({everywhere, barrier, end_everywhere, stop}, Kind::barrier_while_diverged, 2, 1);
}

TEST(StructureCheck, ABlockBarrierTakesAnyShape) {
    expect_ok({bz(3), block_barrier, block_barrier, sync_, stop});
    expect_ok({block_barrier, stop});
    expect_error({everywhere, block_barrier, end_everywhere, stop}, Kind::barrier_while_diverged, 2, 1);
    expect_error({everywhere, bz(4), block_barrier, sync_, end_everywhere, stop},
                 Kind::barrier_while_diverged, 3, 2);
}

TEST(StructureCheck, ExitHasNoSuccessor) {
    expect_ok({exit_});
    expect_ok({bnz(3), exit_, sync_, stop});
    expect_ok({bz(4), exit_, stop, sync_, exit_, sync_});
    expect_error({everywhere, exit_, end_everywhere, stop}, Kind::exit_inside_everywhere, 2, 1);
}

// Of block barriers, and of deadlocks, the check says nothing.
TEST(StructureCheck, WhichTrapsItExcludes) {
    const auto excludes = [](TrapKind kind, RuleId rule) {
        Trap trap;
        trap.kind = kind;
        trap.rule = rule;
        return is_structural(trap);
    };
    EXPECT_TRUE(excludes(TrapKind::exit_inside_everywhere, RuleId::EX));
    EXPECT_TRUE(excludes(TrapKind::barrier_while_diverged, RuleId::BR));
    EXPECT_FALSE(excludes(TrapKind::barrier_while_diverged, RuleId::BB));
    EXPECT_FALSE(excludes(TrapKind::collective_mask, RuleId::VO));
    Trap deadlock;
    deadlock.kind = TrapKind::barrier_while_diverged;
    deadlock.rule = RuleId::BR;
    deadlock.waiting.emplace_back();
    EXPECT_FALSE(is_structural(deadlock));
}

TEST(StructureCheck, SyncStackGrows) {
    // The conditional 2 in the loop 1 has no sync.
    const StructureError error =
        expect_error({bz(5), bz(4), copy_, jump(1), sync_, stop}, Kind::sync_stack_grows, 1, 2);
    EXPECT_EQ(error.path, (Path{1, 2, 4, 1}));
    EXPECT_EQ(error.message,
              "`bz` (instruction 1, line 10) can be reached again before its `sync`, while `bz` "
              "(instruction 2, "
              "line 20) is open: each time it adds an entry to the sync stack. Is a `sync` missing?");
    expect_ok({bz(6), bz(4), copy_, sync_, jump(1), sync_, stop});
}

TEST(StructureCheck, SyncStackGrowsThroughABlock) {
    // The branch is in the shape that the block saved.
    expect_error({bz(4), everywhere, jump(1), sync_, stop}, Kind::sync_stack_grows, 1, 2);
}

TEST(StructureCheck, GrowthIsFoundAfterACallThatIsKnown) {
    // Block 2 calls the branch 9 before the check finds that it can itself be called from 9.
    const Program program =
        program_of({bz(4), everywhere, jump(9), copy_, copy_, copy_, copy_, copy_, bz(2), barrier});
    const StructureReport report = check_structure(program);
    EXPECT_EQ(kinds_of(report), (Errors{{2, Kind::context_stack_grows},
                                        {9, Kind::sync_stack_grows},
                                        {10, Kind::barrier_while_diverged}}));
    EXPECT_EQ(kinds_of(report), enumerate(program));
    for (const StructureError& error : report.errors) EXPECT_TRUE(is_feasible(program, error)) << error.pc;
    ASSERT_EQ(report.errors.size(), 3U);
    EXPECT_EQ(report.errors[1].path, (Path{1, 4, 5, 6, 7, 8, 9, 2, 3, 9}));
    EXPECT_EQ(report.errors[1].opened, 2U);
}

TEST(StructureCheck, ContextStackGrows) {
    const StructureError error = expect_error({everywhere, jump(1)}, Kind::context_stack_grows, 1, 1);
    EXPECT_EQ(error.path, (Path{1, 2, 1}));
    expect_error({everywhere, bz(1), sync_, end_everywhere, stop}, Kind::context_stack_grows, 1, 2);
    expect_ok({everywhere, end_everywhere, jump(1)});
}

TEST(StructureCheck, ThePathIncludesWhatIsClosedOnTheWay) {
    // Conditional 1 is closed at 4, with conditional 2 in it at 3; block 5 at 7.
    const StructureError error =
        expect_error({bz(4), bz(3), sync_, sync_, everywhere, copy_, end_everywhere, sync_},
                     Kind::sync_without_branch, 8, 0);
    EXPECT_EQ(error.path, (Path{1, 5, 8}));
    EXPECT_EQ(error.steps, (Path{1, 4, 5, 6, 7, 8}));
    const StructureError nested =
        expect_error({bz(2), bz(3), sync_, sync_, sync_, stop}, Kind::sync_without_branch, 5, 0);
    EXPECT_EQ(nested.path, (Path{1, 5}));
    EXPECT_EQ(nested.steps, (Path{1, 2, 3, 4, 5}));
}

TEST(StructureCheck, OfALongPathTheEndsAreKept) {
    std::vector<Instruction> instructions(20'000, copy_);
    instructions.push_back(sync_);
    const StructureError error = check_structure(program_of(instructions)).errors.at(0);
    ASSERT_EQ(error.steps.size(), kMaxStructurePath + 1);
    EXPECT_EQ(error.steps[kMaxStructurePath / 2], 0U);
    EXPECT_EQ(error.steps.front(), 1U);
    EXPECT_EQ(error.steps.back(), 20'001U);
}

TEST(StructureCheck, SuggestsASyncOnlyIfNoneClosesTheBranch) {
    // The stop comes too early: there is a `sync` (3), but the path to the stop does not pass it.
    StructureError error = expect_error({bz(3), stop, sync_, stop}, Kind::stop_while_diverged, 2, 1);
    EXPECT_EQ(error.closers, (Path{3}));
    EXPECT_TRUE(
        contains(error.message, "is open. This path does not pass the `sync` of that branch (line 30)."))
        << error.message;
    // Three ways to close it, and one that does not.
    error = expect_error({bz(4), bnz(6), jump(5), sync_, stop, sync_, sync_, stop}, Kind::stop_while_diverged,
                         5, 2);
    EXPECT_EQ(error.closers, (Path{6}));
    // A loop that leaves its conditional open, whose `sync` is after the loop.
    error = check_structure(program_of({bz(4), bz(4), jump(1), sync_, sync_, stop})).errors.at(0);
    EXPECT_EQ(error.kind, Kind::sync_stack_grows);
    EXPECT_EQ(error.closers, (Path{4, 5}));
    EXPECT_TRUE(
        contains(error.message, "This path does not pass the `sync` of that branch (line 40, line 50)."))
        << error.message;
}

TEST(StructureCheck, ControlRunsPastTheEnd) {
    EXPECT_EQ(expect_error({}, Kind::pc_out_of_program, 1, 0).path, (Path{1}));
    StructureError error = expect_error({copy_, copy_}, Kind::pc_out_of_program, 3, 0);
    EXPECT_EQ(error.path, (Path{1, 2, 3}));
    EXPECT_TRUE(contains(error.message, "from instruction 2, line 20")) << error.message;
    error = expect_error({jump(3), stop}, Kind::pc_out_of_program, 3, 0);
    EXPECT_TRUE(contains(error.message, "`jump` (instruction 1, line 10)")) << error.message;
    error = expect_error({bz(3), copy_, sync_}, Kind::pc_out_of_program, 4, 0);
    EXPECT_EQ(error.path, (Path{1, 4}));
    EXPECT_TRUE(contains(error.message, "`sync` (instruction 3, line 30)")) << error.message;
    error = expect_error({everywhere}, Kind::pc_out_of_program, 2, 1);
    EXPECT_TRUE(contains(error.message, "`everywhere` (instruction 1, line 10)")) << error.message;
}

TEST(StructureCheck, AnInstructionWithoutALineIsANumber) {
    Program program;
    program.instructions = {sync_};
    EXPECT_EQ(check_structure(program).errors.at(0).message,
              "`sync` (instruction 1) can be reached with no branch open.");
}

TEST(StructureCheck, ReportsErrorsOncePerInstructionAndAscending) {
    // Instruction 4 is reached with 1 open and with 2 open; 3 and 4 are both wrong.
    const Program program = program_of({bz(4), bz(4), barrier, stop});
    const StructureReport report = check_structure(program);
    ASSERT_EQ(report.errors.size(), 2U);
    EXPECT_EQ(report.errors[0].pc, 3U);
    EXPECT_EQ(report.errors[1].pc, 4U);
    EXPECT_FALSE(report.ok());
}

// ---- deep, long and tangled programs

constexpr Label kDeep = 2000;

/// k nested loops; the innermost body is `body`.
std::vector<Instruction> nested_loops(Label k, const std::vector<Instruction>& body) {
    std::vector<Instruction> instructions;
    const Label length = 3 * k + static_cast<Label>(body.size());
    for (Label i = 0; i < k; ++i) instructions.push_back(bz(length - 2 * i));
    instructions.insert(instructions.end(), body.begin(), body.end());
    for (Label i = k; i > 0; --i) {
        instructions.push_back(jump(i));
        instructions.push_back(sync_);
    }
    instructions.push_back(stop);
    return instructions;
}

TEST(StructureCheck, NestedLoops) {
    expect_ok(nested_loops(4, {copy_}));
    EXPECT_TRUE(check_structure(program_of(nested_loops(kDeep, {copy_}))).ok());
}

TEST(StructureCheck, ASyncMissingInNestedLoops) {
    expect_error(nested_loops(4, {bz(6)}), Kind::sync_stack_grows, 4, 5);
    const StructureReport report = check_structure(program_of(nested_loops(kDeep, {bz(kDeep + 2)})));
    ASSERT_EQ(report.errors.size(), 1U);
    EXPECT_EQ(report.errors[0].pc, kDeep);
    EXPECT_EQ(report.errors[0].opened, kDeep + 1);
}

TEST(StructureCheck, NestedConditionals) {
    std::vector<Instruction> instructions;
    for (Label i = 0; i < kDeep; ++i) instructions.push_back(bz(2 * kDeep - i));
    instructions.insert(instructions.end(), kDeep, sync_);
    instructions.push_back(stop);
    EXPECT_TRUE(check_structure(program_of(instructions)).ok());

    instructions[kDeep] = copy_;  // the innermost sync
    const StructureReport report = check_structure(program_of(instructions));
    EXPECT_FALSE(report.ok());
}

TEST(StructureCheck, NestedBlocks) {
    std::vector<Instruction> instructions(kDeep, everywhere);
    instructions.insert(instructions.end(), kDeep, end_everywhere);
    instructions.push_back(stop);
    EXPECT_TRUE(check_structure(program_of(instructions)).ok());

    instructions.back() = end_everywhere;
    EXPECT_EQ(kinds_of(check_structure(program_of(instructions))),
              (Errors{{2 * kDeep + 1, Kind::end_everywhere_without_everywhere}}));
}

TEST(StructureCheck, BlocksAndLoopsInTurn) {
    // head: bz end / everywhere / … / end_everywhere / jump head / end: sync
    std::vector<Instruction> instructions;
    for (Label i = 0; i < kDeep; ++i) {
        instructions.push_back(bz(5 * kDeep - 3 * i));
        instructions.push_back(everywhere);
    }
    for (Label i = kDeep; i > 0; --i) {
        instructions.push_back(end_everywhere);
        instructions.push_back(jump(2 * i - 1));
        instructions.push_back(sync_);
    }
    instructions.push_back(stop);
    EXPECT_TRUE(check_structure(program_of(instructions)).ok());
}

TEST(StructureCheck, ALongProgram) {
    std::vector<Instruction> instructions;
    while (instructions.size() < 99'999) {
        const auto pc = static_cast<Label>(instructions.size()) + 1;
        instructions.insert(instructions.end(), {bz(pc + 2), copy_, sync_});
    }
    instructions.push_back(stop);
    EXPECT_TRUE(check_structure(program_of(instructions)).ok());
}

TEST(StructureCheck, ALongPathIsTruncated) {
    std::vector<Instruction> instructions(50'000, copy_);
    instructions.push_back(sync_);
    const StructureReport report = check_structure(program_of(instructions));
    ASSERT_EQ(report.errors.size(), 1U);
    const Path& path = report.errors[0].path;
    ASSERT_EQ(path.size(), kMaxStructurePath + 1);
    EXPECT_EQ(path.front(), 1U);
    EXPECT_EQ(path.back(), 50'001U);
    EXPECT_EQ(std::count(path.begin(), path.end(), 0U), 1);
    EXPECT_EQ(path[kMaxStructurePath / 2 - 1], 5'000U);
    EXPECT_EQ(path[kMaxStructurePath / 2 + 1], 45'002U);
}

TEST(StructureCheck, OnlyTheFirstErrorsHaveAPath) {
    std::vector<Instruction> instructions;  // bz to a barrier, repeated
    const auto count = static_cast<Label>(kMaxStructurePaths) + 1;
    for (Label i = 0; i < count; ++i) instructions.insert(instructions.end(), {bz(2 * count + 2 + i), sync_});
    instructions.push_back(stop);
    instructions.insert(instructions.end(), count, barrier);
    const StructureReport report = check_structure(program_of(instructions));
    ASSERT_EQ(report.errors.size(), count);
    EXPECT_FALSE(report.errors[kMaxStructurePaths - 1].path.empty());
    EXPECT_TRUE(report.errors[kMaxStructurePaths].path.empty());
    EXPECT_FALSE(report.errors[kMaxStructurePaths].message.empty());
}

// ---- against the enumeration of all states

/// Random instructions, with a preference for those that fit together.
Program random_program(std::mt19937& random) {
    const auto below = [&](std::size_t bound) { return static_cast<std::size_t>(random()) % bound; };
    std::vector<Instruction> instructions(1 + below(8));
    for (Instruction& instruction : instructions) {
        // Past the end only sometimes, or nearly all programs would have just that error.
        const Label target = static_cast<Label>(1 + below(instructions.size() + (below(8) == 0 ? 1 : 0)));
        const std::vector<Instruction> choices{
            bz(target),     bz(target), bnz(target), jump(target), branch_mask(target),
            sync_,          sync_,      sync_,       everywhere,   end_everywhere,
            end_everywhere, stop,       barrier,     copy_};
        instruction = choices[below(choices.size())];
    }
    if (below(8) != 0) instructions.back() = below(4) == 0 ? jump(1) : stop;
    return program_of(std::move(instructions));
}

TEST(StructureCheck, AgreesWithTheEnumerationOfAllStates) {
    std::mt19937 random(2012);
    int accepted = 0;
    int grown = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Program program = random_program(random);
        const StructureReport report = check_structure(program);
        const Errors expected = enumerate(program);
        const Errors found = kinds_of(report);
        const bool grows =
            std::any_of(found.begin(), found.end(), [](const auto& e) { return is_growth(e.second); });
        ASSERT_EQ(report.ok(), expected.empty()) << "program " << i;
        ASSERT_EQ(found.size(), report.errors.size()) << "program " << i;
        // A call that grows the stacks is not followed, and frames do not know their callers: there may be
        // more errors.
        if (grows) {
            ASSERT_TRUE(std::includes(expected.begin(), expected.end(), found.begin(), found.end()))
                << "program " << i;
        } else {
            ASSERT_EQ(found, expected) << "program " << i;
        }
        for (const StructureError& error : report.errors) {
            ASSERT_TRUE(is_feasible(program, error)) << "program " << i << ": " << error.message;
        }
        accepted += report.ok() ? 1 : 0;
        grown += grows ? 1 : 0;
    }
    EXPECT_GT(accepted, 200);
    EXPECT_GT(grown, 200);
}

}  // namespace
}  // namespace musimd::structure_check_test
