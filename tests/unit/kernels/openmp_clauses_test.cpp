// Clauses of simd loops and parallel loops in C with OpenMP, under both models.

#include <gmock/gmock.h>

#include "tests/support/openmp_functions.hpp"

namespace musimd::kernels::openmp::openmp_clauses_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class OpenMpClauses : public support::OpenMpFunctions {
  protected:
    static std::string in_loop(const std::string& statements) {
        return "void f(int n, int *out, int *y) {\n#pragma omp parallel for\n"
               "for (int i = 0; i < 3; i++) {\n" +
               statements + "\n}\n}\n";
    }

    /// out[0..2] after a parallel loop of three iterations with these statements; n is 30.
    static std::vector<std::uint64_t> out(const std::string& statements, dsl::LoopModel model) {
        const Run result =
            run(in_loop(statements), {{"n", "30"}, {"out", "3:zeros"}, {"y", "300:zeros"}}, model);
        EXPECT_EQ(result.end, FunctionRun::End::stop) << result.message;
        return result.buffers.at(0);
    }
};

TEST_F(OpenMpClauses, LastprivateIsTheValueOfTheLastIteration) {
    for (const dsl::LoopModel model : kBoth) {
        EXPECT_THAT(
            out("int x = 7, z;\n"
                "#pragma omp simd simdlen(8) lastprivate(x, z)\n"
                "for (int j = 0; j < n - i; j++) { x = j * 10; z = -1; if (j % 2) continue; z = j; }\n"
                "out[i] = x + z;",
                model),
            ElementsAre(289, 308, 269));
        // Fewer iterations than lanes, and none.
        EXPECT_THAT(out("int x = 7;\n"
                        "#pragma omp simd simdlen(8) lastprivate(x)\n"
                        "for (int j = 0; j < i; j++) x = j + 100;\n"
                        "out[i] = x;",
                        model),
                    ElementsAre(7, 100, 101));
        // The loop's own variable, with a reduction.
        EXPECT_THAT(out("int j, s = 0;\n"
                        "#pragma omp simd lastprivate(j) reduction(+: s)\n"
                        "for (j = i; j < n; j += 7) s += j;\n"
                        "out[i] = 1000 * j + s;",
                        model),
                    ElementsAre(35070, 36075, 30050));
    }
}

TEST_F(OpenMpClauses, LinearAdvancesByItsStepInEachIteration) {
    for (const dsl::LoopModel model : kBoth) {
        EXPECT_THAT(out("int x = 5, z = i, s = 0;\n"
                        "#pragma omp simd simdlen(4) linear(x: 3) linear(z) reduction(+: s)\n"
                        "for (int j = 0; j < 10; j++) { s += x == 5 + 3 * j && z == i + j; x += 3; z++; }\n"
                        "out[i] = 10000 * s + 100 * x + z;",
                        model),
                    ElementsAre(103510, 103511, 103512));
        EXPECT_THAT(out("long x = 0; const int by = i - 1;\n"
                        "#pragma omp simd linear(x: by)\n"
                        "for (int j = 0; j < n; j++) { y[100 * i + j] = x; x += by; }\n"
                        "out[i] = x + y[100 * i + 29];",
                        model),
                    ElementsAre(static_cast<std::uint32_t>(-59), 0, 59));
    }
}

TEST_F(OpenMpClauses, IfOfASimdLoopIsWidth1) {
    const std::string text = in_loop(
        "int s = 0;\n#pragma omp simd if(simd: 0) reduction(+: s)\n"
        "for (int j = 0; j < n; j++) s += j;\nout[i] = s;");
    for (const dsl::LoopModel model : kBoth) {
        const Run result = run(text, {{"n", "30"}, {"out", "3:zeros"}, {"y", "3"}}, model);
        EXPECT_THAT(result.buffers.at(0), ElementsAre(435, 435, 435));
        EXPECT_EQ(result.widest, model == dsl::LoopModel::spmd ? 16U : 1U);
    }
    EXPECT_THAT(out("int s = 0;\n#pragma omp simd if(n > 3) reduction(+: s)\n"
                    "for (int j = 0; j < n; j++) s += j;\nout[i] = s;",
                    dsl::LoopModel::simd),
                ElementsAre(435, 435, 435));
}

TEST_F(OpenMpClauses, PromisesAndPlacesHaveNoEffect) {
    const std::string text =
        "#pragma omp declare target\n"
        "static int twice(int x) { return 2 * x; }\n"
        "#pragma omp end declare target\n"
        "#pragma omp declare simd simdlen(8) uniform(x) notinbranch\n"
        "static int next(int x) { return x + 1; }\n"
        "void f(int n, int *out, int *y) {\n"
        "#pragma omp target teams distribute parallel for if(target: n > 3) if(parallel: 0) \\\n"
        "    is_device_ptr(y) defaultmap(tofrom: scalar) proc_bind(close) dist_schedule(static) \\\n"
        "    order(concurrent) has_device_addr(out)\n"
        "for (int i = 0; i < n; i++) {\n"
        "#pragma omp simd aligned(y: 16) nontemporal(y) order(concurrent)\n"
        "for (int j = 0; j < 2; j++) y[2 * i + j] = next(twice(j));\n"
        "out[i] = y[2 * i] + y[2 * i + 1];\n}\n}\n";
    for (const dsl::LoopModel model : kBoth) {
        const Run result = run(text, {{"n", "3"}, {"out", "3:zeros"}, {"y", "6:zeros"}}, model);
        EXPECT_THAT(result.buffers.at(0), ElementsAre(4, 4, 4)) << result.message;
    }
}

TEST_F(OpenMpClauses, SimdLoopsInsideOfSimdLoopsRunInOrder) {
    for (const dsl::LoopModel model : kBoth) {
        EXPECT_THAT(out("int s = 0;\n"
                        "#pragma omp simd simdlen(4) reduction(+: s)\n"
                        "for (int j = 0; j < 9; j++) {\n"
                        "int p = 1, last = 0;\n"
                        "#pragma omp simd reduction(*: p) lastprivate(last)\n"
                        "for (int k = 1; k < 4; k++) { p *= k; last = k; }\n"
                        "s += p + last;\n}\n"
                        "out[i] = s;",
                        model),
                    ElementsAre(81, 81, 81));
    }
}

TEST_F(OpenMpClauses, WhatIsNotSupportedIsAnErrorAtTheClause) {
    const std::string text =
        messages(in_loop("int x = 0; static int g;\n"
                         "#pragma omp simd private(x)\n"
                         "for (int j = 0; j < n; j++) x = j;\n"
                         "#pragma omp simd\n"
                         "for (int j = 0; j < n; j++) {\n"
                         "int p = 0;\n"
                         "#pragma omp simd\n"
                         "for (int k = 0; k < 4; k++) p += k;\n"
                         "y[j] = p;\n}\n"));
    EXPECT_THAT(text, HasSubstr("x.c:11:29: error: 'p' is assigned by all iterations of the simd loop"));
    EXPECT_THAT(text, Not(HasSubstr("x.c:8")));
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_clauses_test
