#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/launch/front_end.hpp"
#include "tests/support/c_functions.hpp"
#include "tests/support/loop_functions.hpp"

// Reductions into one element of an array: `reduction(+: sum[i:1])`.

namespace musimd::reader::element_reductions_test {
namespace {

using namespace dsl;
using support::results_of;
using testing::HasSubstr;

class ClangElementReductions : public ::testing::Test {
  protected:
    void SetUp() override {
        if (support::clang_front_end() == nullptr) GTEST_SKIP() << "Clang 19's libraries were not found";
    }
};

TEST_F(ClangElementReductions, OfSimdLoops) {
    EXPECT_EQ(results_of("void f(const int a[3][40], int s[3][2]) {\n"
                         "#pragma omp parallel for\n"
                         "  for (int i = 0; i < 3; i++)\n"
                         "#pragma omp simd reduction(+: s[i][1:1])\n"
                         "    for (int j = 0; j < 40; j++) s[i][1] += a[i][j];\n"
                         "}\n",
                         {{"a", "120:iota"}, {"s", "1,2,3,4,5,6"}}),
              "1 782 3 2384 5 3986");
}

TEST_F(ClangElementReductions, OfParallelLoopsAndASimdLoopInsideAnother) {
    EXPECT_EQ(results_of("void f(const int *a, int *s) {\n"
                         "#pragma omp parallel for reduction(max: s[0:1])\n"
                         "  for (int i = 0; i < 50; i++) if (a[i] > s[0]) s[0] = a[i];\n"
                         "#pragma omp parallel for reduction(+: s[1])\n"
                         "  for (int i = 0; i < 2; i++) {\n"
                         "    int t = 0;\n"
                         "#pragma omp simd reduction(+: t)\n"
                         "    for (int j = 0; j < 20; j++) t += a[j];\n"
                         "    s[1] += t;\n"
                         "  }\n"
                         "}\n",
                         {{"a", "50:iota"}, {"s", "7,7"}}),
              "49 387");
}

TEST_F(ClangElementReductions, NoOtherElementIsAccessed) {
    const auto errors = [](const std::string& clause, const std::string& body) {
        return results_of(
            "void f(int n, int *a) {\n"
            "#pragma omp parallel for reduction(+: " +
                clause +
                ")\n"
                "  for (int i = 0; i < n; i++) " +
                body + "\n}\n",
            {});
    };
    EXPECT_THAT(
        errors("a[0:1]", "a[0] += a[i];"),
        HasSubstr(
            "x.c:3:39: error: the loop reduces into an element of 'a'; it must not access other elements"));
    EXPECT_THAT(errors("a[a[0]:1]", "a[a[0]] += i;"),
                HasSubstr("error: this reduction is not supported yet"));
}

}  // namespace
}  // namespace musimd::reader::element_reductions_test
