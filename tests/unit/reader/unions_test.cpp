#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/c_functions.hpp"
#include "tests/support/loop_functions.hpp"

// Numbers that are read as others of the same size: unions, conversions of pointers, `memcpy` and `memset`.

namespace musimd::reader::unions_test {
namespace {

using namespace dsl;
using support::output_of;
using testing::AllOf;
using testing::HasSubstr;

class ClangUnions : public ::testing::Test {
  protected:
    void SetUp() override {
        if (support::clang_front_end() == nullptr) GTEST_SKIP() << "Clang 19's libraries were not found";
    }

    static std::string with_library(const std::string& text) {
        return output_of("#include <stdio.h>\n#include <string.h>\n" + text);
    }
};

TEST_F(ClangUnions, MembersOfOneSizeShareTheirBits) {
    EXPECT_EQ(
        with_library(
            "typedef union { float f; unsigned u; int i; } word;\n"
            "union { double d[2]; struct { long low, high; } l; } all = {{1.0, -2.0}};\n"
            "struct tagged { int tag; union { int n; float x; }; } t[3];\n"
            "static word flipped(word w) { w.u ^= 1u << 31; return w; }\n"
            "int main(void) { unsigned bits[4];\n"
            "#pragma omp parallel for\n"
            "  for (int i = 0; i < 4; i++) { word w; w.f = i + 1; bits[i] = flipped(w).u; }\n"
            "  for (int i = 0; i < 3; i++) { t[i].tag = i; t[i].x = -1.0f; }\n"
            "  word w = {.i = -1};\n"
            "  printf(\"%x %x %u %ld %d\", bits[0], bits[3], w.u, all.l.high >> 52, t[2].n >> 23); }\n"),
        "bf800000 c0800000 4294967295 -1024 -129");
}

TEST_F(ClangUnions, PointersToNumbersOfOneSize) {
    EXPECT_EQ(with_library("int main(void) { float x[4]; double d = 1; unsigned char c[2] = {200, 1};\n"
                           "  for (int i = 0; i < 4; i++) x[i] = i;\n"
                           "  unsigned *bits = (unsigned *)x; signed char *s = (signed char *)c;\n"
                           "#pragma omp parallel for\n"
                           "  for (int i = 0; i < 4; i++) bits[i] |= 0x80000000u;\n"
                           "  *(unsigned long *)&d += 1ul << 52;\n"
                           "  for (unsigned *p = bits; p < bits + 2; p++) *p = *p + 1;\n"
                           "  printf(\"%g %g %d %x\", x[3], d, s[0], bits[1]); }\n"),
              "-3 2 -56 bf800001");
}

TEST_F(ClangUnions, PartsOfNumbersAreErrors) {
    EXPECT_THAT(
        with_library("union mixed { int n; char c[4]; };\n"
                     "int main(void) { int a[4] = {1}; double d = 0;\n"
                     "  union mixed m;\n"
                     "  char *bytes = (char *)a;\n"
                     "  int low = *(int *)&d;\n"
                     "  long *wide = (long *)a;\n"
                     "  memset(a, 0, 6);\n"
                     "  memcpy(a, &d, sizeof d);\n"
                     "  return 0; }\n"),
        AllOf(
            HasSubstr("x.c:5:15: error: the members of this union differ in size: 'n' is 'int', "
                      "'c' is 'char[4]'"),
            HasSubstr("x.c:6:17: error: elements of 'int' cannot be accessed as 'char': their sizes differ"),
            HasSubstr("x.c:7:14: error: elements of 'double' cannot be accessed as 'int'"),
            HasSubstr("x.c:8:16: error: elements of 'int' cannot be accessed as 'long'"),
            HasSubstr("x.c:9:16: error: the size is not a multiple of the element size: 'int' has 4 bytes"),
            HasSubstr("x.c:10:3: error: elements of 'double' cannot be copied to elements of 'int'")));
}

TEST_F(ClangUnions, WholeObjectsAreCopiedAndFilled) {
    EXPECT_EQ(with_library("struct pair { int n; double x[2]; };\n"
                           "int main(void) {\n"
                           "  struct pair a[3], b[3], one; int n[6], m[6]; float f[6]; unsigned char c[4];\n"
                           "  memset(a, 0, sizeof a); memset(n, -1, sizeof n); memset(c, 'x', 3); c[3] = 1;\n"
                           "  a[1].x[1] = 2.5; a[2].n = 7;\n"
                           "  memcpy(b, a, sizeof b); memcpy(&one, &b[1], sizeof(struct pair));\n"
                           "  for (int i = 0; i < 6; i++) f[i] = i;\n"
                           "  int count = n[0] + 5;\n"
                           "  memcpy(m + 2, f + 2, count * sizeof(int));\n"
                           "  printf(\"%d %g %d %d %x %x\", b[2].n, one.x[1], n[5], c[2], m[2], m[5]); }\n"),
              "7 2.5 -1 120 40000000 40a00000");
}

TEST_F(ClangUnions, FirstMembersAreCopied) {
    EXPECT_EQ(with_library(
                  "struct pair { int n; double x[2]; };\n"
                  "int main(void) {\n"
                  "  struct pair a[2] = {{1, {2, 3}}, {4, {5, 6}}}, b[2] = {0}, c[2] = {0};\n"
                  "  memcpy(b, a, sizeof(struct pair) + 8);\n"
                  "  for (int bytes = 8; bytes <= 16; bytes += 8) memcpy(&c[bytes / 16], a, bytes);\n"
                  "  printf(\"%g %d %g %d %g %d %g %g\", b[0].x[1], b[1].n, b[1].x[0], c[0].n, c[0].x[0],\n"
                  "         c[1].n, c[1].x[0], c[1].x[1]); }\n"),
              "3 4 0 1 0 1 2 0");
    EXPECT_THAT(
        with_library("struct pair { int n; short x[2]; };\n"
                     "int main(void) { struct pair a = {0}, b; memcpy(&b, &a, 7); return 0; }\n"),
        HasSubstr(
            "x.c:4:57: error: the size is not a multiple of the element size: 'struct pair' has 8 bytes"));
}

}  // namespace
}  // namespace musimd::reader::unions_test
