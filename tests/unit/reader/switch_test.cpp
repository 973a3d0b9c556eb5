#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/launch/front_end.hpp"
#include "tests/support/c_functions.hpp"
#include "tests/support/loop_functions.hpp"

// `switch` in C: the trees, what they compute, and errors.

namespace musimd::reader::switch_test {
namespace {

using namespace dsl;
using support::results_of;

class ClangSwitch : public ::testing::Test {
  protected:
    void SetUp() override {
        if (support::clang_front_end() == nullptr) GTEST_SKIP() << "Clang 19's libraries were not found";
    }

    /// A loop over i whose body begins on line 4; it sets s, which goes to c[i].
    static std::string in_loop(const std::string& body) {
        return "void f(int n, int *c) {\n"
               "#pragma omp parallel for\n"
               "  for (int i = 0; i < n; i++) { int s = 0;\n" +
               body + "\nc[i] = s; } }\n";
    }

    static std::string tree(const std::string& body) {
        Reading reading;
        support::clang_front_end()({"x.c", in_loop(body), "f", {}}, reading);
        return reading.function ? support::text_of(*reading.function) : reading.messages;
    }

    static std::string results(const std::string& body, int n) {
        const std::string count = std::to_string(n);
        return results_of(in_loop(body), {{"n", count}, {"c", count + ":zeros"}});
    }
};

TEST_F(ClangSwitch, WithoutFallthroughIsAChain) {
    EXPECT_EQ(tree("switch (i) {\n"
                   "default: s = 3; break;\n"
                   "case 1:\n"
                   "case -2: s = 4; break;\n"
                   "case 7: { s = 5; break; }\n"
                   "}"),
              " 2 loop max(0, i64(n))\n"
              " 3   i32 i = i32(element)\n"
              " 3   i32 s = 0\n"
              " 6   if orl(eq(i, 1), eq(i, -2))\n"
              " 7     s = 4\n"
              " 6   else\n"
              " 8     if eq(i, 7)\n"
              " 8       s = 5\n"
              " 8     else\n"
              " 5       s = 3\n"
              "10   c[i64(i)] = s\n");
}

TEST_F(ClangSwitch, WithFallthroughEntersTheSegmentsFromTheChosenOne) {
    EXPECT_EQ(tree("switch (i) {\n"
                   "case 1: s = 4;\n"
                   "case 2: if (n) break; s++;\n"
                   "}"),
              " 2 loop max(0, i64(n))\n"
              " 3   i32 i = i32(element)\n"
              " 3   i32 s = 0\n"
              " 4   i32 t = select(eq(i, 1), 1, select(eq(i, 2), 2, 3))\n"
              " 4   condition once = true\n"
              " 4   while once\n"
              " 5     if le(t, 1)\n"
              " 5       s = 4\n"
              " 6     if le(t, 2)\n"
              " 6       if ne(n, 0)\n"
              " 6         break\n"
              " 6       s = add(s, 1)\n"
              " 4   step\n"
              " 4     once = false\n"
              " 8   c[i64(i)] = s\n");
}

TEST_F(ClangSwitch, ComputesWhatCComputes) {
    EXPECT_EQ(
        results(
            "switch (i) { case 0: s += 1; case 1: s += 10; break; default: s += 100; case 3: s += 1000; }",
            6),
        "11 10 1100 1000 1100 1100");
    EXPECT_EQ(results("switch (i & 3) { int t; case 2: t = i; s += t; break; case 3: t = 7; s = t * i; }", 8),
              "0 0 2 21 0 0 6 49");
    EXPECT_EQ(results("switch (i) case 2: s = 1;", 4), "0 0 1 0");
    EXPECT_EQ(results("enum { A, B } e = i; switch (e) { case B: s = 2; break; case A: s = 1; }", 3),
              "1 2 0");
    EXPECT_EQ(results("switch (i) { }", 2), "0 0");
    EXPECT_EQ(results("int k = i; switch (k++) { case 1: s = k; } s += k;", 3), "1 4 3");
}

TEST_F(ClangSwitch, ContinuesTheLoopAround) {
    EXPECT_EQ(
        results(
            "for (int j = 0; j < 5; j++) {\n"
            "  switch (j) { case 1: continue; case 2: s += 10; if (i) continue; s += 100; case 4: s++; }\n"
            "  s += 1000;\n"
            "}",
            2),
        "4112 3011");
    EXPECT_EQ(
        results(
            "switch (i) { case 1: s = 1; default: switch (i) { case 2: continue; case 3: s = 9; } s += 2; }",
            4),
        "2 3 0 11");
    EXPECT_EQ(results("\n#pragma omp simd reduction(+:s)\n"
                      "for (int j = 0; j < 20; j++) {\n"
                      "  switch (j % 4) { case 0: continue; case 1: s += 10; case 2: break; }\n"
                      "  s += 1;\n"
                      "}",
                      2),
              "65 65");
}

TEST_F(ClangSwitch, ReturnsFromAFunction) {
    EXPECT_EQ(
        results_of("static int g(int x) { switch (x) { case 0: case 1: return 4; case 3: x++; } return x; }\n"
                   "void f(int *c) {\n"
                   "#pragma omp parallel for\n"
                   "  for (int i = 0; i < 5; i++) c[i] = g(i); }\n",
                   {{"c", "5:zeros"}}),
        "4 4 2 4 4");
}

TEST_F(ClangSwitch, ChoosesParallelLoopsInHostCode) {
    const std::string text =
        "void f(int mode, int *c) {\n"
        "  for (int k = 0; k < 3; k++) {\n"
        "    switch (mode + k) {\n"
        "      int sum;\n"
        "      case 0: c[0] += 100;\n"
        "      case 1:\n"
        "        sum = 0;\n"
        "#pragma omp parallel for reduction(+ : sum)\n"
        "        for (int i = 0; i < 4; i++) sum += i;\n"
        "        c[k] += sum;\n"
        "        break;\n"
        "      case 2: continue;\n"
        "      default: {\n"
        "#pragma omp parallel for\n"
        "        for (int i = 0; i < 4; i++) c[i] += 10;\n"
        "      }\n"
        "    }\n"
        "    c[3]++;\n"
        "  }\n"
        "}\n";
    EXPECT_EQ(results_of(text, {{"mode", "0"}, {"c", "4:zeros"}}), "106 6 0 2");
    EXPECT_EQ(results_of(text, {{"mode", "2"}, {"c", "4:zeros"}}), "20 20 20 22");
}

TEST_F(ClangSwitch, ScalarsThatIterationsShareAreDeclaredInIt) {
    EXPECT_EQ(results_of("void f(int mode, int *c) {\n"
                         "  switch (mode) {\n"
                         "    int last;\n"
                         "    case 1: last = 5;\n"
                         "#pragma omp parallel for\n"
                         "      for (int i = 0; i < 4; i++) if (i == 2) last = i;\n"
                         "    case 2: c[0] = 1;\n"
                         "      if (mode == 1) c[1] = last;\n"
                         "  }\n"
                         "}\n",
                         {{"mode", "1"}, {"c", "2:zeros"}}),
              "1 2");
}

TEST_F(ClangSwitch, ReportsArraysAndPointersThatAllCasesShare) {
    EXPECT_EQ(tree("switch (i) { case 1: s = 1; case 2:; int *p = c; s = *p; }"),
              "x.c:4:43: error: an array or a pointer in a `switch` must be declared in its own braces\n"
              "    4 | switch (i) { case 1: s = 1; case 2:; int *p = c; s = *p; }\n"
              "      |                                           ^\n");
    EXPECT_EQ(results("switch (i) { case 1: { int *p = &c[i]; *p = 7; s = *p; } case 2: s++; }", 3), "0 8 1");
}

TEST_F(ClangSwitch, ReportsLabelsThatAreNotSupported) {
    EXPECT_EQ(tree("switch (i) { case 1 ... 3: s = 1; break;\n"
                   "case 4: if (n) { case 5: s++; } }"),
              "x.c:4:21: error: case ranges are not supported; list each case\n"
              "    4 | switch (i) { case 1 ... 3: s = 1; break;\n"
              "      |                     ^\n"
              "x.c:5:18: error: a `switch` label inside another statement is not supported\n"
              "    5 | case 4: if (n) { case 5: s++; } }\n"
              "      |                  ^\n"
              "x.c:5:18: error: a label is not supported yet in a parallel loop\n");
}

TEST_F(ClangSwitch, ADeclarationThatNoLaneExecutedHasNoValue) {
    EXPECT_EQ(results("switch (i) { int t = 5; case 0: s = t; }", 1), "trap undefined-variable on line 4");
}

}  // namespace
}  // namespace musimd::reader::switch_test
