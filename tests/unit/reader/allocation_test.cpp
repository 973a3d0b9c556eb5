#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/c_functions.hpp"
#include "tests/support/loop_functions.hpp"

// Memory that C programs ask for, and pointers in variables of the program, in structures and to variables.

namespace musimd::reader::allocation_test {
namespace {

using namespace dsl;
using support::output_of;
using testing::HasSubstr;

class ClangAllocation : public ::testing::Test {
  protected:
    void SetUp() override {
        if (support::clang_front_end() == nullptr) GTEST_SKIP() << "Clang 19's libraries were not found";
    }

    static std::string with_library(const std::string& text) {
        return output_of("#include <stdio.h>\n#include <stdlib.h>\n" + text);
    }
};

TEST_F(ClangAllocation, EachCallIsAnObject) {
    EXPECT_EQ(with_library("struct row { int n; int *cells; } *rows;\n"
                           "int main(void) {\n"
                           "  rows = malloc(3 * sizeof *rows);\n"
                           "  for (int i = 0; i < 3; i++) {\n"
                           "    rows[i].n = i + 1;\n"
                           "    rows[i].cells = calloc(rows[i].n, sizeof(int));\n"
                           "    if (rows[i].cells == NULL) return 1;\n"
                           "  }\n"
                           "#pragma omp parallel for\n"
                           "  for (int i = 0; i < 3; i++)\n"
                           "    for (int k = 0; k < rows[i].n; k++) rows[i].cells[k] += 10 * i + k;\n"
                           "  for (int i = 0; i < 3; i++) printf(\"%d \", rows[i].cells[i]);\n"
                           "  for (int i = 0; i < 3; i++) free(rows[i].cells); }\n"),
              "0 11 22 ");
}

TEST_F(ClangAllocation, PointersCanBeExchanged) {
    EXPECT_EQ(with_library("double *a, *b;\n"
                           "int main(void) {\n"
                           "  double *t;\n"
                           "  a = malloc(4 * sizeof(double)); b = malloc(4 * sizeof(double));\n"
                           "  for (int i = 0; i < 4; i++) a[i] = b[i] = i;\n"
                           "  for (int n = 0; n < 3; n++) {\n"
                           "#pragma omp parallel for\n"
                           "    for (int i = 1; i < 4; i++) b[i] = a[i] + a[i - 1];\n"
                           "    t = a; a = b; b = t;\n"
                           "  }\n"
                           "  printf(\"%g %g\", a[3], b[3]); }\n"),
              "12 8");
}

TEST_F(ClangAllocation, AnAccessOutsideOfItIsATrap) {
    EXPECT_THAT(with_library("int *a;\n"
                             "int main(void) {\n"
                             "  for (int n = 0; n < 40; n++) a = malloc(10 * sizeof(int));\n"
                             "  a[10] = 1; }\n"),
                HasSubstr("line 6: "));
}

// The distance between two objects is that in memory.
TEST_F(ClangAllocation, AnAccessThatHitsAnotherObjectIsATrap) {
    EXPECT_EQ(with_library("int a[10], b[10];\n"
                           "int main(void) {\n"
                           "#pragma omp parallel for\n"
                           "  for (int i = 0; i < 10; i++) a[i + (i == 7 ? b - a : 0)] = i; }\n")
                  .substr(0, 32),
              "simd line 6: thread 0 uses a[208");
    EXPECT_THAT(with_library("int a[10], b[10];\n"
                             "int main(void) {\n"
                             "  b[3] = 1;\n"
                             "  return a[b - a + 3]; }\n"),
                HasSubstr("which is outside of a: it has 10 elements"));
}

TEST_F(ClangAllocation, ReportsNameTheVariable) {
    EXPECT_THAT(with_library("int *counter;\n"
                             "void count(void) { (*counter)++; }\n"
                             "int main(void) {\n"
                             "  counter = malloc(sizeof(int)); *counter = 0;\n"
                             "#pragma omp parallel\n"
                             "  count(); }\n"),
                HasSubstr("line 4: data race on counter[0]"));
}

TEST_F(ClangAllocation, AVariableWhoseAddressThreadsTakeIsShared) {
    const std::string text =
        "void add(int *to) {\n"
        "#pragma omp atomic\n"
        "  *to += 1;\n"
        "}\n"
        "int main(void) { int n = 0;\n"
        "#pragma omp parallel num_threads(4)\n"
        "  add(&n);\n"
        "  printf(\"%d\", n); }\n";
    EXPECT_EQ(with_library(text), "4");
    std::string racing = text;
    racing.replace(racing.find("#pragma omp atomic"), 18, "");
    EXPECT_THAT(with_library(racing), HasSubstr("line 5: data race on n:"));
}

TEST_F(ClangAllocation, ThreadsGetMemoryOfTheirOwn) {
    EXPECT_EQ(with_library("int main(void) { int a[4];\n"
                           "#pragma omp parallel for\n"
                           "  for (int i = 0; i < 4; i++) {\n"
                           "    int *p = malloc(8), *q = calloc(2, 4);\n"
                           "    p[1] = i; q[0] += p[1]; a[i] = q[0] + q[1]; free(p); }\n"
                           "  printf(\"%d %d\", a[1], a[3]); }\n"),
              "1 3");
}

TEST_F(ClangAllocation, MoreThanThereIsForThreadsIsANullPointer) {
    EXPECT_EQ(with_library("int main(void) { int n = 0;\n"
                           "#pragma omp parallel for reduction(+: n)\n"
                           "  for (int i = 0; i < 4; i++) {\n"
                           "    int *p = malloc(4ul * 400000); if (p == NULL) n++; }\n"
                           "  printf(\"%d\", n); }\n"),
              "2");
}

TEST_F(ClangAllocation, FilesAreNotWritten) {
    EXPECT_EQ(with_library("int main(void) {\n"
                           "  FILE *file = fopen(\"x.txt\", \"w\");\n"
                           "  if (file == NULL) return 1;\n"
                           "  fprintf(file, \"%d\", 1); fprintf(stdout, \"%d\", 2);\n"
                           "  fclose(file); return remove(\"x.txt\"); }\n"),
              "2");
}

}  // namespace
}  // namespace musimd::reader::allocation_test
