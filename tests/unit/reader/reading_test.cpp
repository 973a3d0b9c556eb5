#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "reader/dsl.hpp"
#include "reader/front_end.hpp"
#include "tests/support/loop_functions.hpp"

// The front end for C: the trees of functions, and errors.

namespace musimd::reader::test {
namespace {

using namespace dsl;
using support::clang_front_end;
using support::text_of;
using testing::HasSubstr;
using testing::StartsWith;

class ClangFrontEnd : public ::testing::Test {
  protected:
    void SetUp() override {
        if (clang_front_end() == nullptr) GTEST_SKIP() << "Clang 19's libraries were not found";
    }

    static Reading read(std::string text, std::vector<std::string> options = {}) {
        Reading reading;
        clang_front_end()({"x.c", std::move(text), "f", std::move(options)}, reading);
        EXPECT_EQ(reading.function.has_value(), reading.messages.find("error: ") == std::string::npos);
        return reading;
    }

    /// The loops of f.
    static std::string loops(const std::string& text) {
        const Reading reading = read(text);
        return reading.messages + (reading.function ? text_of(*reading.function) : "");
    }

    /// The body of a loop over a, b (float) and c (int).
    static std::string body(const std::string& text) {
        std::string all = loops(in_loop(text));
        const std::string head = " 3 loop max(0, i64(n))\n 4   i32 i = i32(element)\n";
        EXPECT_THAT(all, StartsWith(head));
        return all.substr(std::min(head.size(), all.size()));
    }

    /// The errors, without the lines of the source.
    static std::string errors(const std::string& text) {
        std::string result;
        std::istringstream lines(read(text).messages);
        for (std::string line; std::getline(lines, line);) {
            if (line.find("error: ") != std::string::npos) result += line + "\n";
        }
        return result;
    }

    static std::string in_loop(const std::string& text) {
        return "static int g(int x);\n"
               "void f(int n, float *a, const float *b, int *c) {\n"
               "#pragma omp target teams distribute parallel for\n"
               "    for (int i = 0; i < n; i++) {\n" +
               text + "\n}\n}\nstatic int g(int x) { return x + 1; }\n";
    }

    /// The errors of a loop's body, which begins on line 5.
    static std::string body_errors(const std::string& text) { return errors(in_loop(text)); }
};

// ---- functions

TEST_F(ClangFrontEnd, ReadsParameters) {
    const Reading reading = read(
        "#include <stddef.h>\n"
        "enum E { kOne };\n"
        "void f(_Bool b, char c, unsigned short h, enum E e, size_t n, float x,\n"
        "       const double *restrict p, unsigned char q[], long r[n][3], double (*s)[4]) {}\n");
    ASSERT_TRUE(reading.function) << reading.messages;
    std::string text;
    for (const auto& p : reading.function->parameters)
        text +=
            std::to_string(p.line) + " " + p.name + " " + std::string(to_string(p.type)) +
            (p.buffer ? " buffer " + std::to_string(*p.buffer) : " variable " + std::to_string(*p.variable)) +
            (p.writes ? "\n" : " const\n");
    EXPECT_EQ(text,
              "3 b u8 variable 0\n3 c i8 variable 1\n3 h u16 variable 2\n3 e u32 variable 3\n"
              "3 n u64 variable 4\n3 x f32 variable 5\n"
              "4 p f64 buffer 0 const\n4 q u8 buffer 1\n4 r i64 buffer 2\n4 s f64 buffer 3\n");
    EXPECT_EQ(reading.function->name, "f");
    EXPECT_EQ(reading.function->file, "x.c");
}

TEST_F(ClangFrontEnd, ReadsAxpy) {
    EXPECT_EQ(loops("void f(int n, double a, const double *x, double *y) {\n"
                    "#pragma omp target teams distribute parallel for map(to: x[0:n]) map(tofrom: y[0:n])\n"
                    "    for (int i = 0; i < n; i++)\n"
                    "        y[i] += a * x[i];\n"
                    "}\n"),
              " 2 loop max(0, i64(n))\n"
              " 3   i32 i = i32(element)\n"
              " 4   y[i64(i)] = add(y[i64(i)], mul(a, x[i64(i)]))\n");
}

TEST_F(ClangFrontEnd, ReadsASequenceOfLoops) {
    EXPECT_EQ(loops("void f(int n, int *x) {\n"
                    "  const int half = n / 2; int k;\n"
                    "#pragma omp parallel for schedule(static) num_threads(4)\n"
                    "  for (int i = half; i >= 3; i -= 2) x[i] = half;\n"
                    "  {\n"
                    "#pragma omp parallel for simd private(k) firstprivate(n)\n"
                    "    for (long i = 1; 10 > i; i = i + 1) { k = n++; x[k] = 0; }\n"
                    "  }\n"
                    "}\n"),
              " 2 i32 half = div(n, 2)\n"
              " 2 i32 k\n"
              " 3 loop max(0, div(add(add(sub(i64(half), 3), 1), 1), 2))\n"
              " 4   i32 i = sub(half, i32(mul(element, 2)))\n"
              " 4   x[i64(i)] = half\n"
              " 6 loop 9 width 32\n"
              " 7   i64 i = add(1, element)\n"
              " 6   i32 k\n"
              " 6   i32 n = n\n"
              " 7   i32 t = n\n"
              " 7   n = add(t, 1)\n"
              " 7   k = t\n"
              " 7   x[i64(k)] = 0\n");
}

TEST_F(ClangFrontEnd, CollapsesNests) {
    EXPECT_EQ(loops("void f(int n, int m, int a[n][m]) {\n"
                    "#pragma omp parallel for collapse(2)\n"
                    "  for (int i = 0; i < n; i++)\n"
                    "    for (int j = 1; j != m; j++)\n"
                    "      a[i][j] = i;\n"
                    "}\n"),
              " 2 loop mul(max(0, i64(n)), max(0, sub(i64(m), 1)))\n"
              " 4   i64 t = div(element, max(0, sub(i64(m), 1)))\n"
              " 3   i32 i = i32(t)\n"
              " 4   i32 j = add(1, i32(rem(element, max(0, sub(i64(m), 1)))))\n"
              " 5   a[add(mul(i64(i), i64(m)), i64(j))] = i\n");
}

TEST_F(ClangFrontEnd, TakesOptionsAndMacros) {
    const Reading reading = read(
        "#define STORE(x) a[i] = (x)\n"
        "void f(int *a) {\n"
        "#pragma omp parallel for\n"
        "  for (int i = 0; i < SIZE; i++)\n"
        "#line 70\n"
        "    STORE(\n"
        "      i);\n"
        "}\n",
        {"-DSIZE=8"});
    ASSERT_TRUE(reading.function) << reading.messages;
    EXPECT_EQ(text_of(*reading.function), " 3 loop 8\n 4   i32 i = i32(element)\n70   a[i64(i)] = i\n");
}

// ---- expressions

TEST_F(ClangFrontEnd, MakesConversionsExplicit) {
    EXPECT_EQ(body("unsigned char u = n; u += 10; u++; _Bool t = a[i]; a[i] = u << 3 >> i; c[i] = -1u > i;"),
              " 5   u8 u = u8(n)\n"
              " 5   u = u8(add(i32(u), 10))\n"
              " 5   u = u8(add(i32(u), 1))\n"
              " 5   u8 t = u8(ne(a[i64(i)], f32:0x0))\n"
              " 5   a[i64(i)] = f32(shra(shl(i32(u), 3), i))\n"
              " 5   c[i64(i)] = i32(gt(u32:0xffffffff, u32(i)))\n");
}

TEST_F(ClangFrontEnd, ComputesOperandsThatMayTrapOnlyWhereCDoes) {
    EXPECT_EQ(body("if (i > 1 && n < 3) n > i || i == 2 ? (void)0 : (void)0;\n"
                   "if (i > 1 && c[i]) c[i] = 2;\n"
                   "c[i] = i ? n : 3;\n"
                   "c[i] = i ? n / i : 3;"),
              " 5   if andl(gt(i, 1), lt(n, 3))\n"
              " 5     if orl(gt(n, i), eq(i, 2))\n"
              " 6   condition t = gt(i, 1)\n"
              " 6   if t\n"
              " 6     t = ne(c[i64(i)], 0)\n"
              " 6   if t\n"
              " 6     c[i64(i)] = 2\n"
              " 7   c[i64(i)] = select(ne(i, 0), n, 3)\n"
              " 8   i32 t\n"
              " 8   if ne(i, 0)\n"
              " 8     t = div(n, i)\n"
              " 8   else\n"
              " 8     t = 3\n"
              " 8   c[i64(i)] = t\n");
}

TEST_F(ClangFrontEnd, OrdersSideEffects) {
    EXPECT_EQ(body("int x, y = 3; x = y = 4; c[i] = c[y++] = x, x--;\n"
                   "y = c[x] + g(x);"),
              " 5   i32 x\n"
              " 5   i32 y = 3\n"
              " 5   y = 4\n"
              " 5   x = y\n"
              " 5   i64 t = i64(i)\n"
              " 5   i32 t = y\n"
              " 5   y = add(t, 1)\n"
              " 5   i32 t = x\n"
              " 5   c[i64(t)] = t\n"
              " 5   c[t] = t\n"
              " 5   x = sub(x, 1)\n"
              " 6   i32 t = c[i64(x)]\n"
              " 6   i32 t = result of g i32 x=x\n"
              " 9     i32 result\n"
              " 9     result = add(x, 1)\n"
              " 6   y = add(t, t)\n");
}

TEST_F(ClangFrontEnd, FollowsPointersIntoBuffers) {
    EXPECT_EQ(body("const float *row = b + 2 * i; a[1] = row[3] + *(row - 1) + *&b[i];"),
              " 5   i64 t = i64(mul(2, i))\n"
              " 5   a[1] = add(add(b[add(t, 3)], b[add(t, -1)]), b[i64(i)])\n");
}

TEST_F(ClangFrontEnd, CallsMathematics) {
    EXPECT_EQ(loops("#include <math.h>\n"
                    "#include <stdlib.h>\n"
                    "void f(double *x, float *y, int *z) {\n"
                    "#pragma omp parallel for\n"
                    "  for (int i = 0; i < 1; i++) {\n"
                    "    x[i] = pow(x[i], 2) + fmax(sqrt(x[i]), fma(x[i], x[i], 1.0));\n"
                    "    y[i] = expf(fabsf(y[i]));\n"
                    "    z[i] = abs(z[i]);\n"
                    "  }\n"
                    "}\n"),
              " 4 loop 1\n"
              " 5   i32 i = i32(element)\n"
              " 6   x[i64(i)] = add(pow_u10(x[i64(i)], f64:0x4000000000000000), max(sqrt(x[i64(i)]), "
              "fma(x[i64(i)], x[i64(i)], f64:0x3ff0000000000000)))\n"
              " 7   y[i64(i)] = exp_u10(abs(y[i64(i)]))\n"
              " 8   z[i64(i)] = abs(z[i64(i)])\n");
}

// ---- control

TEST_F(ClangFrontEnd, ReadsLoops) {
    EXPECT_EQ(body("if (i == 3) continue; else if (i) c[i] = 1;\n"
                   "for (int j = 0; j < i; j++) { if (j == 2) continue; if (j == 4) break; c[j] = 0; }\n"
                   "do { if (n) continue; c[i]--; } while (c[i] > 3);\n"
                   "while (c[i] && n) { }\n"),
              " 5   if eq(i, 3)\n"
              " 5     return\n"
              " 5   else\n"
              " 5     if ne(i, 0)\n"
              " 5       c[i64(i)] = 1\n"
              " 6   i32 j = 0\n"
              " 6   while lt(j, i)\n"
              " 6     if eq(j, 2)\n"
              " 6       continue\n"
              " 6     if eq(j, 4)\n"
              " 6       break\n"
              " 6     c[i64(j)] = 0\n"
              " 6   step\n"
              " 6     j = add(j, 1)\n"
              " 7   condition again = true\n"
              " 7   while again\n"
              " 7     if ne(n, 0)\n"
              " 7       continue\n"
              " 7     c[i64(i)] = sub(c[i64(i)], 1)\n"
              " 7   step\n"
              " 7     again = gt(c[i64(i)], 3)\n"
              " 8   while andl(ne(c[i64(i)], 0), ne(n, 0))\n");
}

TEST_F(ClangFrontEnd, InlinesCalls) {
    EXPECT_EQ(loops("static double half(double x) { if (x < 0) return 0; return x / 2; }\n"
                    "static void fill(double *to, int k) { to[k] = half(k); }\n"
                    "void f(double *a) {\n"
                    "#pragma omp parallel for\n"
                    "  for (int i = 0; i < 9; i++) {\n"
                    "    fill(a, i);\n"
                    "    fill(&a[i], 2);\n"
                    "  }\n"
                    "}\n"),
              " 4 loop 9\n"
              " 5   i32 i = i32(element)\n"
              " 6   fill i32 k=i\n"
              " 2     f64 t = result of half f64 x=f64(k)\n"
              " 1       f64 result\n"
              " 1       if lt(x, f64:0x0)\n"
              " 1         result = f64:0x0\n"
              " 1         return\n"
              " 1       result = div(x, f64:0x4000000000000000)\n"
              " 2     a[i64(k)] = t\n"
              " 7   i64 t = i64(i)\n"
              " 7   fill i32 k=2\n"
              " 2     f64 t = result of half f64 x=f64(k)\n"
              " 1       f64 result\n"
              " 1       if lt(x, f64:0x0)\n"
              " 1         result = f64:0x0\n"
              " 1         return\n"
              " 1       result = div(x, f64:0x4000000000000000)\n"
              " 2     a[add(t, i64(k))] = t\n");
}

TEST_F(ClangFrontEnd, ReadsSimdLoops) {
    EXPECT_EQ(body("int s = 0, k, j; float most = 0;\n"
                   "#pragma omp simd simdlen(8) private(k) reduction(+ : s) reduction(max : most)\n"
                   "for (j = 1; j < n; j += 2) {\n"
                   "  k = c[j]; if (k) continue; s += k; most = b[j];\n"
                   "}\n"),
              " 5   i32 s = 0\n"
              " 5   i32 k\n"
              " 5   i32 j\n"
              " 5   f32 most = f32:0x0\n"
              " 7   i64 t = max(0, div(add(sub(i64(n), 1), 1), 2))\n"
              " 6   simd t width 8 i64 iteration s s=add of 0x0 most most=max of 0xff800000\n"
              " 7     i32 j = add(1, i32(mul(iteration, 2)))\n"
              " 6     i32 k\n"
              " 7     condition once = true\n"
              " 7     while once\n"
              " 8       k = c[i64(j)]\n"
              " 8       if ne(k, 0)\n"
              " 8         continue\n"
              " 8       s = add(s, k)\n"
              " 8       most = b[i64(j)]\n"
              " 7     step\n"
              " 7       once = false\n"
              " 7   j = add(1, i32(mul(t, 2)))\n");
}

TEST_F(ClangFrontEnd, PartialValuesAreVariablesOfTheirOwn) {
    const Reading reading =
        read(in_loop("unsigned s = 0;\n#pragma omp simd safelen(4) reduction(& : s)\n"
                     "for (int j = 0; j < n; j++) s &= j;"));
    ASSERT_TRUE(reading.function) << reading.messages;
    const Statement& simd = reading.function->body.front().body.back();
    ASSERT_EQ(simd.kind, Statement::Kind::simd);
    EXPECT_EQ(simd.width, 4);
    ASSERT_EQ(simd.reductions.size(), 1);
    EXPECT_NE(simd.reductions[0].original, simd.reductions[0].partial);
    EXPECT_EQ(simd.reductions[0].function, Function::andb);
    EXPECT_EQ(simd.reductions[0].identity_bits, 0xffffffff);
    EXPECT_EQ(simd.body.back().variable, simd.reductions[0].partial);
}

// ---- errors

TEST_F(ClangFrontEnd, ShowsTheLineAndACaret) {
    EXPECT_EQ(read(in_loop("  asm(\"nop\"); asm(\"hlt\");")).messages,
              "x.c:5:3: error: `asm` is not supported yet in a parallel loop\n"
              "    5 |   asm(\"nop\"); asm(\"hlt\");\n"
              "      |   ^\n"
              "x.c:5:15: error: `asm` is not supported yet in a parallel loop\n"
              "    5 |   asm(\"nop\"); asm(\"hlt\");\n"
              "      |               ^\n");
}

TEST_F(ClangFrontEnd, ReportsAllErrorsOfAFile) {
    EXPECT_EQ(errors("struct S { int x; };\n"
                     "int counter;\n"
                     "int f(struct S *s, __int128 l, float *a, ...) {\n"
                     "  a[0] = 1;\n"
                     "#pragma omp parallel for reduction(+ : counter) proc_bind(close)\n"
                     "  for (int i = 0; i < 3; i++) { counter = 1; a[i] = counter; }\n"
                     "#pragma omp parallel\n"
                     "  a[0] = 2;\n"
                     "  return 0;\n"
                     "}\n"),
              "x.c:3:5: error: 'f' has a variable number of parameters\n"
              "x.c:3:29: error: the type '__int128' is not supported yet; numbers are integers of at most "
              "64 bits, _Float16, float and double\n");
}

TEST_F(ClangFrontEnd, ReportsStatementsThatAreNotSupported) {
    EXPECT_EQ(
        body_errors("int u = 0, v[n]; union { int x; char y; } s; static int once;\n"
                    "goto end; end:;\n"
                    "#pragma omp critical\n"
                    "c[i] = 1;\n"
                    "a++;\n"
                    "c[i] = *&n;\n"
                    "c[i] = *(double *)a;\n"
                    "c[i] = (__int128)1 * i;\n"
                    "s.x = 1;\n"
                    "c[i] = ({ n; });\n"
                    "c[i] = a - b;\n"
                    "const int *text = L\"x\";"),
        "x.c:5:43: error: the members of this union differ in size: 'x' is 'int', 'y' is 'char'\n"
        "x.c:9:1: error: 'a' is assigned by all threads of the region; name it in `private` or `reduction`, "
        "or declare it inside\n"
        "x.c:11:9: error: elements of 'float' cannot be accessed as 'double': their sizes differ\n"
        "x.c:12:8: error: the type '__int128' is not supported yet; numbers are integers of at most 64 "
        "bits, _Float16, float and double\n"
        "x.c:16:19: error: wide strings are not supported\n");
}

TEST_F(ClangFrontEnd, ReportsAssignmentsToSharedVariables) {
    EXPECT_EQ(errors("void f(int n, int *c) {\n"
                     "  int k, s = 0;\n"
                     "#pragma omp parallel for\n"
                     "  for (int i = 0; i < n; i++) {\n"
                     "    k = i; n++; s += 2;\n"
                     "    c[i] = k;\n"
                     "    int t = 0;\n"
                     "#pragma omp simd\n"
                     "    for (int j = 0; j < n; j++) { t += j; k = 2; }\n"
                     "  }\n"
                     "}\n"),
              // 'k' and 's' are in memory, where such assignments are a race.
              "x.c:5:12: error: 'n' is assigned by all iterations of the parallel loop; name it in "
              "`private`, `linear` or `reduction`, or declare it inside the loop\n"
              "x.c:9:35: error: 't' is assigned by all iterations of the simd loop; name it in `private`, "
              "`linear` or `reduction`\n");
}

TEST_F(ClangFrontEnd, ReportsCallsThatAreNotSupported) {
    EXPECT_EQ(errors("#include <math.h>\n"
                     "#include <stdlib.h>\n"
                     "int twice(int x) { return x < 2 ? 1 : twice(x - 1); }\n"
                     "void f(double *a, int (*p)(int)) {\n"
                     "#pragma omp parallel for\n"
                     "  for (int i = 0; i < 3; i++) {\n"
                     "    a[i] = rand();\n"
                     "    a[i] = logb(a[i]);\n"
                     "    a[i] = twice(i);\n"
                     "  }\n"
                     "}\n"),
              "x.c:4:25: error: the type 'int (int)' is not supported yet; numbers are integers of at most "
              "64 bits, _Float16, float and double\n"
              "x.c:7:12: error: random numbers in a parallel loop are not supported\n"
              "x.c:8:12: error: the function 'logb' is not supported; only functions of this file and "
              "mathematical functions are\n");
}

TEST_F(ClangFrontEnd, ReportsLoopsThatAreNotSupported) {
    EXPECT_EQ(
        errors("void f(int n, int *c) {\n"
               "#pragma omp parallel for collapse(2) linear(c)\n"
               "  for (int i = 0; i < n; i++)\n"
               "    for (int j = i; j < n; j++) c[i] = j;\n"
               "#pragma omp parallel for\n"
               "  for (int i = 0; i < c[0]; i++) c[i] = 1;\n"
               "#pragma omp parallel for\n"
               "  for (int *p = c; p < c + n; p++) *p = 1;\n"
               "#pragma omp parallel\n"
               "  c[0] = 1;\n"
               "#pragma omp parallel for\n"
               "  for (int i = 0; i < n; i++) {\n"
               "#pragma omp simd collapse(2) reduction(&& : n) aligned(c)\n"
               "    for (int j = 0; j < n; j++)\n"
               "      for (int k = 0; k < n; k++) ;\n"
               "  }\n"
               "}\n"),
        "x.c:4:18: error: with `ordered(n)` or `linear`, the bounds of an inner loop must not depend on the "
        "outer loop variable 'i'; omit `collapse`\n"
        "x.c:13:45: error: 'n' is assigned by all iterations of the parallel loop; name it in "
        "`private`, `linear` or `reduction`, or declare it inside the loop\n");
}

TEST_F(ClangFrontEnd, ReportsWhatClangFinds) {
    EXPECT_EQ(read("void f(int *a) {\n"
                   "#pragma omp parallel for\n"
                   "  for (int i = 0; i < 3; i++) a[i] = b;\n"
                   "}\n")
                  .messages,
              "x.c:3:38: error: use of undeclared identifier 'b'\n"
              "    3 |   for (int i = 0; i < 3; i++) a[i] = b;\n"
              "      |                                      ^\n");
    EXPECT_EQ(errors("void f(int n, int *a) {\n"
                     "#pragma omp parallel for simd simdlen(n)\n"
                     "  for (int i = 0; i < 3; i++) { if (i) break; a[i] = 1; return; }\n"
                     "}\n"),
              "x.c:2:39: error: expression is not an integer constant expression\n"
              "x.c:3:40: error: 'break' statement cannot be used in OpenMP for loop\n"
              "x.c:3:57: error: cannot return from OpenMP region\n");
}

TEST_F(ClangFrontEnd, SuggestsAFunction) {
    EXPECT_EQ(read("void ff(int *a) {}\n").messages, "error: x.c has no function 'f'; did you mean 'ff'?\n");
    EXPECT_EQ(read("").messages, "error: x.c has no function 'f'\n");
    EXPECT_EQ(errors("void f(int *a);\n"), "x.c:1:6: error: 'f' is declared here, but not defined\n");
}

TEST_F(ClangFrontEnd, SurvivesNonsense) {
    std::string bytes;
    for (unsigned i = 0, x = 1; i < 4000; ++i)
        bytes += static_cast<char>((x = x * 1664525 + 1013904223) >> 24);
    EXPECT_THAT(read(bytes).messages, HasSubstr("error: "));
    const std::string deep = std::string(300, '(') + "1" + std::string(300, ')');
    EXPECT_THAT(body_errors("c[i] = " + deep + ";"),
                HasSubstr("fatal error: bracket nesting level exceeded"));
    std::string sum = "c[i] = i";
    for (int i = 0; i < 2000; ++i) sum += " + i";
    EXPECT_EQ(body_errors(sum + ";"),
              "x.c:5:4018: error: an expression with more than 1000 nested parts is not supported; assign "
              "some of them to variables\n");
}

TEST_F(ClangFrontEnd, BoundsWhatCallsInline) {
    std::string text = "int g0(int x) { return x; }\n";
    for (int i = 1; i < 40; ++i) {
        const std::string before = "g" + std::to_string(i - 1);
        text += "int g" + std::to_string(i) + "(int x) { return " + before + "(x) + " + before + "(x); }\n";
    }
    text += "void f(int *a) {\n#pragma omp parallel for\nfor (int i = 0; i < 3; i++) a[i] = g39(i);\n}\n";
    EXPECT_THAT(errors(text), HasSubstr("more than 100000 statements, including those of called functions"));
}

// Each macro is two of the one before.
TEST_F(ClangFrontEnd, BoundsWhatMacrosExpandTo) {
    const auto error_of = [](const std::string& word, const std::string& statement) {
        std::string text = "#define A0 " + word + "\n";
        for (int i = 1; i < 30; ++i) {
            const std::string before = "A" + std::to_string(i - 1);
            text += "#define A" + std::to_string(i) + " " + before + " " + before + "\n";
        }
        return errors(text + "void f(int *a) {\n" + statement + "\n}\n");
    };
    EXPECT_EQ(error_of("1 +", "a[0] = A29 1;"),
              "x.c:32:8: error: more than 20000 operators in one expression are not supported\n");
    EXPECT_EQ(error_of("-", "a[0] = A29 1;"),
              "x.c:32:8: error: more than 1000 operators before one operand are not supported\n");
    EXPECT_EQ(error_of("if (a[0])", "A29 a[0] = 1;"),
              "x.c:32:1: error: more than 1000 nested statements are not supported\n");
    EXPECT_EQ(error_of("1,", "int b[] = {A29 1};"),
              "x.c:32:12: error: more than 10000000 tokens are not supported\n");
}

TEST_F(ClangFrontEnd, ADeviceIsNoFile) {
    EXPECT_EQ(errors("#include \"/dev/zero\"\nvoid f(int *a) { a[0] = 1; }\n"),
              "x.c:1:10: error: '/dev/zero' is a device; expected a file\n");
}

TEST_F(ClangFrontEnd, ReportsLlvmsFatalErrors) {
#if defined(__SANITIZE_ADDRESS__)
    GTEST_SKIP() << "what Clang holds after a fatal error is lost";
#endif
    EXPECT_EQ(read("#pragma clang __debug llvm_fatal_error\n").messages,
              "x.c: error: Clang failed: #pragma clang __debug llvm_fatal_error\n");
}

}  // namespace
}  // namespace musimd::reader::test
