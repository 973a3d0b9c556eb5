// Kernels as DSL source, and programs as listings.

#include "dsl/text/source.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "dsl/lowering/lowering.hpp"
#include "isa/reader.hpp"
#include "tests/support/kernel_parts.hpp"

namespace musimd::dsl::dsl_source_test {
namespace {

using namespace musimd::support;
using testing::HasSubstr;

constexpr ValueType kInt = ValueType::number(Type::i32);

Expr v(VariableId id) {
    return read(id, kInt);
}
Expr at(BufferId b, std::int64_t offset = 0) {
    return load({b, offset}, Type::i32);
}

Statement call(std::string function, Block body, std::vector<std::pair<VariableId, Expr>> arguments,
               VariableId result_variable, Expr result) {
    Statement s = statement(Statement::Kind::call);
    s.function = std::move(function);
    s.body = std::move(body);
    s.arguments = std::move(arguments);
    s.variable = result_variable;
    s.result = std::move(result);
    return s;
}

/// The statements of a kernel with one buffer, without their indentation.
std::string body(Block statements) {
    const std::string text = print_source(kernel(std::move(statements), {Type::i32}));
    const std::size_t begin = text.find('\n', text.find("spmd_kernel_1d")) + 3;
    return text.substr(begin, text.find("spmd_kernel_end") - begin - 1);
}

std::string expression(const Expr& e) {
    const std::string text = body({set(0, e)});
    EXPECT_TRUE(text.starts_with("k_set(v0, ")) << text;
    return text.substr(10, text.size() - 12);
}

TEST(DslSourceTest, UniformParametersFollowTheBuffersAndArePassedToFunctionsThatNeedThem) {
    Kernel k = kernel({}, {Type::i32});
    k.scalars = {{"s0", Type::i32, 7}, {"s1", Type::i32, 3}};
    const Expr s0 = uniform(0, k.scalars[0]);
    k.body = {declare(0, s0),
              call("f", {declare(2, dsl::apply(Function::add, {v(1), s0}, true))}, {{1, v(0)}}, 3, v(2)),
              store({0}, dsl::apply(Function::shl, {v(3), uniform(1, k.scalars[1])}))};
    EXPECT_EQ(print_source(k),
              "spmd_dev_func(k_int f, k_int v1, i32 s0)\n"
              "  k_int v2 = v1 + s0;\n"
              "  return v2;\n"
              "spmd_dev_func_end\n\n"
              "spmd_kernel_1d(k, i32 *a0, i32 s0, i32 s1)\n"
              "  k_int v0 = k_int(s0);\n"
              "  k_int v3 = spmd_call_dev_func(f, v0, s0);\n"
              "  k_store(a0, k_shl(v3, s1));\n"
              "spmd_kernel_end\n");
}

TEST(DslSourceTest, ACallThatIsReadOnceIsInlined) {
    Statement f = call("f", {declare(1, v(0))}, {{0, at(0)}}, 2, v(1));
    f.in_place = true;
    EXPECT_EQ(body({f, store({0}, dsl::apply(Function::add, {v(2), number(1)}, true))}),
              "k_store(a0, spmd_call_dev_func(f, k_load(a0)) + (i32)1);");
    const std::string declared = "k_int v2 = spmd_call_dev_func(f, k_load(a0));\n  ";
    EXPECT_EQ(body({f, store({0}, dsl::apply(Function::add, {v(2), v(2)}, true))}),
              declared + "k_store(a0, v2 + v2);")
        << "read twice";
    EXPECT_EQ(body({f, store({0}, v(2)), set(3, v(2))}), declared + "k_store(a0, v2);\n  k_set(v3, v2);")
        << "read again";
    Statement stores = f;
    stores.body.push_back(store({0}, number(1)));
    EXPECT_THAT(body({stores, store({0}, v(2))}), HasSubstr("k_store(a0, v2);"))
        << "what it does can be seen";
}

TEST(DslSourceTest, AKernelWithEverythingInIt) {
    const Kernel k = kernel(
        {declare(0, at(0)), declare(1),
         if_(dsl::apply(Function::lt, {v(0), number(3)}, true),
             {set(1, number(1)), statement(Statement::Kind::return_)},
             {if_(dsl::apply(Function::gt, {v(0), number(9)}), {set(1, v(0), true)}, {set(1, number(2))})}),
         while_(dsl::apply(Function::ne, {v(1), number(0)}),
                {set(1, dsl::apply(Function::sub, {v(1), number(1)})),
                 if_(dsl::apply(Function::eq, {v(1), number(5)}), {statement(Statement::Kind::continue_)},
                     {statement(Statement::Kind::break_)})}),
         call("f", {store({1, -1}, v(2))}, {{2, v(0)}}, 3, dsl::apply(Function::add, {v(2), v(2)}, true)),
         store({1, 0}, v(3), true)},
        {Type::i32, Type::i32});
    EXPECT_EQ(print_source(k),
              "spmd_dev_func(k_int f, k_int v2, i32 *a1)\n"
              "  k_store((a1 - 1), v2);\n"
              "  return v2 + v2;\n"
              "spmd_dev_func_end\n"
              "\n"
              "spmd_kernel_1d(k, i32 *a0, i32 *a1)\n"
              "  k_int v0 = k_load(a0);\n"
              "  k_int v1;\n"
              "  k_if (v0 < (i32)3)\n"
              "    k_set(v1, (i32)1);\n"
              "    k_return;\n"
              "  k_elseif (k_gt(v0, (i32)9))\n"
              "    k_unmasked_set(v1, v0);\n"
              "  k_else\n"
              "    k_set(v1, (i32)2);\n"
              "  k_endif\n"
              "  k_while (k_ne(v1, (i32)0))\n"
              "    k_set(v1, k_sub(v1, (i32)1));\n"
              "    k_if (k_eq(v1, (i32)5))\n"
              "      k_continue;\n"
              "    k_else\n"
              "      k_break;\n"
              "    k_endif\n"
              "  k_endwhile\n"
              "  k_int v3 = spmd_call_dev_func(f, v0, a1);\n"
              "  k_unmasked_store(a1, v3);\n"
              "spmd_kernel_end\n");
}

TEST(DslSourceTest, FunctionsOfEqualTextAreOneAndOthersGetNumbers) {
    const Kernel k = kernel({call("f", {}, {}, 0, number(1)), call("f", {}, {}, 1, number(1)),
                             call("f", {}, {}, 2, number(2)), call("k", {}, {}, 0, nullptr)},
                            {Type::i32});
    EXPECT_EQ(print_source(k),
              "spmd_dev_func(k_int f, int)\n"
              "  return k_int((i32)1);\n"
              "spmd_dev_func_end\n"
              "\n"
              "spmd_dev_func(k_int f_2, int)\n"
              "  return k_int((i32)2);\n"
              "spmd_dev_func_end\n"
              "\n"
              "spmd_dev_func(void k_2, int)\n"
              "spmd_dev_func_end\n"
              "\n"
              "spmd_kernel_1d(k, i32 *a0)\n"
              "  k_int v0 = spmd_call_dev_func(f, 0);\n"
              "  k_int v1 = spmd_call_dev_func(f, 0);\n"
              "  k_int v2 = spmd_call_dev_func(f_2, 0);\n"
              "  spmd_call_dev_func(k_2, 0);\n"
              "spmd_kernel_end\n");
}

TEST(DslSourceTest, ACallBeforeTheTestIsPartOfTheCondition) {
    const Block head = {call("f", {}, {{1, v(0)}}, 2, v(1))};
    EXPECT_THAT(body({while_(dsl::apply(Function::lt, {v(2), number(3)}, true), {}, head)}),
                HasSubstr("k_while (spmd_call_dev_func(f, v0) < (i32)3)\n"));
}

TEST(DslSourceTest, LiteralsHaveTheirTypes) {
    const auto text = [](std::uint64_t bits, Type type) { return expression(literal(type, bits)); };
    EXPECT_EQ(text(0x80, Type::i8), "(i8)-128");
    EXPECT_EQ(text(65535, Type::u16), "(u16)65535u");
    EXPECT_EQ(text(0x80000000, Type::i32), "(i32)(-2147483647 - 1)");
    EXPECT_EQ(text(7, Type::u32), "(u32)7u");
    EXPECT_EQ(text(1ull << 63, Type::i64), "(i64)(-9223372036854775807ll - 1)");
    EXPECT_EQ(text(~0ull, Type::u64), "(u64)18446744073709551615ull");
    EXPECT_EQ(text(std::bit_cast<std::uint32_t>(1.5f), Type::f32), "1.5f");
    EXPECT_EQ(text(std::bit_cast<std::uint32_t>(-2.0f), Type::f32), "-2.0f");
    EXPECT_EQ(text(0x80000000, Type::f32), "-0.0f");
    EXPECT_EQ(text(1, Type::f32), "1e-45f");
    EXPECT_EQ(text(std::bit_cast<std::uint64_t>(0.1), Type::f64), "0.1");
    EXPECT_EQ(text(std::bit_cast<std::uint64_t>(1e300), Type::f64), "1e+300");
    EXPECT_EQ(text(0x3E00, Type::f16), "k_f32_to_f16(1.5f)");
    EXPECT_EQ(text(0x0001, Type::f16), "k_f32_to_f16(5.9604645e-08f)");
    EXPECT_EQ(text(0x7FC00000, Type::f32), "k_reinterpret(k_float, (u32)2143289344u)");
    EXPECT_EQ(text(0x7C00, Type::f16), "k_reinterpret(k_float, (u16)31744u)");
    EXPECT_EQ(expression(literal(true)), "k_bool(1)");
}

TEST(DslSourceTest, OperatorsHaveParenthesesWhereTheyNeedThem) {
    const Expr sum = dsl::apply(Function::add, {v(0), v(1)}, true);
    EXPECT_EQ(expression(dsl::apply(Function::mul, {sum, number(-2)}, true)), "(v0 + v1) * (i32)-2");
    EXPECT_EQ(expression(dsl::apply(Function::neg, {sum}, true)), "-(v0 + v1)");
    EXPECT_EQ(expression(dsl::apply(Function::shl, {sum, number(3)}, true)), "(v0 + v1) << 3");
    EXPECT_EQ(expression(dsl::apply(Function::shra, {sum, number(3)})), "k_shra(v0 + v1, 3)");
    EXPECT_EQ(expression(dsl::apply(Function::cvt, Type::u32, {sum})), "k_cvt(k_uint, v0 + v1)");
}

// Otherwise the operator would be C++'s.
TEST(DslSourceTest, OneOfTwoUniformOperandsIsConverted) {
    EXPECT_EQ(expression(dsl::apply(Function::add, {number(1), number(2)}, true)), "k_int((i32)1) + (i32)2");
    EXPECT_EQ(expression(dsl::apply(Function::add, {number(1), number(2)})), "k_add(k_int((i32)1), (i32)2)");
    EXPECT_EQ(expression(dsl::apply(Function::neg, {number(1)}, true)), "-k_int((i32)1)");
}

// Comparisons of floats and of integers are conditions of different types.
TEST(DslSourceTest, OperatorsOnConditionsTakeThemAsKBool) {
    const Expr less = dsl::apply(Function::lt, {v(0), v(1)}, true);
    const Expr both = dsl::apply(Function::andl, {less, literal(true)}, true);
    EXPECT_EQ(expression(both), "k_to_bool(v0 < v1) && k_bool(1)");
    EXPECT_EQ(expression(dsl::apply(Function::notl, {both}, true)),
              "!k_to_bool(k_to_bool(v0 < v1) && k_bool(1))");
}

TEST(DslSourceTest, AListingShowsTheSourceBesideTheInstructions) {
    Statement first = declare(0, at(0));
    first.line = 2;
    Statement second = store({0, 0}, dsl::apply(Function::add, {v(0), number(1)}));
    second.line = 3;
    const Program program = lower(kernel({first, second}, {Type::i32}), launch(2, {{4, 5}}));
    const std::string listing =
        print_listing(program, "kernel\n  k_int v0 = k_load(a0);\n\tk_store(a0, v0 + 1);\n");
    EXPECT_EQ(listing,
              ".threads 2\n"
              ".word 32 trap\n"
              ".races thread\n"
              ".buffer r0 0 2\n"
              ".memory 0: 4 5\n"
              "        v0 = [tid]                      ; 2: k_int v0 = k_load(a0);\n"
              "        t = add.i32 v0, 1               ; 3: k_store(a0, v0 + 1);\n"
              "        [tid] = t\n"
              "        stop\n");
    const ReadResult again = read_program(listing, "k.asm");
    ASSERT_EQ(again.errors, "");
    EXPECT_EQ(*again.program, program);
}

}  // namespace
}  // namespace musimd::dsl::dsl_source_test
