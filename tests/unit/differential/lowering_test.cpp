// The lowering of trees: what the programs of hand-written trees compute, thread by thread.

#include "differential/programs/generate/lowering.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string_view>
#include <vector>

#include "differential/programs/generate/instructions.hpp"
#include "isa/printer.hpp"
#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "tests/support/tree_interpreter.hpp"

namespace musimd::differential::lowering_test {
namespace {

using Kind = Statement::Kind;
using testing::ElementsAre;
using Values = std::vector<Value>;

constexpr Variable x = 0;
constexpr Variable y = 1;
constexpr Value kUndefined = -999;

// ---- hand-written trees

Operand c(Value value) {
    return Operand::constant(value);
}

Statement add(Variable v, Value by) {
    Statement statement;
    statement.instruction = binary(v, Operand::of(v), Operation::add, c(by));
    return statement;
}

Statement of(Kind kind, Block first = {}) {
    Statement statement;
    statement.kind = kind;
    statement.first = std::move(first);
    return statement;
}

Statement leave(Kind kind, std::uint8_t levels = 1) {
    Statement statement = of(kind);
    statement.levels = levels;
    return statement;
}
Statement break_out(std::uint8_t levels = 1) {
    return leave(Kind::break_, levels);
}
Statement continue_loop(std::uint8_t levels = 1) {
    return leave(Kind::continue_, levels);
}
const Statement return_ = leave(Kind::return_);

// if (o1 ⊕ o2) first else second
Statement when(Operand left, Operation operation, Operand right, Block first, Block second = {}) {
    Statement statement = of(Kind::conditional, std::move(first));
    statement.before = {binary(kCondition, left, operation, right)};
    statement.operand = Operand::of(kCondition);
    statement.second = std::move(second);
    return statement;
}
Statement when_tid(Value value, Block first, Block second = {}) {
    return when(Operand::tid(), Operation::eq, c(value), std::move(first), std::move(second));
}

Statement loop(Kind kind, Operand trips, Block body) {
    Statement statement = of(kind, std::move(body));
    statement.trips = trips;
    statement.operand = c(1);
    return statement;
}
Statement for_loop(Operand trips, Block body) {
    return loop(Kind::top_loop, trips, std::move(body));
}
Statement endless(Kind kind, Block body) {
    Statement statement = loop(kind, {}, std::move(body));
    statement.endless = true;
    return statement;
}

Statement option(Value label, Block body, bool falls = false) {
    Statement statement = of(Kind::option, std::move(body));
    statement.label = label;
    statement.falls = falls;
    return statement;
}
Statement otherwise(Block body) {
    Statement statement = of(Kind::option, std::move(body));
    statement.any = true;
    return statement;
}
Statement select(Operand on, Block options) {
    Statement statement = of(Kind::select, std::move(options));
    statement.operand = on;
    return statement;
}

// Four threads; x = y = 0.
Tree tree_of(Block body) {
    Tree tree;
    tree.machine.threads = 4;
    tree.machine.active = ThreadSet::all(4);
    tree.initial = {copy(x, c(0)), copy(y, c(0))};
    tree.body = std::move(body);
    return tree;
}

// ---- what they compute

Values values(const Result& result, const Program& program, std::string_view name) {
    const auto found = std::ranges::find(program.variables, name);
    Values list;
    if (found == program.variables.end()) return list;
    const auto v = static_cast<Variable>(found - program.variables.begin());
    for (Thread t = 0; t < program.threads; ++t) {
        const Value* word = result.warps[0].bank.find(t, v);
        list.push_back(word == nullptr ? kUndefined : *word);
    }
    return list;
}

// x of each thread. The program passes the check and ends with all threads active, and x and y are what each
// thread computes on its own.
Values run(const Tree& tree) {
    const Program program = lower(tree);
    SCOPED_TRACE(print(program));
    EXPECT_TRUE(check_structure(program).ok());
    MachineOptions options;
    options.max_steps = 10'000;
    const Result result = run_rules(program, options);
    EXPECT_EQ(result.outcome, Outcome::stop);
    EXPECT_EQ(result.warps[0].active, program.active);
    const Values xs = values(result, program, "x");
    const Values ys = values(result, program, "y");
    for (Thread t = 0; t < program.threads; ++t) {
        const auto alone = tests::interpret(tree, t);
        EXPECT_TRUE(alone.has_value()) << "thread " << t;
        if (!alone) continue;
        EXPECT_EQ(xs[t], alone->variables[x]) << "x of thread " << t;
        EXPECT_EQ(ys[t], alone->variables[y]) << "y of thread " << t;
    }
    return xs;
}

TEST(Lowering, Conditionals) {
    EXPECT_THAT(run(tree_of({when_tid(1, {add(x, 1)}), add(x, 10)})), ElementsAre(10, 11, 10, 10));
    EXPECT_THAT(run(tree_of({when_tid(1, {add(x, 1)}, {add(x, 2)})})), ElementsAre(2, 1, 2, 2));
    EXPECT_THAT(run(tree_of({when_tid(1, {}, {add(x, 2)})})), ElementsAre(2, 0, 2, 2));
    Statement inverted = when_tid(1, {add(x, 1)}, {add(x, 2)});
    inverted.inverted = true;
    EXPECT_THAT(run(tree_of({inverted})), ElementsAre(1, 2, 1, 1));
}

TEST(Lowering, LoopsOfTripsThatVary) {
    EXPECT_THAT(run(tree_of({for_loop(Operand::tid(), {add(x, 1)})})), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(run(tree_of({for_loop(c(0), {add(x, 1)}), for_loop(c(2), {add(x, 10)})})),
                ElementsAre(20, 20, 20, 20));
    EXPECT_THAT(run(tree_of({loop(Kind::bottom_loop, Operand::tid(), {add(x, 1)})})),
                ElementsAre(1, 2, 3, 4));
    EXPECT_THAT(run(tree_of({loop(Kind::bottom_loop, c(0), {add(x, 1)})})), ElementsAre(1, 1, 1, 1));
}

TEST(Lowering, LoopsWithAConditionBesideTheirTrips) {
    for (const Kind kind : {Kind::top_loop, Kind::bottom_loop}) {
        Statement small = loop(kind, c(3), {add(x, 1)});
        small.before = {binary(kCondition, Operand::of(x), Operation::lt, Operand::tid())};
        small.operand = Operand::of(kCondition);
        const Values expected = kind == Kind::top_loop ? Values{0, 1, 2, 3} : Values{1, 1, 2, 3};
        EXPECT_EQ(run(tree_of({small})), expected);
        small.inverted = true;
        EXPECT_EQ(run(tree_of({small})), expected);
    }
}

TEST(Lowering, TheCounterIsThatOfTheInnermostLoop) {
    Statement sum;
    sum.instruction = binary(x, Operand::of(x), Operation::add, Operand::of(kCounter));
    EXPECT_THAT(run(tree_of({for_loop(c(3), {sum})})), ElementsAre(6, 6, 6, 6));
    EXPECT_THAT(run(tree_of({for_loop(c(2), {for_loop(c(3), {sum})})})), ElementsAre(12, 12, 12, 12));
    EXPECT_THAT(run(tree_of({for_loop(c(3), {for_loop(Operand::of(kCounter), {add(x, 1)})})})),
                ElementsAre(6, 6, 6, 6));
    EXPECT_THAT(run(tree_of({sum})), ElementsAre(0, 1, 2, 3)) << "outside of loops it is tid";
}

TEST(Lowering, BreakAndContinue) {
    const Operand trip = Operand::of(kCounter);  // 3, 2, 1
    const auto body = [&](const Statement& way) {
        return Block{add(x, 1), when(trip, Operation::eq, Operand::tid(), {way}), add(x, 10)};
    };
    EXPECT_THAT(run(tree_of({for_loop(c(3), body(break_out()))})), ElementsAre(33, 23, 12, 1));
    EXPECT_THAT(run(tree_of({for_loop(c(3), body(continue_loop()))})), ElementsAre(33, 23, 23, 23));
    EXPECT_THAT(run(tree_of({loop(Kind::bottom_loop, c(2), body(break_out()))})), ElementsAre(33, 23, 12, 1));
    EXPECT_THAT(run(tree_of({loop(Kind::bottom_loop, c(2), body(continue_loop()))})),
                ElementsAre(33, 23, 23, 23));
}

TEST(Lowering, AllThreadsLeave) {
    EXPECT_THAT(run(tree_of({for_loop(c(3), {add(x, 1), break_out(), add(x, 10)}), add(x, 100)})),
                ElementsAre(101, 101, 101, 101));
    EXPECT_THAT(run(tree_of({for_loop(c(3), {add(x, 1), continue_loop(), add(x, 10)}), add(x, 100)})),
                ElementsAre(103, 103, 103, 103));
    EXPECT_THAT(run(tree_of({add(x, 1), return_, add(x, 10)})), ElementsAre(1, 1, 1, 1));
}

TEST(Lowering, EndlessLoopsAreLeft) {
    for (const Kind kind : {Kind::top_loop, Kind::bottom_loop}) {
        const Statement out = when(Operand::of(x), Operation::gt, Operand::tid(), {break_out()});
        EXPECT_THAT(run(tree_of({endless(kind, {add(x, 1), out})})), ElementsAre(1, 2, 3, 4));
        const Statement gone = when(Operand::of(x), Operation::gt, Operand::tid(), {return_});
        EXPECT_THAT(run(tree_of({endless(kind, {add(x, 1), gone}), add(x, 50)})), ElementsAre(1, 2, 3, 4));
    }
}

TEST(Lowering, LeavingSeveralLoops) {
    // Thread 1 leaves both loops, thread 2 continues the outer one, thread 3 breaks the inner one.
    const Block inner = {add(x, 1), when_tid(1, {break_out(2)}), when_tid(2, {continue_loop(2)}),
                         when_tid(3, {break_out()}), add(x, 10)};
    const Statement outer = for_loop(c(2), {for_loop(c(2), inner), add(x, 100)});
    EXPECT_THAT(run(tree_of({outer, add(x, 1000)})), ElementsAre(1244, 1001, 1002, 1202));
}

TEST(Lowering, ReturnLeavesTheCallAndNothingElse) {
    const Statement call =
        of(Kind::call, {for_loop(c(2), {add(x, 1), when_tid(1, {return_}), add(x, 10)}), add(x, 100)});
    EXPECT_THAT(run(tree_of({call, add(x, 1000)})), ElementsAre(1122, 1001, 1122, 1122));
    EXPECT_THAT(run(tree_of({for_loop(c(2), {call, add(x, 1000)})})), ElementsAre(2244, 2002, 2244, 2244));
    const Statement caller = of(Kind::call, {call, when_tid(2, {return_}), add(x, 1000)});
    EXPECT_THAT(run(tree_of({caller})), ElementsAre(1122, 1001, 122, 1122));
}

TEST(Lowering, BreakDoesNotLeaveTheEnclosingCall) {
    const Statement call = of(Kind::call, {add(x, 1), break_out(), continue_loop(), add(x, 10)});
    EXPECT_THAT(run(tree_of({for_loop(c(2), {call, add(x, 100)})})), ElementsAre(222, 222, 222, 222));
}

TEST(Lowering, Selects) {
    const auto on_tid = [](Block options) {
        return tree_of({select(Operand::tid(), std::move(options)), add(x, 100)});
    };
    EXPECT_THAT(run(on_tid({option(0, {add(x, 1)}), option(2, {add(x, 2)})})),
                ElementsAre(101, 100, 102, 100));
    EXPECT_THAT(run(on_tid({option(0, {add(x, 1)}), option(2, {add(x, 2)}), otherwise({add(x, 7)})})),
                ElementsAre(101, 107, 102, 107));
    EXPECT_THAT(
        run(on_tid({option(0, {add(x, 1)}, true), option(1, {add(x, 10)}, true), otherwise({add(x, 50)})})),
        ElementsAre(161, 160, 150, 150));
    EXPECT_THAT(run(on_tid({option(1, {add(x, 1), break_out(), add(x, 3)}, true), option(2, {add(x, 10)})})),
                ElementsAre(100, 101, 110, 100));
    EXPECT_THAT(run(on_tid({option(3, {add(x, 3)})})), ElementsAre(100, 100, 100, 103));
}

TEST(Lowering, NestedSelectsAndLoops) {
    const Statement inner =
        select(Operand::of(y), {option(0, {add(x, 1)}, true), option(1, {add(x, 10), add(y, 1)})});
    const Statement outer = select(Operand::tid(), {option(0, {inner}, true), option(1, {add(x, 100)}),
                                                    option(2, {continue_loop()}), option(3, {break_out(2)})});
    EXPECT_THAT(run(tree_of({for_loop(c(2), {add(x, 1000), outer, add(y, 1)}), add(x, 5)})),
                ElementsAre(2216, 2205, 2005, 1005));
}

TEST(Lowering, LeavesWithoutATargetDoNothing) {
    EXPECT_THAT(run(tree_of({break_out(), add(x, 1), continue_loop(), add(x, 10)})),
                ElementsAre(11, 11, 11, 11));
    EXPECT_THAT(run(tree_of({for_loop(c(1), {break_out(2), add(x, 1)})})), ElementsAre(1, 1, 1, 1));
}

TEST(Lowering, OneSyncForEachBranch) {
    const Program program = lower(tree_of({for_loop(
        c(2), {when_tid(1, {break_out()}), add(x, 1), when_tid(2, {continue_loop()}), add(x, 1)})}));
    const auto count = [&](auto... opcodes) {
        return std::ranges::count_if(program.instructions,
                                     [&](const Instruction& i) { return ((i.opcode == opcodes) || ...); });
    };
    EXPECT_EQ(count(Opcode::bz, Opcode::bnz), count(Opcode::sync));
    EXPECT_EQ(count(Opcode::sync), 5);  // the loop, two conditionals, and the statements after each of them
}

// ---- where threads meet

Values run_lanes(Tree tree, std::string_view name) {
    const Program program = lower(tree);
    EXPECT_TRUE(check_structure(program).ok()) << print(program);
    MachineOptions options;
    options.max_steps = 10'000;
    const Result result = run_rules(program, options);
    EXPECT_EQ(result.outcome, Outcome::stop) << print(program);
    return values(result, program, name);
}

Tree lanes_of(Block body, RegisterMode mode) {
    Tree tree = tree_of(std::move(body));
    tree.machine.registers = mode;
    tree.span = tree.scratch = 4;
    tree.machine.preloads.push_back({0, 16, {}, 0, 0});
    return tree;
}

// In each way, and in both register modes.
TEST(Lowering, ElectsOneOfTheActiveThreads) {
    for (const RegisterMode mode : {RegisterMode::keep, RegisterMode::restore}) {
        for (const bool votes : {false, true}) {
            Statement elect = of(Kind::elect);
            elect.votes = votes;
            const auto half = [&] {
                return when(Operand::tid(), Operation::gt, c(0),
                            {elect, when(Operand::of(kElected), Operation::ne, c(0), {add(x, 1)})});
            };
            EXPECT_THAT(run_lanes(lanes_of({half()}, mode), "x"), ElementsAre(0, 1, 0, 0));
            elect.inverted = true;
            EXPECT_THAT(run_lanes(lanes_of({half()}, mode), "x"), ElementsAre(0, 0, 0, 1));
        }
    }
}

TEST(Lowering, OneElectedThreadPerTripLeavesAnEndlessLoop) {
    for (const RegisterMode mode : {RegisterMode::keep, RegisterMode::restore}) {
        Statement elect = of(Kind::elect);
        const Statement out = when(Operand::of(kElected), Operation::ne, c(0), {break_out()});
        EXPECT_THAT(run_lanes(lanes_of({endless(Kind::top_loop, {add(x, 1), elect, out})}, mode), "x"),
                    ElementsAre(1, 2, 3, 4));
    }
}

// Threads 1 and 3 are active at the first observation, thread 0 at the second, all at the third.
TEST(Lowering, ObservationsRecordTheActiveThreads) {
    for (const bool votes : {false, true}) {
        const auto observe = [&](std::int64_t slot) {
            Statement statement = of(Kind::observe);
            statement.votes = votes;
            statement.slot = slot;
            statement.operand = c(1);
            return statement;
        };
        const Statement odd =
            when(Operand::tid(), Operation::and_, c(1), {observe(0)}, {when_tid(2, {}, {observe(4)})});
        const Program program = lower(lanes_of({odd, observe(8)}, RegisterMode::keep));
        const Result result = run_rules(program);
        Values memory;
        result.memory.for_each([&](std::int64_t, Value word) { memory.push_back(word); });
        memory.resize(12);
        const Values by_vote = {0, 0b1010, 0, 0b1010, 0b0001, 0, 0, 0, 0b1111, 0b1111, 0b1111, 0b1111};
        const Values by_block = {0, 1, 0, 1, 1, 0, 0, 0, 1, 1, 1, 1};
        EXPECT_EQ(memory, votes ? by_vote : by_block);
    }
}

// Thread 1 has left the loop; the block wakes it, and its own loop has its own breaks.
TEST(Lowering, ABlockIsASeparateProgram) {
    const Statement inner =
        for_loop(c(3), {add(y, 1), when(Operand::of(y), Operation::gt, Operand::tid(), {break_out()})});
    const Statement block = of(Kind::everywhere, {inner});
    const Tree tree = lanes_of({for_loop(c(1), {when_tid(1, {break_out()}), block, add(x, 10)}), add(x, 1)},
                               RegisterMode::keep);
    EXPECT_THAT(run_lanes(tree, "x"), ElementsAre(11, 1, 11, 11));
    EXPECT_THAT(run_lanes(tree, "y"), ElementsAre(1, 2, 3, 3));
}

}  // namespace
}  // namespace musimd::differential::lowering_test
