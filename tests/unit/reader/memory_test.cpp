#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/c_functions.hpp"
#include "tests/support/loop_functions.hpp"

// Memory that C programs reach by `void *`: what its elements are, and which object it is.

namespace musimd::reader::memory_test {
namespace {

using namespace dsl;
using support::output_of;
using testing::HasSubstr;

class ClangMemory : public ::testing::Test {
  protected:
    void SetUp() override {
        if (support::clang_front_end() == nullptr) GTEST_SKIP() << "Clang 19's libraries were not found";
    }

    static std::string with_library(const std::string& text) {
        return output_of("#include <stdio.h>\n#include <stdlib.h>\n" + text);
    }

    /// A program's own function that asks for memory, on lines 3 to 9.
    static std::string with_allocator(const std::string& text) {
        return with_library(
            "static void *get(size_t bytes) {\n"
            "  void *p = NULL;\n"
            "  if (posix_memalign(&p, 32, bytes) || !p) { puts(\"none\"); exit(1); }\n"
            "  return p;\n"
            "}\n"
            "void *get_many(size_t n, int size) { size_t all = n; all *= size; void *r = get(all); return r; "
            "}\n"
            "void give_back(void *p) { free(p); }\n" +
            text);
    }
};

TEST_F(ClangMemory, RowsOnTheHeap) {
    EXPECT_EQ(
        with_allocator("static void fill(int n, double a[3][4]) {\n"
                       "#pragma omp parallel for\n"
                       "  for (int i = 0; i < n; i++) for (int k = 0; k < 4; k++) a[i][k] = 10 * i + k;\n"
                       "}\n"
                       "int main(void) {\n"
                       "  double (*a)[3][4];\n"
                       "  a = (double (*)[3][4])get_many(12, sizeof(double));\n"
                       "  float (*b)[4] = get(8 * sizeof(float));\n"
                       "  fill(3, *a);\n"
                       "  b[1][3] = (*a)[2][3];\n"
                       "  printf(\"%g %g\", (*a)[1][2], b[1][3]);\n"
                       "  give_back((void *)a); free(b); }\n"),
        "12 23");
}

TEST_F(ClangMemory, AnAccessOutsideNamesTheVariable) {
    EXPECT_THAT(
        with_allocator(
            "int main(void) {\n"
            "  int *first; first = get(10 * sizeof(int)); int *second = get(40);\n"
            "#pragma omp parallel for\n"
            "  for (int i = 0; i < 10; i++) second[i] = first[i + (i == 7 ? second - first : 0)] = i;\n"
            "}\n"),
        HasSubstr("which is outside of first: it has 10 elements"));
}

TEST_F(ClangMemory, TheFirstConversionDecidesWhatTheElementsAre) {
    EXPECT_EQ(with_library("struct pair { int a; double b; };\n"
                           "int main(void) {\n"
                           "  void *p = malloc(4 * sizeof(struct pair)), *bytes = calloc(3, 1);\n"
                           "  struct pair *pairs = p;\n"
                           "  pairs[3].b = 1.5;\n"
                           "  unsigned char *c = bytes;\n"
                           "  c[2] = 255; c[2]++;\n"
                           "  printf(\"%g %d\", ((struct pair *)p)[3].b, c[2]); }\n"),
              "1.5 0");
    EXPECT_THAT(with_library("int main(void) {\n"
                             "  void *p = malloc(80);\n"
                             "  double *d = p;\n"
                             "  int *n = p, *m = (int *)p;\n"
                             "  d[0] = 1; n[0] = 1; }\n"),
                testing::AllOf(HasSubstr("x.c:6:12: error: the first conversion of this memory makes its "
                                         "elements 'double'; they cannot be accessed as 'int'"),
                               HasSubstr("x.c:6:20: error: ")));
}

TEST_F(ClangMemory, ByParametersAndMembers) {
    EXPECT_EQ(with_library(
                  "struct vector { int n; void *data; };\n"
                  "static double sum(void *values, int n) {\n"
                  "  double s = 0; double *v = (double *)values;\n"
                  "  for (int i = 0; i < n; i++) s += v[i];\n"
                  "  return s;\n"
                  "}\n"
                  "static void *pick(void *a, void *b, int first) { return first ? a : b; }\n"
                  "int main(void) {\n"
                  "  struct vector v = {3, malloc(3 * sizeof(double))};\n"
                  "  double *w = malloc(24);\n"
                  "  for (int i = 0; i < v.n; i++) { ((double *)v.data)[i] = i + 1; w[i] = 1; }\n"
                  "  printf(\"%g %g %g\", sum(v.data, v.n), sum(w, 3), *(double *)pick(v.data, w, 0)); }\n"),
              "6 3 1");
}

TEST_F(ClangMemory, ExitEndsTheProgramFromAnyFunction) {
    EXPECT_EQ(
        with_library("static int check(int n) { while (n < 10) { if (n == 5) exit(0); n++; } return n; }\n"
                     "int main(void) {\n"
                     "  printf(\"%d \", check(6));\n"
                     "  for (int i = 0; check(7 - i) < 11; i++) printf(\"%d \", i);\n"
                     "  printf(\"end\"); }\n"),
        "10 0 1 ");
}

TEST_F(ClangMemory, WhatIsNotKnownIsAnError) {
    EXPECT_THAT(with_library("void use(void *p) { *(int *)p = 1; }\n"
                             "int main(void) {\n"
                             "  void *p = malloc(8);\n"
                             "  double *d = p + 1;\n"
                             "  use(malloc(8));\n"
                             "  return d != 0; }\n"),
                testing::AllOf(HasSubstr("x.c:6:17: error: arithmetic on a `void *` is not supported; cast "
                                         "it to a pointer to its elements"),
                               HasSubstr("x.c:7:7: error: the element type of this memory is unknown here; "
                                         "assign the memory to a pointer first")));
}

}  // namespace
}  // namespace musimd::reader::memory_test
