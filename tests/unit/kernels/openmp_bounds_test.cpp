// How far results may be from those of another compiler: computed by hand.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "kernels/compiled/c_functions.hpp"
#include "kernels/compiled/error_bounds.hpp"
#include "tests/support/openmp_functions.hpp"

namespace musimd::kernels::openmp::openmp_bounds_test {
namespace {

constexpr double kEpsilon = 0x1p-23;  // of a float
constexpr ErrorSources kOrder = {.order = true, .mathematics = false};
constexpr ErrorSources kMathematics = {.order = false, .mathematics = true};

class OpenMpBounds : public support::OpenMpFunctions {
  protected:
    static std::optional<ErrorBounds> bounds_of(const std::string& text, const GivenArguments& given,
                                                const ErrorSources& sources, dsl::LoopModel model) {
        const dsl::openmp::LoopFunction function = read("#include <math.h>\n" + text);
        const auto arguments = read_arguments(function, argument_texts(function, given, 0));
        EXPECT_TRUE(arguments) << arguments.error();
        return error_bounds(function, *arguments, sources, {.model = model}, *find_engine("fast"));
    }

    /// Of the first element of the last array; the same under both models.
    static double bound(const std::string& text, const GivenArguments& given, const ErrorSources& sources) {
        std::vector<double> found;
        for (const dsl::LoopModel model : kBoth) {
            const auto bounds = bounds_of(text, given, sources, model);
            EXPECT_TRUE(bounds);
            if (!bounds) return -1;
            found.push_back(bounds->buffers.back().empty() ? 0 : bounds->buffers.back().front());
        }
        EXPECT_EQ(found.front(), found.back());
        return found.front();
    }

    /// Statements of one iteration, with the arrays x and out.
    static std::string in_loop(const std::string& statements) {
        return "void f(const float *x, float *out) {\n#pragma omp parallel for\n"
               "for (int i = 0; i < 1; i++) {\n" +
               statements + "\n}\n}\n";
    }

    static void expect_near(double found, double wanted) {
        EXPECT_GE(found, wanted);
        EXPECT_LE(found, wanted * (1 + 0x1p-18));
    }
};

TEST_F(OpenMpBounds, SumsAreWithinTermsTimesEpsilonTimesTheSumOfMagnitudes) {
    const std::string sum =
        "float s = 7;\n#pragma omp simd reduction(+: s)\n"
        "for (int j = 0; j < 4; j++) s += x[j];\n";
    const GivenArguments given = {{"x", "1,2,-3,8"}, {"out", "1"}};
    // Five terms with the original: 7, 1, 2, 3, 8.
    expect_near(bound(in_loop(sum + "out[i] = s;"), given, kOrder), 5 * kEpsilon * 21);
    // What is computed from it: s is 15, and the product is rounded.
    expect_near(bound(in_loop(sum + "out[i] = s * 4;"), given, kOrder),
                4 * 5 * kEpsilon * 21 + kEpsilon * 60);
    EXPECT_EQ(bound(in_loop(sum + "out[i] = x[1];"), given, kOrder), 0);
    // Of the parallel loop itself.
    expect_near(bound("void f(const float *x, float *out) {\nfloat s = 7;\n"
                      "#pragma omp parallel for reduction(+: s)\n"
                      "for (int j = 0; j < 4; j++) s -= x[j];\nout[0] = s; }\n",
                      given, kOrder),
                5 * kEpsilon * 21);
    // A sum inside of a sum is one: of 7, and of 4 terms in each of two iterations.
    expect_near(bound("void f(const float *x, float *out) {\nfloat s = 7;\n"
                      "#pragma omp parallel for reduction(+: s)\n"
                      "for (int i = 0; i < 2; i++)\n"
                      "#pragma omp simd reduction(+: s)\n"
                      "for (int j = 0; j < 4; j++) s += x[j];\nout[0] = s; }\n",
                      given, kOrder),
                9 * kEpsilon * 35);
}

TEST_F(OpenMpBounds, ProductsAreWithinFactorsTimesEpsilonOfTheResult) {
    const double relative = 4 * kEpsilon;
    expect_near(bound(in_loop("float s = 7;\n#pragma omp simd reduction(*: s)\n"
                              "for (int j = 0; j < 3; j++) s *= x[j];\nout[i] = s;"),
                      {{"x", "1,2,-3"}, {"out", "1"}}, kOrder),
                42 * relative * (1 + relative));
}

TEST_F(OpenMpBounds, AtomicSumsHaveTheirOwnTerms) {
    // Each of the two iterations adds 3 to 1: at most 7, and twice 6.
    expect_near(bound("void f(const float *x, float *out) {\n#pragma omp parallel for\n"
                      "for (int i = 0; i < 2; i++)\n#pragma omp atomic\nout[0] += x[0];\n}\n",
                      {{"x", "3,3"}, {"out", "1,1"}}, kOrder),
                2 * kEpsilon * (7 + 12));
}

TEST_F(OpenMpBounds, MathematicalFunctionsAreWithinTheErrorsOfTheLibrary) {
    // The library's expf has an error of at most one unit, cosf(0) is 1.
    expect_near(bound(in_loop("out[i] = expf(x[0]);"), {{"x", "0,0"}, {"out", "1"}}, kMathematics),
                1.5 * kEpsilon);
    // Of cosh it is 2 units; and the sum is rounded.
    expect_near(bound(in_loop("out[i] = coshf(x[0]) + 3;"), {{"x", "0,0"}, {"out", "1"}}, kMathematics),
                2.5 * kEpsilon + 4 * kEpsilon);
    EXPECT_EQ(bound(in_loop("out[i] = expf(x[0]);"), {{"x", "0,0"}, {"out", "1"}}, kOrder), 0);
    EXPECT_EQ(bound(in_loop("out[i] = sqrtf(x[0]);"), {{"x", "2,2"}, {"out", "1"}}, kMathematics), 0);
    // Nothing is known where the divisor may be 0.
    EXPECT_TRUE(std::isinf(
        bound(in_loop("out[i] = 1 / (expf(x[0]) - 1);"), {{"x", "0,0"}, {"out", "1"}}, kMathematics)));
}

TEST_F(OpenMpBounds, AreUnknownOfWhatTeamsAdd) {
    const std::string text =
        "void f(float *out) {\n#pragma omp parallel\n{\n#pragma omp critical\n"
        "out[0] += 0.5f;\n}\n}\n";
    EXPECT_FALSE(bounds_of(text, {{"out", "1,1"}}, kOrder, dsl::LoopModel::spmd));
}

std::uint64_t pattern(float value) {
    return std::bit_cast<std::uint32_t>(value);
}

TEST(OpenMpComparison, HasThreeColumnsAndCountsTheLibrarysErrorsApart) {
    const std::vector<std::uint64_t> a = {pattern(1), pattern(1), pattern(NAN), pattern(1), pattern(1)};
    const std::vector<std::uint64_t> b = {pattern(1), pattern(1.25F), pattern(-NAN), pattern(1.5F),
                                          pattern(2)};
    const ElementBounds bounds = {.order = {0, 0.25, 0, 0.25, INFINITY}, .all = {0, 0.5, 0, 0.5, INFINITY}};
    const Comparison found = compare(a, b, Type::f32, bounds);
    EXPECT_EQ(found.same, 2U);
    EXPECT_EQ(found.close, 2U);
    EXPECT_EQ(found.library, 1U);
    EXPECT_EQ(found.different, 1U);  // an infinite bound is none
    EXPECT_EQ(found.first, 4U);
    EXPECT_EQ(compare(a, b, Type::f32).different, 3U);
    EXPECT_EQ(compare({1}, {2}, Type::i32, {.order = {9}, .all = {9}}).different, 1U);
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_bounds_test
