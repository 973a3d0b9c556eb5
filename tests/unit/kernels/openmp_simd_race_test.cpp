// Iterations of a simd loop that depend on each other, under both models.

#include <gmock/gmock.h>

#include "tests/support/openmp_functions.hpp"

namespace musimd::kernels::openmp::openmp_simd_race_test {
namespace {

using testing::HasSubstr;

class OpenMpSimdRaces : public support::OpenMpFunctions {
  protected:
    /// A parallel loop of three iterations with these statements, from line 4 on. Each has 100 elements of
    /// a, from a[at]; b has 300.
    static Run of(const std::string& statements, dsl::LoopModel model) {
        return run(
            "void f(int n, int *a, int *b) {\n#pragma omp parallel for\n"
            "for (int i = 0; i < 3; i++) { const int at = 100 * i;\n" +
                statements + "\n}\n}\n",
            {{"n", "30"}, {"a", "300:iota"}, {"b", "300:iota"}}, model);
    }

    static void expect_none(const std::string& statements) {
        for (const dsl::LoopModel model : kBoth)
            EXPECT_EQ(of(statements, model).end, FunctionRun::End::stop) << statements << "\n"
                                                                         << of(statements, model).message;
    }

    static void expect_race(const std::string& statements) {
        for (const dsl::LoopModel model : kBoth) EXPECT_EQ(of(statements, model).trap, "race") << statements;
    }
};

TEST_F(OpenMpSimdRaces, AnIterationReadsWhatTheOneBeforeWrites) {
    const std::string text =
        "#pragma omp simd\n"
        "for (int j = 0; j < n; j++) {\n"
        "int x = b[at + j];\n"
        "x += a[at + j];\n"
        "a[at + j + 1] = x;\n}";
    const Run spmd = of(text, dsl::LoopModel::spmd);
    EXPECT_EQ(spmd.trap, "race");
    EXPECT_EQ(spmd.line, 7U);
    EXPECT_EQ(spmd.iteration, 0);
    EXPECT_EQ(spmd.message,
              "iteration 1 of the simd loop on line 4 reads a[1], which iteration 0 writes on line 8; "
              "iterations run in any order");
    const Run simd = of(text, dsl::LoopModel::simd);
    EXPECT_EQ(simd.trap, "race");
    EXPECT_EQ(simd.line, 8U);
    EXPECT_EQ(simd.message,
              "iteration 0 of the simd loop on line 4 writes a[1], which iteration 1 reads on line 7; "
              "iterations run in any order");
}

TEST_F(OpenMpSimdRaces, SafelenBoundsTheDistance) {
    const auto shifted = [](const std::string& clause, const std::string& distance) {
        return "#pragma omp simd " + clause + "\nfor (int j = 0; j < n; j++) a[at + j + " + distance +
               "] = a[at + j] + 1;";
    };
    expect_none(shifted("safelen(4)", "4"));
    expect_none(shifted("safelen(4)", "9"));
    expect_race(shifted("safelen(4)", "3"));
    expect_race(shifted("safelen(5) simdlen(4)", "4"));
    expect_race(shifted("", "29"));
    expect_none(shifted("", "30"));
    expect_race(shifted("simdlen(4)", "4"));
    EXPECT_THAT(of(shifted("safelen(4)", "3"), dsl::LoopModel::spmd).message,
                HasSubstr("a[3], which iteration 0 writes on line 5; iterations that are less than 4 apart "
                          "(safelen) run in any order"));
}

TEST_F(OpenMpSimdRaces, OneIterationAtATimeHasNone) {
    expect_none("#pragma omp simd if(0)\nfor (int j = 0; j < n; j++) a[at + j + 1] = a[at + j];");
    expect_none("#pragma omp simd safelen(1)\nfor (int j = 0; j < n; j++) a[at + j + 1] = a[at + j];");
    expect_none("for (int j = 0; j < n; j++) a[at + j + 1] = a[at + j];");
}

TEST_F(OpenMpSimdRaces, EqualValuesRaceAndReadsDoNot) {
    expect_race("#pragma omp simd\nfor (int j = 0; j < n; j++) a[at] = 7;");
    expect_none("#pragma omp simd\nfor (int j = 0; j < n; j++) a[at + j] = b[0];");
    expect_none("#pragma omp simd\nfor (int j = 0; j < n; j++) { a[at + j] = 1; a[at + j] += a[at + j]; }");
}

// Iterations that the machine runs far apart, or in different lanes after a branch.
TEST_F(OpenMpSimdRaces, IterationsThatTheMachineNeverRunsAtOnce) {
    expect_race("#pragma omp simd simdlen(8)\nfor (int j = 0; j < n; j++) if (j == 1 || j == 25) a[at] = 7;");
    expect_race(
        "#pragma omp simd simdlen(8)\nfor (int j = 0; j < n; j++) "
        "{ if (j == 3) b[at + j] = a[at]; else if (j == 2) a[at] = 7; }");
}

// OpenMP 5.2, 10.4: lexical forward dependences are preserved.
TEST_F(OpenMpSimdRaces, LanesKeepTheOrderOfTheText) {
    const std::string loop = "#pragma omp simd\nfor (int j = 1; j < n; j++) ";
    expect_none(loop + "a[at + j] = a[at + j + 1];");
    expect_none(loop + "{ b[at + j] = a[at + j + 2]; a[at + j] = 1; }");
    expect_none(loop + "{ if (j % 2 == 0) b[at + j] = a[at + j + 1]; a[at + j] = 1; }");
    expect_race(loop + "{ a[at + j] = 1; b[at + j] = a[at + j + 1]; }");
    expect_race("#pragma omp simd order(concurrent)\nfor (int j = 1; j < n; j++) a[at + j] = a[at + j + 1];");
    expect_race(loop + "for (int k = 0; k < 2; k++) { a[at + j] = k; b[at + j] = a[at + j - 1]; }");
}

TEST_F(OpenMpSimdRaces, AtomicsRaceWithPlainAccesses) {
    const std::string loop = "#pragma omp simd\nfor (int j = 0; j < n; j++) {\n";
    expect_none(loop + "#pragma omp atomic\na[at] += j;\n}");
    expect_race(loop + "#pragma omp atomic\na[at] += j;\nif (j == 3) a[at] = 1;\n}");
    expect_none(loop + "int v;\n#pragma omp atomic read\nv = a[at];\nb[at + j] = v + a[at];\n}");
}

// What one loop writes, the next one may read; so may the next execution of the same loop.
TEST_F(OpenMpSimdRaces, ExecutionsAreOrdered) {
    expect_none(
        "#pragma omp simd\nfor (int j = 0; j < n; j++) a[at + j] = j;\n"
        "#pragma omp simd\nfor (int j = 0; j < n; j++) b[at + j] = a[at + n - 1 - j];");
    expect_none(
        "for (int k = 1; k < 4; k++) {\n"
        "#pragma omp simd\nfor (int j = 0; j < n; j++) a[at + j + k] = j;\n}");
}

TEST_F(OpenMpSimdRaces, OfALoopInsideAnother) {
    expect_none(
        "#pragma omp simd simdlen(4)\nfor (int j = 0; j < 5; j++) {\n"
        "#pragma omp simd\nfor (int k = 0; k < 5; k++) a[at + 5 * j + k] = k;\n}");
    expect_race(
        "#pragma omp simd simdlen(4)\nfor (int j = 0; j < 5; j++) {\n"
        "#pragma omp simd\nfor (int k = 0; k < 5; k++) a[at + 5 * j] = k;\n}");
    expect_race(
        "#pragma omp simd simdlen(4)\nfor (int j = 0; j < 5; j++) {\n"
        "#pragma omp simd\nfor (int k = 0; k < 5; k++) a[at + k] = k;\n}");
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_simd_race_test
