// Parallel loops of more iterations than the machine has warps, which run in parts.

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "tests/support/openmp_functions.hpp"

namespace musimd::kernels::openmp::openmp_long_loops_test {
namespace {

using dsl::LoopModel;
using testing::HasSubstr;

class OpenMpLongLoops : public support::OpenMpFunctions {
  protected:
    /// In parts of 1024 iterations.
    static Run in_parts(const std::string& text, const GivenArguments& given, LoopModel model) {
        return with({.model = model, .most_at_once = 1024, .part = 1024}, text, given);
    }

    static Run with(const Configuration& how, const std::string& text, const GivenArguments& given) {
        const dsl::openmp::LoopFunction function = read(text);
        const auto arguments = read_arguments(function, argument_texts(function, given, 0));
        EXPECT_TRUE(arguments) << arguments.error();
        return run_function(function, *arguments, how, *find_engine("fast"));
    }

    /// One step per warp more: the number of the part's first iteration is added.
    static void expect_same(const std::string& text, const GivenArguments& given, std::int64_t iterations) {
        for (const LoopModel model : kBoth) {
            const Run whole = run(text, given, model);
            const Run parts = in_parts(text, given, model);
            EXPECT_EQ(parts.end, Run::End::stop) << parts.message;
            EXPECT_EQ(parts.buffers, whole.buffers);
            EXPECT_EQ(parts.returned, whole.returned);
            EXPECT_EQ(parts.in_flight, whole.in_flight);
            const std::int64_t lanes = model == LoopModel::spmd ? 16 : 1;
            const auto warps = static_cast<std::uint64_t>((iterations + lanes - 1) / lanes);
            const auto one_more = parts.cost.steps - whole.cost.steps;
            EXPECT_GE(one_more, warps);
            EXPECT_LE(one_more, warps + 30);  // each part combines its own partial values
        }
    }
};

TEST_F(OpenMpLongLoops, ComputeTheSame) {
    expect_same(
        "void f(int n, int *a, const int *b) {\n"
        "#pragma omp parallel for\n"
        "  for (int i = 0; i < n; i++) if (i % 3 != 1) a[i] = b[i] - i;\n"
        "}\n",
        {{"n", "3008"}, {"a", "3008"}, {"b", "3008"}}, 3008);
}

TEST_F(OpenMpLongLoops, ReduceInTheOrderOfIterations) {
    for (const char* const type : {"double", "float", "int", "unsigned char"})
        expect_same(fmt::format("{0} f(int n) {{ {0} s = 1;\n"
                                "#pragma omp parallel for reduction(+: s)\n"
                                "  for (int i = 0; i < n; i++) {{ double x = i + 0.5; s += ({0})(1 / x); }}\n"
                                "  return s; }}\n",
                                type),
                    {{"n", "3008"}}, 3008);
    expect_same(
        "int f(int n) { int s = 0;\n"
        "#pragma omp parallel for reduction(max: s)\n"
        "  for (int i = 0; i < n; i++) s = s < i % 1000 ? i % 1000 : s;\n"
        "  return s; }\n",
        {{"n", "3008"}}, 3008);
}

TEST_F(OpenMpLongLoops, RacesBetweenPartsAreFound) {
    const std::string text =
        "void f(int n, int *a) {\n"
        "#pragma omp parallel for\n"
        "  for (int i = 0; i < n; i++) a[i] = i;\n"
        "#pragma omp parallel for\n"
        "  for (int i = 0; i < n; i++)\n"
        "    if (i == 2000) a[n] = a[5] + 1; else a[i]++;\n"
        "}\n";
    for (const LoopModel model : kBoth) {
        const Run result = in_parts(text, {{"n", "3000"}, {"a", "3001"}}, model);
        EXPECT_EQ(result.trap, "race");
        EXPECT_EQ(result.line, 6U);
        EXPECT_EQ(result.iteration, 2000);
        EXPECT_EQ(result.message,
                  "iteration 2000 of the parallel loop on line 4 reads a[5], which iteration 5 writes on "
                  "line 6; iterations run in any order");
    }
}

TEST_F(OpenMpLongLoops, TrapsNameTheIteration) {
    for (const LoopModel model : kBoth) {
        const Run result = in_parts(
            "int f(int n) { int s = 0;\n"
            "#pragma omp parallel for reduction(+: s)\n"
            "  for (int i = 0; i < n; i++) s += 1 / (i - 2100);\n"
            "  return s; }\n",
            {{"n", "3000"}}, model);
        EXPECT_EQ(result.trap, "division-by-zero");
        EXPECT_EQ(result.iteration, 2100);
    }
}

TEST_F(OpenMpLongLoops, TheSumThatOverflowsTraps) {
    const Run result = in_parts(
        "int f(int n) { int s = 0;\n"
        "#pragma omp parallel for reduction(+: s)\n"
        "  for (int i = 0; i < n; i++) s += 1000000;\n"
        "  return s; }\n",
        {{"n", "3000"}}, LoopModel::spmd);
    EXPECT_EQ(result.trap, "overflow");
    EXPECT_EQ(result.line, 2U);
}

TEST_F(OpenMpLongLoops, ArraysOfTheirIterationsAreRefused) {
    const Run result = in_parts(
        "void f(int n, int *a) {\n"
        "#pragma omp parallel for\n"
        "  for (int i = 0; i < n; i++) { int t[100]; t[i % 100] = i; a[i] = t[i % 100]; }\n"
        "}\n",
        {{"n", "3000"}, {"a", "3000"}}, LoopModel::spmd);
    EXPECT_EQ(result.end, Run::End::refused);
    EXPECT_THAT(result.message, HasSubstr("3000 iterations; a loop that declares arrays"));
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_long_loops_test
