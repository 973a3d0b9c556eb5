#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/launch/front_end.hpp"
#include "tests/support/c_functions.hpp"
#include "tests/support/loop_functions.hpp"

// Functions of C's mathematics that are composed, and texts that are nested too deeply.

namespace musimd::reader::mathematics_test {
namespace {

using namespace dsl;
class ClangMathematics : public ::testing::Test {
  protected:
    void SetUp() override {
        if (support::clang_front_end() == nullptr) GTEST_SKIP() << "Clang 19's libraries were not found";
    }

    /// The value of an expression in x, an element of type T, for each of the numbers.
    static std::string results(const std::string& type, const std::string& expression,
                               const std::string& numbers) {
        const std::string count = std::to_string(std::ranges::count(numbers, ',') + 1);
        return support::results_of(
            "#include <math.h>\n#include <stdlib.h>\n"
            "void f(int n, const " +
                type + " *a, " + type +
                " *c) {\n"
                "#pragma omp parallel for\n"
                "  for (int i = 0; i < n; i++) { " +
                type + " x = a[i]; c[i] = " + expression + "; } }\n",
            {{"n", count}, {"a", numbers}, {"c", count + ":zeros"}});
    }

    static std::string error_of(const std::string& expression) {
        Reading reading;
        support::clang_front_end()(
            {"x.c", "void f(int n, int *c) {\nc[0] = " + expression + "; }\n", "f", {}}, reading);
        return reading.messages.substr(0, reading.messages.find('\n'));
    }
};

TEST_F(ClangMathematics, RoundsHalfAwayFromZero) {
    EXPECT_EQ(results("double", "round(x)", "0.5,-0.5,2.5,0.49999999999999994,-0.2,4503599627370497"),
              "1 -1 3 0 -0 4503599627370497");
    EXPECT_EQ(results("float", "roundf(x)", "-1.5,1.4"), "-2 1");
    EXPECT_EQ(results("double", "lround(x) + 10 * lrint(x)", "2.5,-3.5"), "23 -44");
    EXPECT_EQ(results("double", "rint(x)", "2.5,-3.5,-0.5"), "2 -4 -0");
    EXPECT_EQ(results("double", "lround(x)", "1e30"), "trap overflow on line 5");
}

TEST_F(ClangMathematics, ClassifiesNumbers) {
    const std::string every =
        "isnan(y) + 10 * isinf(y) + 100 * isfinite(y) + 1000 * (signbit(y) != 0) + 10000 * isnormal(y)";
    const auto classify = [&](const std::string& y) {
        std::string text = every;
        for (std::size_t at = text.find("(y"); at != std::string::npos; at = text.find("(y", at + 1))
            text.replace(at, 2, "(" + y);
        return results("double", text, "1,-2");
    };
    EXPECT_EQ(classify("x"), "10100 11100");
    EXPECT_EQ(classify("(x / 0)"), "10 990");
    EXPECT_EQ(classify("(x * 0)"), "100 1100");
    EXPECT_EQ(classify("(x * 1e-310)"), "100 1100");
    EXPECT_EQ(classify("fabs(0 * x / 0)"), "1 1");
}

TEST_F(ClangMathematics, MinimaAndMaximaIgnoreNans) {
    EXPECT_EQ(results("double", "fmin(x, NAN) + fmax(NAN, x) * 10", "1,-2"), "11 -22");
    EXPECT_EQ(results("double", "copysign(3, x) + copysign(x, -1) * 10", "2,-4"), "-17 -43");
    EXPECT_EQ(results("double", "fdim(x, 2) + isless(x, 2) * 10 + isunordered(x, NAN) * 100", "5,1"),
              "103 110");
    EXPECT_EQ(results("int", "abs(x) + labs(-3)", "4,-5"), "7 8");
}

TEST_F(ClangMathematics, DeepNestingIsAnError) {
    const auto repeated = [](const std::string& text, int count) {
        std::string result;
        for (int i = 0; i < count; ++i) result += text;
        return result;
    };
    EXPECT_EQ(error_of(repeated("- ", 50'000) + "n"),
              "x.c:2:2008: error: more than 1000 operators before one operand are not supported");
    EXPECT_EQ(error_of(repeated("(int)", 50'000) + "n"),
              "x.c:2:5008: error: more than 1000 operators before one operand are not supported");
    EXPECT_EQ(error_of("1; " + repeated("if (n) ", 50'000) + "n = 1"),
              "x.c:2:7011: error: more than 1000 nested statements are not supported");
    EXPECT_EQ(error_of("1; if (n) n = 1; " + repeated("else if (n) n = 2;", 50'000)),
              "x.c:2:18025: error: more than 1000 nested statements are not supported");
    // Operators between operands count as parts of an expression.
    EXPECT_EQ(error_of(repeated("(n)-(n)+-1*", 1'000) + "2"),
              "x.c:2:5511: error: an expression with more than 1000 nested parts is not supported; assign "
              "some of them to variables");
}

}  // namespace
}  // namespace musimd::reader::mathematics_test
