#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/launch/front_end.hpp"
#include "tests/support/c_functions.hpp"
#include "tests/support/loop_functions.hpp"

// Structures, local arrays and pointers in C: the trees, what they compute, and errors.

namespace musimd::reader::objects_test {
namespace {

using namespace dsl;
using support::results_of;
using testing::HasSubstr;

class ClangObjects : public ::testing::Test {
  protected:
    void SetUp() override {
        if (support::clang_front_end() == nullptr) GTEST_SKIP() << "Clang 19's libraries were not found";
    }

    /// A loop over i whose body begins on line 4; it sets s, which goes to c[i].
    static std::string in_loop(const std::string& body, const std::string& before) {
        return before +
               "void f(int n, const int *a, int *c) {\n"
               "#pragma omp parallel for\n"
               "  for (int i = 0; i < n; i++) { int s = 0;\n" +
               body + "\nc[i] = s; } }\n";
    }

    static std::string tree(const std::string& body, const std::string& before = "") {
        Reading reading;
        support::clang_front_end()({"x.c", in_loop(body, before), "f", {}}, reading);
        return reading.function ? support::text_of(*reading.function) : reading.messages;
    }

    /// c after four iterations; a is 0, 1, 2, …
    static std::string results(const std::string& body, const std::string& before = "") {
        return results_of(in_loop(body, before), {{"n", "4"}, {"a", "40:iota"}, {"c", "4:zeros"}});
    }
};

// ---- structures

TEST_F(ClangObjects, StructuresAreSplitIntoMembers) {
    EXPECT_EQ(tree("struct { short x; float y[2]; } v = {i, {2}}, w;\n"
                   "w = v; w.y[1] = 1; s = w.x;"),
              " 2 loop max(0, i64(n))\n"
              " 3   i32 i = i32(element)\n"
              " 3   i32 s = 0\n"
              " 4   i16 v_x\n"
              " 4   f32 v_y_0\n"
              " 4   f32 v_y_1\n"
              " 4   v_x = i16(i)\n"
              " 4   v_y_0 = f32:0x40000000\n"
              " 4   v_y_1 = f32:0x0\n"
              " 4   i16 w_x\n"
              " 4   f32 w_y_0\n"
              " 4   f32 w_y_1\n"
              " 5   w_x = v_x\n"
              " 5   w_y_0 = v_y_0\n"
              " 5   w_y_1 = v_y_1\n"
              " 5   w_y_1 = f32:0x3f800000\n"
              " 5   s = i32(w_x)\n"
              " 6   c[i64(i)] = s\n");
}

constexpr const char* kVectors =
    "struct V { int x, y; };\n"
    "static struct V sum(struct V a, struct V b) { a.x += b.x; a.y += b.y; return a; }\n"
    "static void scale(struct V *v, int by) { v->x *= by; (*v).y *= by; }\n"
    "static int get(const struct V *v, int k) { return v[k].x; }\n";

TEST_F(ClangObjects, StructuresAreValues) {
    EXPECT_EQ(results("struct V v = {.y = 1, .x = i}, u = sum(v, (struct V){2}); scale(&u, 3); v.x = 9;\n"
                      "s = u.x * 10 + u.y;",
                      kVectors),
              "63 93 123 153");
    EXPECT_EQ(results("struct V v = {i, 5}, u = {7, 8}; s = (i & 1 ? v : u).y + sum(u, v).x;", kVectors),
              "15 13 17 15");
    EXPECT_EQ(results("struct V v[3] = {{1}, {2, 3}}; v[2] = v[i & 1]; s = v[2].x + v[2].y + get(v, i % 3);",
                      kVectors),
              "2 7 2 6");
    EXPECT_EQ(results("struct V v, *p = &v; p->x = i; p->y = p->x++; s = v.x * 10 + v.y;", kVectors),
              "10 21 32 43");
}

TEST_F(ClangObjects, ParametersMayPointToStructures) {
    const std::string text =
        "struct B { double mass; int at[2]; };\n"
        "void f(int n, struct B *b, int *c) {\n"
        "#pragma omp parallel for\n"
        "  for (int i = 0; i < n; i++) {\n"
        "    struct B *own = b + i; own->at[1] += i; struct B copy = *own; copy.mass *= 2;\n"
        "    c[i] = copy.at[0] + b[i].at[1] + (int)copy.mass; } }\n";
    EXPECT_EQ(results_of(text, {{"n", "3"},
                                {"b.mass", "1.5,2,3"},
                                {"b.at[0]", "10,20,30"},
                                {"b.at[1]", "100,200,300"},
                                {"c", "3:zeros"}}),
              "113 225 338");
    EXPECT_EQ(results_of(text, {{"n", "3"}, {"b.mass", "2:zeros"}, {"c", "3:zeros"}}),
              "trap invalid-address on line 5");
}

// ---- arrays

TEST_F(ClangObjects, ArraysWithConstantIndicesAreVariables) {
    EXPECT_EQ(tree("int v[2] = {i}; s = v[1];"),
              " 2 loop max(0, i64(n))\n"
              " 3   i32 i = i32(element)\n"
              " 3   i32 s = 0\n"
              " 4   i32 v_0\n"
              " 4   i32 v_1\n"
              " 4   v_0 = i\n"
              " 4   v_1 = 0\n"
              " 4   s = v_1\n"
              " 5   c[i64(i)] = s\n");
}

TEST_F(ClangObjects, OtherArraysAreMemoryOfEachIteration) {
    EXPECT_EQ(results("int v[2][3] = {{1, 2}, [1] = {i}}; v[i & 1][2] += 4; for (int k = 0; k < 3; k++) s += "
                      "v[1][k] * k + v[0][k];"),
              "7 11 7 11");
    EXPECT_EQ(
        results("int v[20] = {3}; char t[] = \"ab\"; for (int k = 0; k < 20; k++) s += v[k]; s += t[i % 3];"),
        "100 101 3 100");
}

TEST_F(ClangObjects, IndicesOutsideOfALocalArrayAreTraps) {
    EXPECT_EQ(results("int v[3] = {0}; v[i] = 1;"), "trap invalid-address on line 4");
    EXPECT_EQ(results("int v[3] = {0};\ns = v[i - 1];"), "trap invalid-address on line 5");
    EXPECT_EQ(results("int v[3]; v[i % 2] = 0;\ns = v[2 - i % 2];"), "trap undefined-memory on line 5");
}

TEST_F(ClangObjects, LanesOfASimdLoopHaveArraysOfTheirOwn) {
    EXPECT_EQ(
        results(
            "\n#pragma omp simd simdlen(4) reduction(+:s)\n"
            "for (int j = 0; j < 10; j++) { int v[2]; v[j & 1] = j; v[1 - (j & 1)] = i; s += v[0] + v[1]; }"),
        "45 55 65 75");
    EXPECT_EQ(results("int v[5];\n#pragma omp simd simdlen(4)\n"
                      "for (int j = 0; j < 5; j++) v[j] = i * j;\n"
                      "for (int j = 0; j < 5; j++) s += v[j];"),
              "0 10 20 30");
}

// ---- pointers

TEST_F(ClangObjects, PointersMove) {
    EXPECT_EQ(results("const int *p = a + i, *end = a + 6; while (p < end) s = s * 2 + *p++; s += end - p + "
                      "(p == end);"),
              "58 58 42 26");
    EXPECT_EQ(results("const int *p = a; p += 3; p--; s = p[i] + (int)(p - a) * 10 + *++p;"), "25 26 27 28");
    EXPECT_EQ(results("int v[4] = {1, 2, 3, 4}; for (int *p = v; p != v + 4; ++p) s += *p * i;"),
              "0 10 20 30");
}

TEST_F(ClangObjects, PointersReferToOneOfSeveralObjects) {
    EXPECT_EQ(results("int x[2] = {1, 2}, y[2] = {3, 4}, *p = x, *q = y, *t;\n"
                      "for (int k = 0; k <= i; k++) { t = p; p = q; q = t; p[k & 1] += 10; }\n"
                      "s = x[0] + 100 * x[1] + 10000 * y[0];"),
              "130201 131201 231201 232201");
    EXPECT_EQ(results("const int *p = i & 1 ? a + 3 : c + i; s = *p;"), "0 3 0 3");
}

TEST_F(ClangObjects, PointersToVariablesAreBoundToThem) {
    const char* const kSwap = "static void swap(int *x, int *y) { int t = *x; *x = *y; *y = t; }\n";
    EXPECT_EQ(results("int x = i, y = 7; swap(&x, &y); s = x * 10 + y;", kSwap), "70 71 72 73");
    EXPECT_EQ(
        results("int v[3] = {5, 4, i}; swap(v + i % 3, &v[2]); s = v[0] * 100 + v[1] * 10 + v[2];", kSwap),
        "45 514 542 345");
    EXPECT_EQ(results("int x = 1, y = 2, *p = i & 1 ? &x : &y; *p = 9; s = x * 10 + y;"), "19 92 19 92");
}

TEST_F(ClangObjects, PointersAreResults) {
    EXPECT_EQ(
        results("s = *larger(a + i, a + 2); const int *none = find(a, n, 2 + i); s += none ? *none * 10 : 7;",
                "static const int *larger(const int *x, const int *y) { return *x < *y ? y : x; }\n"
                "static const int *find(const int *v, int n, int x) {\n"
                "  for (; n--; v++) if (*v == x) return v;\n"
                "  return 0;\n"
                "}\n"),
        "22 32 9 10");
}

TEST_F(ClangObjects, NullPointersAreTraps) {
    EXPECT_EQ(results("const int *p = a;\nif (i == 3) p = 0;\ns = *p;"), "trap invalid-address on line 6");
}

TEST_F(ClangObjects, ArraysOfVariableSizeAndBitFields) {
    EXPECT_EQ(
        results("int v[i + 1];\nv[i] = 3 * i;\nstruct { int x : 3; } b = {3};\nb.x += i;\ns = v[i] + b.x;"),
        "3 -1 3 7");
}

// ---- errors

TEST_F(ClangObjects, ReportsWhatIsNotSupported) {
    EXPECT_THAT(tree("union { int x : 3; } b;"),
                HasSubstr("4:22: error: unions with bit-fields are not supported yet"));
    EXPECT_THAT(
        tree("s = *(char *)a;"),
        HasSubstr("4:6: error: elements of 'const int' cannot be accessed as 'char': their sizes differ"));
    EXPECT_THAT(tree("struct { int x; } v = {1};\n#pragma omp simd\nfor (int j = 0; j < n; j++) v.x = j;"),
                HasSubstr("6:31: error: 'v' is assigned by all iterations of the simd loop"));
}

TEST_F(ClangObjects, LoopVariablesOfDirectivesAreNotAssigned) {
    const char* const kMessage =
        "error: 'i' is the variable of a loop under a directive; the loop body must not assign it";
    EXPECT_THAT(tree("i += 2;"), HasSubstr(std::string("4:1: ") + kMessage));
    EXPECT_THAT(tree("set(&i);", "static void set(int *x) { *x = 3; }\n"),
                HasSubstr(std::string("1:27: ") + kMessage));
}

}  // namespace
}  // namespace musimd::reader::objects_test
