// The programs of kernels: their text, and what they do where lanes are inactive.

#include "dsl/lowering/lowering.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/lowering/functions.hpp"
#include "engines/engines.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "tests/support/kernel_parts.hpp"

namespace musimd::dsl::dsl_lowering_test {
namespace {

using namespace musimd::support;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

constexpr ValueType kInt = ValueType::number(Type::i32);

Expr v(VariableId id) {
    return read(id, kInt);
}
Expr at(BufferId b, Type type = Type::i32) {
    return load({b, 0}, type);
}
Expr apply(Function f, Expr a, Expr b) {
    return dsl::apply(f, {std::move(a), std::move(b)});
}

/// The instructions alone.
std::string code(const Program& program) {
    const std::string text = print(program);
    const std::size_t begin = text.find("\n        ");
    std::size_t start = begin + 1;
    for (;;) {  // a label before the first instruction belongs to it
        const std::size_t before = text.rfind('\n', start - 2);
        const std::string_view line = std::string_view(text).substr(before + 1, start - before - 2);
        if (!line.ends_with(':')) break;
        start = before + 1;
    }
    return text.substr(start);
}

std::vector<Value> words_after(const Program& program, std::int64_t address, std::int64_t count) {
    EXPECT_TRUE(check_structure(program).ok());
    const Result result = run_rules(program, {});
    EXPECT_EQ(result.outcome, Outcome::stop) << (result.trap ? to_string(result.trap->kind) : "limit") << "\n"
                                             << print(program);
    std::vector<Value> words;
    for (std::int64_t i = 0; i < count; ++i) {
        const Value* const word = result.memory.find(address + i);
        words.push_back(word != nullptr ? *word : -999);
    }
    return words;
}

TEST(DslLoweringTest, AnExpressionIsThreeAddressCodeWithConstantsAsOperands) {
    const Kernel k = kernel({store({2, 0}, dsl::apply(Function::fma, {number(3), at(0), at(1)}))},
                            {Type::i32, Type::i32, Type::i32});
    EXPECT_EQ(code(lower(k, launch(2, {{1, 2}, {3, 4}, {0, 0}}))),
              "        t = [tid]\n"
              "        t2 = tid + 100\n"
              "        t2 = [t2]\n"
              "        t3 = mul.i32 3, t\n"
              "        t = add.i32 t3, t2\n"
              "        t2 = tid + 200\n"
              "        [t2] = t\n"
              "        stop\n");
}

/// How many the program of the kernel has.
std::size_t variables_of(const Block& body) {
    return lower(kernel(body, {Type::i32, Type::i32}), launch(2, {{1, 2}, {0, 0}})).variables.size();
}

TEST(DslLoweringTest, AVariableTakesThatOfOneThatNothingMentionsAnyMore) {
    const Kernel k = kernel({declare(0, at(0)), store({1, 0}, apply(Function::mul, v(0), v(0))),
                             declare(1, at(1)), store({1, 0}, apply(Function::add, v(1), v(1)))},
                            {Type::i32, Type::i32});
    EXPECT_EQ(code(lower(k, launch(2, {{1, 2}, {0, 0}}))),
              "        at_a1 = tid + 100\n"
              "        v0 = [tid]\n"
              "        t = mul.i32 v0, v0\n"
              "        [at_a1] = t\n"
              "        v0 = [at_a1]\n"
              "        t = add.i32 v0, v0\n"
              "        [at_a1] = t\n"
              "        stop\n");
    EXPECT_THAT(words_after(lower(k, launch(2, {{1, 3}, {0, 0}})), 100, 2), ElementsAre(2, 18));
}

TEST(DslLoweringTest, AVariableThatIsStillMentionedIsNotTaken) {
    const Statement first = declare(0, at(0));
    const Statement second = declare(1, at(0));
    const auto store_of = [](VariableId id) { return store({1, 0}, v(id)); };
    EXPECT_EQ(variables_of({first, store_of(0), second, store_of(1)}), 2);  // with the address
    EXPECT_EQ(variables_of({first, second, store_of(0), store_of(1)}), 3);
    EXPECT_EQ(variables_of({first, declare(1, v(0)), store_of(1)}), 3);
    const Expr always = apply(Function::lt, at(0), number(9));
    EXPECT_EQ(variables_of({first, store_of(0), second, if_(always, {store_of(0)}), store_of(1)}), 4);
    EXPECT_EQ(variables_of({first, store_of(0), if_(always, {second, store_of(1)})}), 4);
    EXPECT_EQ(variables_of({first, store_of(0), second, store({1, 0}, v(1), true)}), 3);
}

TEST(DslLoweringTest, AnEarlyReturnNeedsNoFlag) {
    const Kernel k =
        kernel({if_(apply(Function::lt, at(0), number(0)), {statement(Statement::Kind::return_)}),
                store({0, 0}, number(7))},
               {Type::i32});
    EXPECT_EQ(code(lower(k, launch(2, {{1, -1}}))),
              "        t = [tid]\n"
              "        t = lt.i32 t, 0\n"
              "        bnz t, join5\n"
              "        [tid] = 7\n"
              "join5:\n"
              "        sync\n"
              "        stop\n");
}

TEST(DslLoweringTest, ABreakDeepInALoopSetsAFlag) {
    const Kernel k = kernel(
        {declare(0, number(0)),
         while_(apply(Function::lt, v(0), number(9)),
                {set(0, apply(Function::add, v(0), number(1))),
                 if_(apply(Function::eq, v(0), at(0)),
                     {if_(apply(Function::gt, at(0), number(2)), {statement(Statement::Kind::break_)})}),
                 set(0, apply(Function::add, v(0), number(1)))}),
         store({0, 0}, v(0))},
        {Type::i32});
    const Program program = lower(k, launch(4, {{1, 2, 3, 5}}));
    EXPECT_EQ(code(program),
              "        v0 = 0\n"
              "        stays = 1\n"
              "loop3:\n"
              "        t = lt.i32 v0, 9\n"
              "        stays = stays & t\n"
              "        bz stays, exit20\n"
              "        v0 = add.i32 v0, 1\n"
              "        t = [tid]\n"
              "        t = eq.i32 v0, t\n"
              "        bz t, join15\n"
              "        t = [tid]\n"
              "        t = gt.i32 t, 2\n"
              "        bz t, join14\n"
              "        stays = 0\n"
              "join14:\n"
              "        sync\n"
              "join15:\n"
              "        sync\n"
              "        bz stays, next18\n"
              "        v0 = add.i32 v0, 1\n"
              "next18:\n"
              "        sync\n"
              "        jump loop3\n"
              "exit20:\n"
              "        sync\n"
              "        [tid] = v0\n"
              "        stop\n");
    EXPECT_THAT(words_after(program, 0, 4), ElementsAre(10, 10, 3, 5));
}

// A lane that has left a loop must not evaluate a condition that may trap.
TEST(DslLoweringTest, TheConditionIsComputedByLanesThatStay) {
    const Kernel k =
        kernel({declare(0, at(0)),
                while_(apply(Function::gt, apply(Function::div, number(12), v(0)), number(0)),
                       {set(0, apply(Function::sub, v(0), number(1))),
                        if_(apply(Function::eq, v(0), number(0)), {statement(Statement::Kind::break_)})}),
                store({0, 0}, apply(Function::add, v(0), number(5)))},
               {Type::i32});
    EXPECT_THAT(words_after(lower(k, launch(3, {{1, 2, 20}})), 0, 3), ElementsAre(5, 5, 25));
}

TEST(DslLoweringTest, AVariableWithoutAValueIsUndefinedAgainInEachTrip) {
    const Block body = {declare(1), if_(apply(Function::eq, v(0), number(0)), {set(1, number(1))}),
                        store({0, 0}, v(1)), set(0, apply(Function::add, v(0), number(1)))};
    const Kernel k =
        kernel({declare(0, number(0)), while_(apply(Function::lt, v(0), number(2)), body)}, {Type::i32});
    const Result result = run_rules(lower(k, launch(1, {{0}})), {});
    ASSERT_EQ(result.outcome, Outcome::trap);
    EXPECT_EQ(result.trap->kind, TrapKind::undefined_variable);
}

TEST(DslLoweringTest, AVariableThatIsSetAtOnceNeedsNotBecomeUndefined) {
    const Block body = {declare(1), set(1, v(0)), set(0, apply(Function::add, v(1), number(1)))};
    const Kernel k =
        kernel({declare(0, number(0)), while_(apply(Function::lt, v(0), number(2)), body)}, {Type::i32});
    EXPECT_THAT(code(lower(k, launch(1, {{0}}))), testing::Not(HasSubstr("shfl")));
}

// ---- unmasked forms

// v0 = 1, in all lanes or in lane 1 only, where the branch is taken; then all store v0.
Kernel unmasked_kernel(Expr value) {
    return kernel(
        {declare(0, number(5)), if_(apply(Function::eq, at(0), number(1)), {set(0, std::move(value), true)}),
         store({1, 0}, v(0))},
        {Type::i32, Type::i32});
}

TEST(DslLoweringTest, AnUnmaskedSetActsInEveryLaneOrInTheActiveOnes) {
    Launch l = launch(3, {{0, 1, 2}, {9, 9, 9}});
    EXPECT_THAT(words_after(lower(unmasked_kernel(number(7)), l), 100, 3), ElementsAre(7, 7, 7));
    l.unmasked = UnmaskedReading::active_lanes;
    EXPECT_THAT(words_after(lower(unmasked_kernel(number(7)), l), 100, 3), ElementsAre(5, 7, 5));
}

TEST(DslLoweringTest, AMaskedLoadGivesZeroInTheDormantLanesOfAnUnmaskedSet) {
    const Launch l = launch(3, {{4, 1, 2}, {9, 9, 9}});
    EXPECT_THAT(words_after(lower(unmasked_kernel(at(0)), l), 100, 3), ElementsAre(0, 1, 0));
    EXPECT_THAT(words_after(lower(unmasked_kernel(load({0, 0}, Type::i32, true)), l), 100, 3),
                ElementsAre(4, 1, 2));
}

TEST(DslLoweringTest, AnUnmaskedLoadReadsInEveryLaneAndSetsTheActiveOnes) {
    const Kernel k =
        kernel({declare(0, number(5)),
                if_(apply(Function::eq, at(0), number(1)), {set(0, load({0, 0}, Type::i32, true))}),
                store({1, 0}, v(0))},
               {Type::i32, Type::i32});
    const Program program = lower(k, launch(3, {{0, 1, 2}, {9, 9, 9}}));
    EXPECT_THAT(code(program), HasSubstr("everywhere\n        t = [tid]\n"));
    EXPECT_THAT(words_after(program, 100, 3), ElementsAre(5, 1, 5));
}

// With 3 elements in a warp of 8, lanes 3 to 7 have no words.
TEST(DslLoweringTest, LanesPastTheEndNeverAct) {
    const Kernel k = kernel({if_(apply(Function::eq, at(0), number(1)), {store({1, 0}, number(7), true)})},
                            {Type::i32, Type::i32});
    Launch l = launch(3, {{0, 1, 2}, {9, 9, 9}});
    l.warp_width = 8;
    const Program program = lower(k, l);
    EXPECT_EQ(program.threads, 8u);
    EXPECT_THAT(words_after(program, 100, 3), ElementsAre(7, 7, 7));
}

TEST(DslLoweringTest, NoBlockIsNeededWhenAllLanesAreActive) {
    const Kernel k = kernel({store({0, 0}, number(7), true)}, {Type::i32});
    EXPECT_THAT(code(lower(k, launch(2, {{0, 0}}))), testing::Not(HasSubstr("everywhere")));
}

// ---- the machine

TEST(DslLoweringTest, ManyElementsAreAGrid) {
    constexpr std::int64_t n = 70'000;
    Kernel k = kernel({store({0, 0}, apply(Function::add, at(0), number(1)))}, {Type::i32});
    Launch l;
    l.elements = n;
    l.regions = {{"a", 10, std::vector<Value>(n, 4)}};
    l.origins = {10};
    const Program program = lower(k, l);
    EXPECT_EQ(program.threads, 1024u);
    EXPECT_EQ(program.warps, 69u);
    const Result result = find_engine("fast")->run(program, {}, nullptr);
    ASSERT_EQ(result.outcome, Outcome::stop);
    for (const std::int64_t i : {std::int64_t{0}, n / 2, n - 1}) EXPECT_EQ(*result.memory.find(10 + i), 5);
    EXPECT_EQ(result.memory.find(10 + n), nullptr);
}

TEST(DslLoweringTest, TheWordFitsTheKernel) {
    Kernel k = kernel({store({0, 0}, number(7))}, {Type::i32});
    EXPECT_EQ(lower(k, launch(2, {{0, 0}})).word.width, 32);
    k.bits = 64;
    EXPECT_EQ(lower(k, launch(2, {{0, 0}})).word.width, 64);
    EXPECT_EQ(lower(k, launch(2, {{0, 0}})).races, RaceMode::thread);
}

TEST(DslLoweringTest, InstructionsCarryTheLinesOfTheirSource) {
    Statement s = store({0, 0}, number(7));
    s.line = 12;
    Statement second = if_(apply(Function::eq, at(0), number(1)), {s});
    second.line = 11;
    const Program program = lower(kernel({second}, {Type::i32}), launch(2, {{0, 0}}));
    std::vector<std::uint32_t> lines;
    for (const Instruction& i : program.instructions) lines.push_back(i.line);
    EXPECT_THAT(lines, ElementsAre(11, 11, 11, 12, 11, 11));
}

TEST(DslLoweringTest, VariablesKeepTheirNamesWherePossible) {
    Expr sum = v(0);
    for (const VariableId id : {1U, 2U, 3U}) sum = apply(Function::add, sum, v(id));
    Kernel k = kernel({declare(0, number(1)), declare(1, number(2)), declare(2, number(3)), declare(3, v(0)),
                       store({0, 0}, sum)},
                      {Type::i32});
    const char* const names[] = {"stop", "x", "x", "1 y"};
    for (std::size_t i = 0; i < 4; ++i) k.variables[i].name = names[i];
    EXPECT_THAT(lower(k, launch(1, {{0}})).variables, ElementsAre("stop2", "x", "x2", "v1_y", "t"));
}

TEST(DslLoweringTest, AKernelWithoutVariablesCallsAFunctionWithoutAResult) {
    Statement call = statement(Statement::Kind::call);
    call.function = "f";
    call.body = {store({0, 0}, number(7))};
    Kernel k = kernel({call}, {Type::i32});
    k.variables.clear();
    EXPECT_THAT(words_after(lower(k, launch(1, {{3}})), 0, 1), ElementsAre(7));
}

// Expressions are graphs: a shared subexpression is computed once.
TEST(DslLoweringTest, ASharedExpressionIsComputedOnce) {
    Expr sum = at(0);
    for (int i = 0; i < 30; ++i) sum = apply(Function::add, sum, sum);
    const Program program = lower(kernel({store({0, 0}, sum)}, {Type::i32}), launch(1, {{3}}));
    EXPECT_THAT(program.instructions, SizeIs(33));
    EXPECT_THAT(words_after(program, 0, 1),
                ElementsAre(static_cast<Value>(Value{3} << 30) - (Value{1} << 32)));
}

// So is one that is equal, if it reads no memory.
TEST(DslLoweringTest, EqualExpressionsAreComputedOnce) {
    const auto index = [] { return apply(Function::add, apply(Function::mul, v(0), v(1)), v(0)); };
    const auto next = [&](int by) { return apply(Function::add, index(), number(by)); };
    const Expr sum =
        apply(Function::sub, apply(Function::mul, next(1), next(2)), apply(Function::add, at(0), at(0)));
    const Kernel k = kernel({declare(0, number(5)), declare(1, number(7)), store({0, 0}, sum)}, {Type::i32});
    const Program program = lower(k, launch(1, {{3}}));
    EXPECT_EQ(code(program),
              "        v0 = 5\n"
              "        v1 = 7\n"
              "        t = mul.i32 v0, v1\n"
              "        t = add.i32 t, v0\n"
              "        t2 = add.i32 t, 1\n"
              "        t3 = add.i32 t, 2\n"
              "        t2 = mul.i32 t2, t3\n"
              "        t3 = [tid]\n"
              "        t4 = [tid]\n"
              "        t3 = add.i32 t3, t4\n"
              "        t2 = sub.i32 t2, t3\n"
              "        [tid] = t2\n"
              "        stop\n");
    EXPECT_THAT(words_after(program, 0, 1), ElementsAre(41 * 42 - 6));
}

TEST(DslLoweringTest, SignedOverflowOfCIsCheckedByOneInstruction) {
    Kernel k = kernel(
        {declare(0, at(0)), store({0, 0}, apply(Function::sub, apply(Function::mul, v(0), v(0)), v(0)))},
        {Type::i32});
    k.signed_overflow_traps = true;
    k.bits = 64;
    EXPECT_THAT(code(lower(k, launch(1, {{3}}))), HasSubstr("        t = mulo.i32 v0, v0\n"
                                                            "        t = subo.i32 t, v0\n"));
    k.bits = 32;
    EXPECT_THAT(code(lower(k, launch(1, {{3}}))), HasSubstr("        t = v0 * v0\n"
                                                            "        t = t - v0\n"));
}

// ---- functions

std::vector<Type> types_of(const FunctionInfo& row) {
    std::vector<Type> types;
    for (std::size_t i = 0; i < kTypes; ++i) {
        const auto type = static_cast<Type>(i);
        constexpr char kLetters[] = {'i', 'u', 'f'};
        const char letter = kLetters[static_cast<std::size_t>(kind_of(type))];
        if (row.types.find(letter) != std::string_view::npos) types.push_back(type);
    }
    if (types.empty()) types.push_back(Type::i32);
    return types;
}

Expr operand_of(char letter, Type type) {
    return letter == 'l' ? literal(true) : letter == 's' ? number(1) : number(1, type);
}

// Every function is lowered as the table says: to an operation that exists for these types.
TEST(DslLoweringTest, EveryFunctionIsLoweredForEveryTypeThatItTakes) {
    for (const FunctionInfo& row : function_table()) {
        for (const Type type : types_of(row)) {
            std::vector<Expr> operands;
            for (const char letter : row.operands) operands.push_back(operand_of(letter, type));
            const Type to = row.function == Function::f16_to_f32   ? Type::f32
                            : row.function == Function::f32_to_f16 ? Type::f16
                                                                   : type;
            const Expr e = row.result == 't' ? dsl::apply(row.function, to, operands)
                                             : dsl::apply(row.function, operands);
            Kernel k = kernel({declare(0, e)}, {Type::i32}, 1);
            k.bits = 64;
            const Program program = lower(k, launch(1, {{0}}));
            for (const Instruction& i : program.instructions) {
                if (i.opcode != Opcode::typed) continue;
                EXPECT_TRUE(has_type(i.typed_operation, i.type)) << row.name << " " << to_string(type);
            }
            const ReadResult again = read_program(print(program), "k.asm");
            EXPECT_EQ(again.errors, "") << row.name << " " << to_string(type);
        }
    }
}

std::string lowered(const Expr& e) {
    Kernel k = kernel({declare(0, e)}, {Type::i32}, 1);
    std::string text = code(lower(k, launch(1, {{0}})));
    return text.substr(0, text.find("        stop"));
}

TEST(DslLoweringTest, FunctionsWithoutAnOperationOfTheirOwn) {
    const Expr f = number(1, Type::f32);
    const Expr i = number(1);
    const Expr u = number(1, Type::u32);
    EXPECT_EQ(lowered(apply(Function::andb, f, f)), "        v0 = and.u32 1, 1\n");
    EXPECT_EQ(lowered(dsl::apply(Function::fnms, {f, f, f})),
              "        t = neg.f32 1\n"
              "        t2 = neg.f32 1\n"
              "        v0 = fma.f32 t, 1, t2\n");
    EXPECT_EQ(lowered(dsl::apply(Function::fnma, {i, i, i})),
              "        t = mul.i32 1, 1\n"
              "        v0 = sub.i32 1, t\n");
    EXPECT_EQ(lowered(apply(Function::adds, f, f)), "        v0 = add.f32 1, 1\n");
    EXPECT_EQ(lowered(dsl::apply(Function::cvt, Type::u32, {i})), "        v0 = 1\n");
    EXPECT_EQ(lowered(dsl::apply(Function::reinterpret, Type::u32, {f})), "        v0 = 1\n");
    EXPECT_EQ(lowered(dsl::apply(Function::cvt, Type::f32, {u})), "        v0 = cvt.f32.u32 1\n");
    EXPECT_EQ(lowered(dsl::apply(Function::ceil, {i})), "        v0 = 1\n");
    EXPECT_EQ(lowered(apply(Function::shra, u, number(3))), "        v0 = shr.u32 1, 3\n");
    EXPECT_EQ(lowered(dsl::apply(Function::shr, {i, number(3)}, true)), "        v0 = shra.i32 1, 3\n");
    EXPECT_EQ(lowered(dsl::apply(Function::shr, {i, number(3)})), "        v0 = shr.i32 1, 3\n");
    EXPECT_EQ(lowered(dsl::apply(Function::rsqrt11, {f})), "        v0 = rsqrt.f32 1\n");
    EXPECT_EQ(lowered(apply(Function::fmod, f, f)), "        v0 = rem.f32 1, 1\n");
    EXPECT_EQ(lowered(apply(Function::atan2_u35, f, f)), "        v0 = atan2.f32 1, 1\n");
    EXPECT_EQ(lowered(dsl::apply(Function::to_mask, Type::i32, {literal(true)})), "        v0 = 0 - 1\n");
    EXPECT_EQ(lowered(apply(Function::andnotl, literal(true), literal(false))), "        v0 = 1 > 0\n");
}

}  // namespace
}  // namespace musimd::dsl::dsl_lowering_test
