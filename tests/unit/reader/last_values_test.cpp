#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/c_functions.hpp"
#include "tests/support/loop_functions.hpp"

// What parallel loops leave in variables and arrays of the code around them: `lastprivate`, `linear`,
// reductions of arrays, and `collapse` of simd loops. The expected numbers are those of GCC with -fopenmp.

namespace musimd::reader::last_values_test {
namespace {

using namespace dsl;
using testing::HasSubstr;

class ClangLastValues : public ::testing::Test {
  protected:
    void SetUp() override {
        if (support::clang_front_end() == nullptr) GTEST_SKIP() << "Clang 19's libraries were not found";
    }

    /// `main` with these lines, from line 4 on, after variables that are 0.
    static std::string output(const std::string& lines) {
        return support::output_of(
            "#include <stdio.h>\n"
            "int g, i, j, x, y, h[4];\n"
            "int main(void) {\n" +
            lines + "\n}\n");
    }
};

TEST_F(ClangLastValues, AreThoseOfTheLastIteration) {
    EXPECT_EQ(output("#pragma omp parallel for lastprivate(x, g, i)\n"
                     "for (i = 0; i < 20; i++) { x = g = i; if (i % 2) continue; x++; }\n"
                     "printf(\"%d %d %d\", x, g, i);"),
              "19 19 20");
    EXPECT_EQ(output("int z = 5;\n"
                     "#pragma omp parallel for collapse(2) lastprivate(z, i, j)\n"
                     "for (i = 0; i < 3; i++) for (j = 4; j > 0; j -= 2) z = 10 * i + j;\n"
                     "printf(\"%d %d %d\", z, i, j);"),
              "22 3 0");
    EXPECT_EQ(output("x = 7;\n"
                     "#pragma omp parallel for lastprivate(x)\n"
                     "for (i = 0; i < y; i++) x = i;\n"
                     "printf(\"%d\", x);"),
              "7");
    EXPECT_EQ(output("#pragma omp parallel sections lastprivate(x)\n"
                     "{ x = 1;\n"
                     "#pragma omp section\n"
                     "x = 2; }\n"
                     "printf(\"%d\", x);"),
              "2");
}

TEST_F(ClangLastValues, ConditionalOnesAreThoseOfTheLastAssignment) {
    EXPECT_EQ(output("g = 5;\n"
                     "#pragma omp parallel for lastprivate(conditional: x, g)\n"
                     "for (i = 0; i < 20; i++) { if (i % 8 == 1) x = i; if (i > 50) g++; }\n"
                     "printf(\"%d %d\", x, g);"),
              "17 5");
}

TEST_F(ClangLastValues, LinearVariablesAdvance) {
    EXPECT_EQ(output("int a[20]; x = 3;\n"
                     "#pragma omp parallel for linear(x: 2)\n"
                     "for (i = 0; i < 20; i++) { a[i] = x; x += 2; }\n"
                     "printf(\"%d %d %d\", a[0], a[19], x);"),
              "3 41 43");
    EXPECT_EQ(output("#pragma omp parallel for simd\n"
                     "for (i = 0; i < 10; i += 3) { }\n"
                     "printf(\"%d\", i);"),
              "12");
}

TEST_F(ClangLastValues, ArraysAreReduced) {
    EXPECT_EQ(output("float m[2][2] = {{1, 2}, {3, 4}}; int *p = h;\n"
                     "for (i = 0; i < 4; i++) h[i] = 1;\n"
                     "#pragma omp parallel for reduction(+: h, p[1:2]) reduction(max: m)\n"
                     "for (i = 0; i < 10; i++) { h[i % 4]++; p[1]--; p[2]--; m[i % 2][1] = i; }\n"
                     "printf(\"%d %d %d %d %g %g\", h[0], h[1], h[2], h[3], m[0][1], m[1][1]);"),
              "4 -6 -7 3 8 9");
    EXPECT_THAT(output("#pragma omp parallel for reduction(+: h[1:2])\n"
                       "for (int k = 0; k < 4; k++) h[k]++;"),
                HasSubstr("line 5: "));
    EXPECT_EQ(output("x = 1;\n#pragma omp parallel for reduction(+: h[x:x + 1])\n"
                     "for (int k = 1; k < 3; k++) h[k] = k;\nprintf(\"%d\", h[2]);"),
              "2");
    EXPECT_THAT(output("float m[2][2];\n#pragma omp parallel for reduction(+: m[0][0:2])\n"
                       "for (int k = 0; k < 4; k++) m[0][0]++;"),
                HasSubstr("error: this reduction of an array section is not supported yet"));
    EXPECT_THAT(output("#pragma omp parallel for reduction(+: h[0:2]) reduction(max: h[2:2])\n"
                       "for (int k = 0; k < 4; k++) h[0]++;"),
                HasSubstr("x.c:4:62: error: reductions of two sections of one array are not supported yet"));
}

TEST_F(ClangLastValues, SimdLoopsAreCollapsed) {
    EXPECT_EQ(output("int a[3][5], z;\n"
                     "#pragma omp simd collapse(2) lastprivate(z)\n"
                     "for (i = 0; i < 3; i++) for (int k = 0; k < 5; k++) { a[i][k] = 10 * i + k; z = i; }\n"
                     "printf(\"%d %d %d %d\", a[0][4], a[2][3], z, i);"),
              "4 23 2 3");
    EXPECT_EQ(output("#pragma omp parallel for reduction(+: x)\n"
                     "for (int n = 1; n < 4; n++) { int s = 0;\n"
                     "#pragma omp simd collapse(2) reduction(+: s) simdlen(4)\n"
                     "for (int r = 0; r < n; r++) for (int k = n; k >= 0; k--) s += 10 * r + k;\n"
                     "x += s; }\n"
                     "printf(\"%d\", x);"),
              "175");
    EXPECT_THAT(
        output("#pragma omp simd collapse(2)\n"
               "for (int r = 0; r < 3; r++) for (int k = 0; k < 3; k++) h[k] = r;"),
        HasSubstr("line 5: iteration 3 of the simd loop on line 4 writes h[0], which iteration 0 writes"));
}

TEST_F(ClangLastValues, TeamsReduceAndRace) {
    EXPECT_EQ(output("#pragma omp target map(tofrom: x)\n"
                     "#pragma omp teams reduction(+: x)\n"
                     "#pragma omp distribute\n"
                     "for (int r = 0; r < 3; r++)\n"
                     "#pragma omp parallel for reduction(+: x)\n"
                     "for (int k = 0; k < 4; k++) x += 10 * r + k;\n"
                     "printf(\"%d\", x);"),
              "138");
    EXPECT_THAT(output("#pragma omp teams\n"
                       "h[1] += 2;"),
                HasSubstr("line 5: data race on h[1]"));
}

}  // namespace
}  // namespace musimd::reader::last_values_test
