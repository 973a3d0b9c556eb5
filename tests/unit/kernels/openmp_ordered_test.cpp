// Loops with `ordered(n)`, and reductions of arrays by constructs of a region.

#include "tests/support/openmp_programs.hpp"

namespace musimd::kernels::openmp::openmp_ordered_test {
namespace {

using testing::HasSubstr;

class OpenMpOrdered : public support::OpenMpPrograms {
  protected:
    /// A loop over a wavefront, whose iterations wait at `sinks`.
    static std::string wavefront(const std::string& sinks, const std::string& clauses) {
        return program(
            "int a[8][8], i, j;\nfor (i = 0; i < 8; i++) for (j = 0; j < 8; j++) a[i][j] = 1;\n"
            "#pragma omp parallel for ordered(2) num_threads(3) " +
            clauses + "\nfor (i = 1; i < 8; i++) for (j = 1; j < 8; j++) {\n#pragma omp ordered " + sinks +
            "\na[i][j] = a[i - 1][j] + a[i][j - 1];\n#pragma omp ordered depend(source)\n}\n"
            "printf(\"%d\\n\", a[7][7]);");
    }
};

// ---- what they compute

TEST_F(OpenMpOrdered, AWavefrontSumsBinomials) {
    for (const char* const clauses : {"", "schedule(dynamic)", "schedule(static, 2)", "collapse(2)"})
        expect_prints(wavefront("depend(sink: i - 1, j) depend(sink: i, j - 1)", clauses), "3432\n");
}

TEST_F(OpenMpOrdered, LoopsCountDownInStepsAndComeAgain) {
    expect_prints(
        program("int a[64], n = 60;\n#pragma omp parallel num_threads(3)\nfor (int k = 0; k < 2; k++) {\n"
                "#pragma omp for ordered(1) schedule(dynamic)\nfor (int i = n; i > 0; i -= 2) {\n"
                "#pragma omp ordered depend(sink: i + 2)\na[i] = k + (i < n ? a[i + 2] : 0);\n"
                "#pragma omp ordered depend(source)\n}\n}\nprintf(\"%d\\n\", a[2]);"),
        "30\n");
}

TEST_F(OpenMpOrdered, TheSpellingOfOpenMp52IsRead) {
    expect_prints(program("int a[20];\na[0] = 1;\n#pragma omp parallel for ordered(1) num_threads(4)\n"
                          "for (int i = 1; i < 20; i++) {\n#pragma omp ordered doacross(sink: i - 1)\n"
                          "a[i] = a[i - 1] + 1;\n#pragma omp ordered doacross(source:)\n}\n"
                          "#pragma omp parallel for ordered(1) num_threads(4)\n"
                          "for (int i = 1; i < 20; i++) {\n"
                          "#pragma omp ordered doacross(sink: omp_cur_iteration - 1)\n"
                          "a[i] += a[i - 1];\n#pragma omp ordered doacross(source: omp_cur_iteration)\n}\n"
                          "printf(\"%d %d\\n\", a[1], a[19]);"),
                  "3 210\n");
}

// ---- races

TEST_F(OpenMpOrdered, WhatNoSinkOrdersIsARace) {
    expect_race(wavefront("depend(sink: i, j - 1)", ""), "two threads may do this at the same time", 10);
    EXPECT_EQ(run(wavefront("depend(sink: i - 1, j)", "")).trap, "")
        << "one thread executes an iteration of i";
}

TEST_F(OpenMpOrdered, ASinkThatIsNoIterationOrdersNothing) {
    expect_race(program("int a[20] = {0};\na[1] = 0;\n#pragma omp parallel for ordered(1) num_threads(4)\n"
                        "for (int i = 3; i < 20; i += 2) {\n#pragma omp ordered depend(sink: i - 1)\n"
                        "a[i] = a[i - 2] + 1;\n#pragma omp ordered depend(source)\n}"),
                "two threads may do this at the same time", 10);
}

TEST_F(OpenMpOrdered, WhatComesAfterTheSourceIsNotOrdered) {
    expect_race(program("int a[20];\na[0] = 0;\n#pragma omp parallel for ordered(1) num_threads(4)\n"
                        "for (int i = 1; i < 20; i++) {\n#pragma omp ordered depend(sink: i - 1)\n"
                        "int x = a[i - 1];\n#pragma omp ordered depend(source)\na[i] = x + 1;\n}"),
                "a[1]", 10);
}

// ---- deadlocks

TEST_F(OpenMpOrdered, AnIterationWithoutItsSourceIsADeadlock) {
    expect_trap(program("int n = 0;\n#pragma omp parallel for ordered(1) num_threads(4)\n"
                        "for (int i = 0; i < 20; i++) {\n#pragma omp ordered depend(sink: i - 1)\n"
                        "if (i == 10) continue;\n#pragma omp ordered depend(source)\n}"),
                "deadlock", "waits for an iteration that never reaches `depend(source)`", 8);
}

TEST_F(OpenMpOrdered, ALaterIterationIsADeadlock) {
    expect_trap(program("int n = 0;\n#pragma omp parallel for ordered(1) num_threads(4)\n"
                        "for (int i = 0; i < 20; i++) {\n#pragma omp ordered depend(sink: i + 1)\n;\n"
                        "#pragma omp ordered depend(source)\n}"),
                "deadlock", "or that is after its own", 8);
}

// ---- reductions of arrays

TEST_F(OpenMpOrdered, ConstructsOfARegionReduceArrays) {
    for (const char* const list : {"a", "a[0:n]", "a[:4]", "p[0:n]"}) {
        expect_prints(
            program("int a[4] = {1, 2, 3, 4}, n = 4;\nint *p = a;\n#pragma omp parallel num_threads(3)\n{\n"
                    "#pragma omp for nowait reduction(+: " +
                    std::string(list) + ")\nfor (int i = 0; i < 21; i++) " + list[0] +
                    "[i % 4] += i;\n#pragma omp barrier\n#pragma omp single\na[0] += 1000;\n}\n"
                    "printf(\"%d %d %d %d\\n\", a[0], a[1], a[2], a[3]);"),
            "1061 47 53 59\n");
    }
}

TEST_F(OpenMpOrdered, APartOfAnArrayKeepsItsIndices) {
    expect_prints(program("int a[6] = {9, 9, 9, 9, 9, 9}, b[3] = {0, 0, 9}, n = 2;\n#pragma omp parallel "
                          "num_threads(3)\n{\n"
                          "#pragma omp sections reduction(max: a[n:3]) reduction(+: b[2])\n{\n"
                          "#pragma omp section\n{ a[2] = 20; b[2] = 1; }\n"
                          "#pragma omp section\n{ a[4] = 40; b[2]++; }\n}\n#pragma omp critical\nn = 0;\n}\n"
                          "printf(\"%d %d %d %d\\n\", b[2], a[2], a[3], a[4]);"),
                  "11 20 9 40\n");
}

TEST_F(OpenMpOrdered, ARegionReducesAnArrayOfVariableSize) {
    expect_prints(program("int n = 5, a[n];\nfor (int i = 0; i < n; i++) a[i] = i;\n"
                          "#pragma omp parallel num_threads(3) reduction(+: a[0:n])\n{\n"
                          "#pragma omp for schedule(dynamic)\nfor (int i = 0; i < 10; i++) a[i % 5] += 1;\n"
                          "#pragma omp critical\na[0] += 100;\n}\nprintf(\"%d %d\\n\", a[0], a[4]);"),
                  "302 6\n");
}

TEST_F(OpenMpOrdered, AnElementOutsideOfThePartTraps) {
    expect_trap(program("int a[8] = {0};\n#pragma omp parallel num_threads(3)\n{\n"
                        "#pragma omp for reduction(+: a[0:4])\nfor (int i = 0; i < 8; i++)\na[i] += 1;\n"
                        "#pragma omp barrier\n}"),
                "invalid-address", "outside of", 10);
}

TEST_F(OpenMpOrdered, SizesThatTheRegionComputesAreErrors) {
    EXPECT_THAT(
        reading(program("int a[8] = {0};\n#pragma omp parallel\n{\nint n = omp_get_num_threads();\n"
                        "#pragma omp for reduction(+: a[0:n])\nfor (int i = 0; i < 8; i++) a[0] += 1;\n"
                        "#pragma omp for ordered(1)\nfor (int i = 0; i < n; i++) {\n"
                        "#pragma omp ordered depend(source)\n}\n}"))
            .messages,
        testing::AllOf(HasSubstr("x.c:9:30: error: this must be known before the parallel region, and 'n'"),
                       HasSubstr("x.c:12:1: error: this must be known before the parallel region, and 'n'")));
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_ordered_test
