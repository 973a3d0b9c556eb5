// Loops whose iterations run at once: the program under both models does what one iteration after the other
// does.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/lowering/lowering.hpp"
#include "isa/printer.hpp"
#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "tests/support/kernel_interpreter.hpp"
#include "tests/support/kernel_parts.hpp"

namespace musimd::dsl::dsl_simd_loop_test {
namespace {

using namespace musimd::support;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr ValueType kLong = ValueType::number(Type::i64);

Expr v(VariableId id) {
    return read(id, kLong);
}
Expr n(std::int64_t value) {
    return number(value, Type::i64);
}
Expr operator+(Expr a, Expr b) {
    return apply(Function::add, {std::move(a), std::move(b)});
}
Expr operator*(Expr a, Expr b) {
    return apply(Function::mul, {std::move(a), std::move(b)});
}
Expr operator<(Expr a, Expr b) {
    return apply(Function::lt, {std::move(a), std::move(b)});
}
Expr element_of(BufferId buffer, Expr index) {
    return load(buffer, std::move(index), Type::i64);
}
Statement store_at(BufferId buffer, Expr index, Expr value) {
    Statement s = store({buffer, 0}, std::move(value));
    s.index = std::move(index);
    return s;
}
Statement simd(VariableId iteration, Expr count, std::uint32_t width, Block body,
               std::vector<Reduction> reductions = {}) {
    Statement s = statement(Statement::Kind::simd);
    s.variable = iteration;
    s.value = std::move(count);
    s.width = width;
    s.body = std::move(body);
    s.reductions = std::move(reductions);
    return s;
}
Reduction sum_of(VariableId original, VariableId partial) {
    return {.original = original, .partial = partial, .function = Function::add, .identity_bits = 0};
}

/// A kernel of C: i64 variables v0, v1, …, and two buffers of i64.
Kernel c_kernel(Block body) {
    Kernel result = kernel(std::move(body), {Type::i64, Type::i64}, 0);
    result.bits = 64;
    result.signed_overflow_traps = true;
    for (int i = 0; i < 6; ++i) result.variables.push_back({"v" + std::to_string(i), kLong});
    return result;
}

/// Buffer 0 has 0, 3, 6, …; buffer 1 has zeros.
Launch data(std::int64_t elements) {
    std::vector<Value> words;
    for (Value i = 0; i < 60; ++i) words.push_back(3 * i);
    return launch(elements, {words, std::vector<Value>(60, 0)});
}

std::vector<Value> run(const Kernel& k, Launch how, LoopModel model) {
    how.model = model;
    if (model == LoopModel::spmd) how.warp_width = 8;
    const Program program = lower(k, how);
    EXPECT_TRUE(check_structure(program).ok()) << print(program);
    const Result result = run_rules(program, {});
    EXPECT_EQ(result.outcome, Outcome::stop) << (result.trap ? result.trap->message : "limit") << "\n"
                                             << print(program);
    std::vector<Value> words;
    for (std::int64_t i = 0; i < 60; ++i) {
        const Value* const word = result.memory.find(100 + i);
        words.push_back(word == nullptr ? -1 : *word);
    }
    return words;
}

/// Both models do what the elements do one by one.
void expect_agreement(const Kernel& k, const Launch& how) {
    std::vector<Value> expected(60, 0);
    for (std::int64_t i = 0; i < how.elements; ++i) {
        const tests::ElementRun one = tests::interpret(k, how, i, 100'000);
        ASSERT_EQ(one.end, tests::ElementRun::End::done);
        for (const auto& [address, word] : one.stored)
            expected.at(static_cast<std::size_t>(address - 100)) = word;
    }
    EXPECT_EQ(run(k, how, LoopModel::spmd), expected);
    EXPECT_EQ(run(k, how, LoopModel::simd), expected);
}

TEST(SimdLoops, SumsArePartialValuesOfTheLanes) {
    const Kernel k =
        c_kernel({declare(0, n(1000)),
                  simd(1, n(11), 4, {set(2, v(2) + element_of(0, v(1) + element_number()))}, {sum_of(0, 2)}),
                  store_at(1, element_number(), v(0))});
    expect_agreement(k, data(5));
}

TEST(SimdLoops, LoopsOfOneNestHaveWidthsOfTheirOwn) {
    const Kernel k = c_kernel({declare(0, element_number() * n(10)),
                               simd(1, n(7), 8, {store_at(1, v(0) + v(1), v(0) + n(1))}),
                               simd(2, n(3), 2, {store_at(1, v(0) + v(2) + n(7), v(2))})});
    expect_agreement(k, data(5));
}

TEST(SimdLoops, NoIterationsAreNone) {
    const Kernel k = c_kernel({declare(0, n(5)),
                               simd(1, element_number() * n(-1), 4, {set(2, v(2) + n(1))}, {sum_of(0, 2)}),
                               store_at(1, element_number(), v(0))});
    expect_agreement(k, data(3));
}

TEST(SimdLoops, IterationsDivergeAndContinue) {
    Statement inner =
        while_(v(3) < v(1), {if_(v(3) < n(2), {statement(Statement::Kind::continue_)}), set(4, v(4) + v(3))});
    inner.step = {set(3, v(3) + n(1))};
    const Kernel k = c_kernel(
        {declare(0, element_number() * n(9)),
         simd(1, n(9), 4,
              {declare(3, n(0)), declare(4, n(0)), inner,
               if_(v(4) < n(1), {statement(Statement::Kind::continue_)}), store_at(1, v(0) + v(1), v(4))})});
    expect_agreement(k, data(4));
}

TEST(SimdLoops, StepsAreTakenByLanesThatContinueAndNotByThoseThatLeave) {
    Statement loop =
        while_(v(0) < n(20), {if_(v(0) < element_number(), {statement(Statement::Kind::continue_)}),
                              if_(apply(Function::lt, {n(3), v(1)}), {statement(Statement::Kind::break_)}),
                              set(1, v(1) + v(0))});
    loop.step = {set(0, v(0) + n(1))};
    const Kernel k = c_kernel(
        {declare(0, n(0)), declare(1, n(0)), loop, store_at(1, element_number(), v(0) * n(100) + v(1))});
    expect_agreement(k, data(9));
}

TEST(SimdLoops, OneInsideAnotherRunsInOrder) {
    const Kernel k =
        c_kernel({declare(0, n(0)),
                  simd(1, n(6), 4,
                       {declare(4, v(1)), simd(3, v(1), 4, {set(5, v(5) + v(3))}, {sum_of(4, 5)}),
                        set(2, v(2) + v(4))},
                       {sum_of(0, 2)}),
                  store_at(1, element_number(), v(0))});
    expect_agreement(k, data(2));
}

TEST(SimdLoops, OuterCodeRunsOnLane0AndKeepsItsVariables) {
    const Kernel k = c_kernel({declare(0, element_number()), simd(1, n(4), 4, {store_at(1, v(1), v(1))}),
                               store_at(1, n(10) + v(0), v(0) + n(7))});
    Launch one = data(1);
    one.model = LoopModel::simd;
    const Program program = lower(k, one);
    EXPECT_EQ(program.threads, 4U);
    EXPECT_EQ(program.warps, 1U);
    EXPECT_EQ(program.active, ThreadSet::all(1));
    EXPECT_EQ(run(k, data(1), LoopModel::simd).at(10), 7);
}

TEST(SimdLoops, AnIndexOutsideOfTheBufferTraps) {
    const Kernel k = c_kernel({store_at(1, n(70), n(0))});
    const Result result = run_rules(lower(k, data(1)), {});
    ASSERT_EQ(result.outcome, Outcome::trap);
    EXPECT_EQ(to_string(result.trap->kind), "invalid-address");
}

TEST(SignedOverflow, TrapsInKernelsOfCAlone) {
    Kernel k = c_kernel({declare(0, n(0)), store_at(1, n(0), v(0))});
    k.variables[1].type = ValueType::number(Type::i32);
    const Expr most = number(2147483647);
    for (const Function f : {Function::add, Function::mul}) {
        const Expr sum = apply(f, {read(1, k.variables[1].type), most});
        k.body = {declare(1, number(2)), store({1, 0}, apply(Function::cvt, Type::i64, {sum}))};
        const Result checked = run_rules(lower(k, data(1)), {});
        ASSERT_EQ(checked.outcome, Outcome::trap);
        EXPECT_EQ(to_string(checked.trap->kind), "overflow");
        Kernel wraps = k;
        wraps.signed_overflow_traps = false;
        EXPECT_EQ(run_rules(lower(wraps, data(1)), {}).outcome, Outcome::stop);
    }
}

}  // namespace
}  // namespace musimd::dsl::dsl_simd_loop_test
