#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "reader/front_end.hpp"
#include "tests/support/loop_functions.hpp"

// The front end for C: code around parallel loops, and directives around them.

namespace musimd::reader::host_test {
namespace {

using namespace dsl;
class ClangHostCode : public ::testing::Test {
  protected:
    void SetUp() override {
        if (support::clang_front_end() == nullptr) GTEST_SKIP() << "Clang 19's libraries were not found";
    }

    /// The tree of f, or the errors without the lines of the source.
    static std::string tree(const std::string& text) {
        Reading reading;
        support::clang_front_end()({"x.c", text, "f", {}}, reading);
        if (reading.function) return reading.messages + support::text_of(*reading.function);
        std::string errors;
        std::istringstream lines(reading.messages);
        for (std::string line; std::getline(lines, line);) {
            if (line.find("error: ") != std::string::npos) errors += line + "\n";
        }
        return errors;
    }

    /// The same, of a body with these parameters, which begins on line 2.
    static std::string body(const std::string& text) {
        const std::string type = text.find("return") == std::string::npos ? "void" : "int";
        return tree(type + " f(int n, int *a, const int *b) {\n" + text + "\n}\n");
    }
};

TEST_F(ClangHostCode, ReadsLoopsConditionalsAndCallsAroundParallelLoops) {
    EXPECT_EQ(tree("static void step(int m, int *x) {\n"
                   "#pragma omp parallel for\n"
                   "  for (int i = 0; i < m; i++) x[i] = m;\n"
                   "}\n"
                   "int f(int n, int *a) {\n"
                   "  for (int t = 0; t < 3; t++) {\n"
                   "    if (a[t]) break;\n"
                   "    step(n - t, a);\n"
                   "  }\n"
                   "  return a[0];\n"
                   "}\n"),
              " 6 i32 t = 0\n"
              " 6 while lt(t, 3)\n"
              " 7   if ne(a[i64(t)], 0)\n"
              " 7     break\n"
              " 8   step i32 m=sub(n, t)\n"
              " 2     loop max(0, i64(m))\n"
              " 3       i32 i = i32(element)\n"
              " 3       a[i64(i)] = m\n"
              " 6 step\n"
              " 6   t = add(t, 1)\n"
              "10 result = a[0]\n");
}

TEST_F(ClangHostCode, ComputesBoundsThatReadMemoryOnce) {
    EXPECT_EQ(body("#pragma omp parallel for\n"
                   "for (int i = a[1]; i < a[0]; i++) a[i] = 0;"),
              " 3 i32 t = a[1]\n"
              " 3 i64 t = max(0, sub(i64(a[0]), i64(a[1])))\n"
              " 2 loop t\n"
              " 3   i32 i = add(t, i32(element))\n"
              " 3   a[i64(i)] = 0\n");
}

TEST_F(ClangHostCode, ReadsReductionsOfParallelLoops) {
    EXPECT_EQ(body("int s = 0, most = a[0];\n"
                   "#pragma omp target teams distribute parallel for reduction(+ : s) reduction(max : most)\n"
                   "for (int i = 0; i < n; i++) { s += b[i]; most = b[i]; }\n"
                   "return s;"),
              " 2 i32 s = 0\n"
              " 2 i32 most = a[0]\n"
              " 3 loop max(0, i64(n)) s s=add of 0x0 most most=max of 0x80000000\n"
              " 4   i32 i = i32(element)\n"
              " 4   s = add(s, b[i64(i)])\n"
              " 4   most = b[i64(i)]\n"
              " 5 result = s\n");
}

TEST_F(ClangHostCode, ReadsDirectivesAroundLoops) {
    EXPECT_EQ(body("int t, s = 0;\n"
                   "#pragma omp target enter data map(to : a[0:n])\n"
                   "#pragma omp target data map(tofrom : a[0:n])\n"
                   "{\n"
                   "#pragma omp target teams map(tofrom : s)\n"
                   "#pragma omp distribute parallel for\n"
                   "for (int i = 0; i < n; i++) a[i] = 0;\n"
                   "#pragma omp target update from(a[0:n])\n"
                   "}\n"
                   "#pragma omp parallel private(t)\n"
                   "{\n"
                   "  for (t = 0; t < 2; t++) {\n"
                   "#pragma omp for\n"
                   "    for (int i = 0; i < n; i++) a[i] = t;\n"
                   "#pragma omp barrier\n"
                   "#pragma omp for simd simdlen(8) reduction(+ : s)\n"
                   "    for (int i = 0; i < n; i++) s += a[i];\n"
                   "  }\n"
                   "}\n"
                   "#pragma omp target teams distribute\n"
                   "for (int i = 0; i < n; i++) {\n"
                   "#pragma omp parallel for\n"
                   "  for (int j = 0; j < n; j++) a[i * n + j] = j;\n"
                   "}\n"
                   "return s;"),
              " 2 i32 t\n"
              " 2 i32 s = 0\n"
              " 7 loop max(0, i64(n))\n"
              " 8   i32 i = i32(element)\n"
              " 8   a[i64(i)] = 0\n"
              "11 i32 t\n"
              "13 t = 0\n"
              "13 while lt(t, 2)\n"
              "14   loop max(0, i64(n))\n"
              "15     i32 i = i32(element)\n"
              "15     a[i64(i)] = t\n"
              "17   loop max(0, i64(n)) width 8 s s=add of 0x0\n"
              "18     i32 i = i32(element)\n"
              "18     s = add(s, a[i64(i)])\n"
              "13 step\n"
              "13   t = add(t, 1)\n"
              "21 iteration\n"
              "22 i64 t = max(0, i64(n))\n"
              "21 i64 iteration = 0\n"
              "21 while lt(iteration, t)\n"
              "21   independent\n"
              "22   i32 i = i32(iteration)\n"
              "23   loop max(0, i64(n))\n"
              "24     i32 j = i32(element)\n"
              "24     a[i64(add(mul(i, n), j))] = j\n"
              "21 step\n"
              "21   done\n"
              "21   iteration = add(iteration, 1)\n"
              "21 joined\n"
              "26 result = s\n");
}

TEST_F(ClangHostCode, ReadsArrays) {
    EXPECT_EQ(body("int z[4], m[n][2];\n"
                   "#pragma omp parallel for\n"
                   "for (int i = 0; i < n; i++) m[i][1] = z[i];\n"
                   "return m[0][1];"),
              " 2 array z 4\n"
              " 2 i64 t = i64(n)\n"
              " 2 array m mul(t, 2)\n"
              " 3 loop max(0, i64(n))\n"
              " 4   i32 i = i32(element)\n"
              " 4   m[add(mul(i64(i), 2), 1)] = z[i64(i)]\n"
              " 5 result = m[1]\n");
}

TEST_F(ClangHostCode, ReportsWhatDependsOnTheThread) {
    EXPECT_EQ(
        body("int s = 0;\n"
             "#pragma omp target\n"
             "{ s = 1; a[0] = s; }\n"
             "#pragma omp parallel\n"
             "{\n"
             "  int own;\n"
             "#pragma omp single\n"
             "  own = 1;\n"
             "}\n"
             "#pragma omp teams distribute\n"
             "for (int i = 0; i < n; i++) s += i;\n"
             "#pragma omp single\n"
             "s = 2;\n"
             "return s;"),
        "x.c:4:3: error: 's' cannot be assigned here: its value is lost at the end of the target region; "
        "name it in `map(tofrom: …)`\n");
}

}  // namespace
}  // namespace musimd::reader::host_test
