// Random nests of loops: what they contain, that they come back from C, and that the models agree on them.

#include "differential/openmp/random_nest.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <regex>
#include <set>
#include <string>

#include "dsl/lowering/exits.hpp"
#include "dsl/openmp/spelling.hpp"
#include "kernels/compiled/c_functions.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::differential::openmp::random_nest_test {
namespace {

using namespace musimd::kernels;
using namespace musimd::kernels::openmp;

using dsl::Expression;
using dsl::LoopModel;
using dsl::Statement;
using testing::IsSupersetOf;

std::string text_of(const NestCase& nest) {
    return print_c(nest.function,
                   {.functions = true, .directives = nest.directives, .simd_clauses = nest.simd_clauses});
}

TEST(RandomNest, IsAFunctionOfItsSeed) {
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const NestCase one = random_nest(seed);
        const NestCase again = random_nest(seed);
        EXPECT_EQ(text_of(one), text_of(again));
        EXPECT_EQ(one.arguments.buffers, again.arguments.buffers);
    }
    EXPECT_NE(text_of(random_nest(1)), text_of(random_nest(2)));
}

/// The words of the texts of many nests, and what their trees contain.
struct Contents {
    std::string text;
    std::set<Statement::Kind> statements;
    std::set<dsl::Function> functions;
    std::set<Type> arrays;
    std::set<Type> conversions;
    std::set<std::uint32_t> widths;
    std::set<dsl::Function> reductions;

    void add(const dsl::Expr& e) {
        if (e->kind == Expression::Kind::apply) functions.insert(e->function);
        if (e->kind == Expression::Kind::apply && e->function == dsl::Function::cvt)
            conversions.insert(e->type.type);
        for (const dsl::Expr& operand : e->operands) add(operand);
    }

    void add(const NestCase& nest) {
        text += text_of(nest);
        for (const dsl::KernelBuffer& b : nest.function.buffers) arrays.insert(b.element);
        dsl::for_each_statement(nest.function.body, [&](const Statement& s, bool) {
            statements.insert(s.kind);
            if (s.kind == Statement::Kind::simd) widths.insert(s.width);
            for (const dsl::Reduction& r : s.reductions) reductions.insert(r.function);
            dsl::for_each_expression(s, [&](const dsl::Expr& e) { add(e); });
        });
    }
};

TEST(RandomNest, EveryStatementTypeAndClauseOccurs) {
    Contents all;
    for (std::uint64_t seed = 0; seed < 250; ++seed) all.add(random_nest(seed));
    using Kind = Statement::Kind;
    EXPECT_THAT(all.statements, IsSupersetOf({Kind::declare, Kind::set, Kind::store, Kind::if_, Kind::while_,
                                              Kind::break_, Kind::continue_, Kind::return_, Kind::simd,
                                              Kind::parallel, Kind::atomic, Kind::call}));
    EXPECT_TRUE(std::regex_search(all.text, std::regex("parallel for[^\n]* reduction\\(")));
    const std::set<Type> types = {Type::i8,  Type::i16, Type::i32, Type::i64, Type::u8,
                                  Type::u16, Type::u32, Type::u64, Type::f32, Type::f64};
    EXPECT_EQ(all.arrays, types);
    EXPECT_EQ(all.conversions, types);
    EXPECT_EQ(all.widths, (std::set<std::uint32_t>{0, 1, 2, 3, 4, 8, 16, 32}));
    using F = dsl::Function;
    EXPECT_EQ(all.reductions, (std::set<F>{F::add, F::mul, F::min, F::max, F::andb, F::orb, F::xorb}));
    EXPECT_THAT(all.functions,
                IsSupersetOf({F::add,           F::sub,       F::mul, F::div,  F::rem,   F::andb, F::orb,
                              F::xorb,          F::notb,      F::neg, F::abs,  F::shl,   F::shr,  F::shra,
                              F::select,        F::to_number, F::cvt, F::sqrt, F::floor, F::ceil, F::trunc,
                              F::round_to_even, F::fma,       F::lt,  F::eq,   F::andl,  F::orl,  F::notl}));
    for (const char* words :
         {"target teams distribute parallel for", "target parallel for", "omp parallel for", " simd simdlen(",
          "map(", "collapse(2)", "collapse(3)", "schedule(dynamic", "num_threads(", "private(",
          "firstprivate(", "reduction(min", "do {", "while (", "for (; ", "omp atomic\n", "map(tofrom: v",
          "static double nest_helper"})
        EXPECT_THAT(all.text, testing::HasSubstr(words));
}

// GCC folds `v < 0` to a constant, and then does not accept the loop.
TEST(RandomNest, NoLoopWithAnUnsignedVariableEndsBeforeZero) {
    const std::regex empty("for \\(unsigned int v\\d+ = 0u; v\\d+ < 0l;");
    constexpr std::uint64_t kHadOne = 11978766303239278120U;
    EXPECT_FALSE(std::regex_search(text_of(random_nest(kHadOne)), empty));
    for (std::uint64_t seed = 0; seed < 50; ++seed)
        EXPECT_FALSE(std::regex_search(text_of(random_nest(seed)), empty)) << seed;
}

TEST(RandomNest, ModelsWidthsAndEnginesAgree) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const NestCase nest = random_nest(seed);
        const auto run = [&](LoopModel model, std::uint32_t width, const char* engine) {
            return run_function(nest.function, nest.arguments, {.model = model, .width = width},
                                *find_engine(engine));
        };
        const FunctionRun expected = run(LoopModel::spmd, 16, "fast");
        ASSERT_EQ(expected.end, FunctionRun::End::stop) << seed << ": " << expected.message;
        for (const FunctionRun& other : {run(LoopModel::spmd, 8, "fast"), run(LoopModel::simd, 16, "fast"),
                                         run(LoopModel::spmd, 32, "rules")}) {
            ASSERT_EQ(other.end, FunctionRun::End::stop) << seed << ": " << other.message;
            for (std::size_t b = 0; b < other.buffers.size(); ++b) {
                EXPECT_EQ(compare(expected.buffers[b], other.buffers[b], nest.function.buffers[b].element)
                              .different,
                          0U)
                    << seed << " " << nest.function.buffers[b].name;
            }
        }
    }
}

TEST(RandomNest, ComesBackFromC) {
    if (const auto file = front_end_file(); !file) GTEST_SKIP() << file.error();
    for (std::uint64_t seed = 100; seed < 115; ++seed) {
        const NestCase nest = random_nest(seed);
        const std::string text = "#pragma omp requires unified_shared_memory\n" + text_of(nest);
        const auto reading = read_function({.file = "x.c", .text = text, .function = "nest", .options = {}});
        ASSERT_TRUE(reading && reading->function) << (reading ? reading->messages : reading.error());
        EXPECT_EQ(dsl::openmp::spell(*reading->function), dsl::openmp::spell(nest.function)) << text_of(nest);
    }
}

}  // namespace
}  // namespace musimd::differential::openmp::random_nest_test
