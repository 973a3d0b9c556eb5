// C functions with code around parallel loops, on the machine.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>

#include "engines/engines.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::kernels::openmp::openmp_host_test {
namespace {

using dsl::LoopModel;
using dsl::openmp::LoopFunction;
using testing::ElementsAre;

class OpenMpHost : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    /// Runs f under both models, which must end in the same way with the same bits.
    static FunctionRun run(const std::string& text, const GivenArguments& given,
                           std::uint64_t max_steps = 1'000'000) {
        const auto reading = read_function({.file = "x.c", .text = text, .function = "f", .options = {}});
        if (!reading || !reading->function) {
            ADD_FAILURE() << (reading ? reading->messages : reading.error());
            return {};
        }
        const LoopFunction& function = *reading->function;
        const auto arguments = read_arguments(function, argument_texts(function, given, 0));
        EXPECT_TRUE(arguments) << arguments.error();
        const Engine& fast = *find_engine("fast");
        const Configuration spmd{.model = LoopModel::spmd, .max_steps = max_steps};
        const Configuration simd{.model = LoopModel::simd, .max_steps = max_steps};
        FunctionRun result = run_function(function, *arguments, spmd, fast);
        const FunctionRun other = run_function(function, *arguments, simd, fast);
        EXPECT_EQ(result.end, other.end) << result.message << "\n" << other.message;
        EXPECT_EQ(result.line, other.line);
        EXPECT_EQ(result.returned, other.returned);
        EXPECT_EQ(result.buffers, other.buffers);
        EXPECT_EQ(result.launches, other.launches);
        EXPECT_EQ(result.host.slots, other.host.slots);
        return result;
    }
};

TEST_F(OpenMpHost, LoopsLaunchLoops) {
    const FunctionRun result = run(R"(
void f(int n, int steps, int a[n], int b[n]) {
    int t, factor = 1;
    for (t = 0; t < steps; t++) {
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++) b[i] = factor * (a[i - 1] + a[i + 1]);
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++) a[i] = b[i];
        factor = factor + t;
    }
    a[0] = factor;
}
)",
                                   {{"n", "6"}, {"steps", "3"}, {"a", "iota[6]"}, {"b", "zeros[6]"}});
    ASSERT_EQ(result.end, FunctionRun::End::stop) << result.message;
    EXPECT_EQ(result.launches, 6U);
    // 0 1 2 3 4 5, 0 2 4 6 8 5, 0 4 8 12 11 5, and with the factor 2: 0 16 32 38 34 5
    EXPECT_THAT(result.buffers[0], ElementsAre(4, 16, 32, 38, 34, 5));
}

TEST_F(OpenMpHost, ConditionsAndBreaksDecideWhatIsLaunched) {
    const char* const text = R"(
static int largest(int n, const int *a) {
    int most = a[0];
#pragma omp parallel for reduction(max : most)
    for (int i = 0; i < n; i++) most = most < a[i] ? a[i] : most;
    return most;
}
int f(int n, int *a) {
    int rounds = 0;
    while (1) {
        if (n == 0) return -1;
        if (largest(n, a) > 50) break;
        rounds++;
        if (rounds == 2) continue;
#pragma omp parallel for
        for (int i = 0; i < n; i++) a[i] *= 2;
    }
    return rounds;
}
)";
    // Doubled in rounds 1, 3, 4 and 5: 4 is 64.
    const FunctionRun result = run(text, {{"n", "3"}, {"a", "1,4,2"}});
    ASSERT_EQ(result.end, FunctionRun::End::stop) << result.message;
    EXPECT_EQ(result.returned, 5U);
    EXPECT_THAT(result.buffers[0], ElementsAre(16, 64, 32));
    EXPECT_EQ(run(text, {{"n", "0"}, {"a", "1"}}).returned, 0xffff'ffffU);
}

TEST_F(OpenMpHost, ReductionsOfParallelLoopsAreThoseOfC) {
    const char* const text = R"(
double f(int n, const double *a, double *all) {
    double sum = 0.5, least = 1e9;
    long bits = 0;
    unsigned char product = 3;
#pragma omp parallel for simd simdlen(8) reduction(+ : sum) reduction(min : least)
    for (int i = 0; i < n; i++) {
        if (i == 7) continue;
        sum += a[i];
        if (a[i] < least) least = a[i];
    }
#pragma omp target teams distribute parallel for reduction(^ : bits) reduction(* : product)
    for (int i = 0; i < n; i++) {
        bits ^= (long)i << (i % 40);
        product *= i + 1;
    }
    all[0] = least;
    all[1] = bits;
    all[2] = product;
    return sum;
}
)";
    constexpr int n = 50;
    GivenArguments given = {{"n", "50"}, {"a", "between:-1:1:7[50]"}, {"all", "zeros[3]"}};
    const FunctionRun result = run(text, given);
    ASSERT_EQ(result.end, FunctionRun::End::stop) << result.message;
    double sum = 0.5;
    double least = 1e9;
    long bits = 0;
    unsigned char product = 3;
    for (int i = 0; i < n; ++i) {
        const auto x = std::bit_cast<double>(result.buffers[0][static_cast<std::size_t>(i)]);
        if (i != 7) sum += x;
        if (i != 7 && x < least) least = x;
        bits ^= static_cast<long>(i) << (i % 40);
        product = static_cast<unsigned char>(product * (i + 1));
    }
    EXPECT_EQ(result.returned, std::bit_cast<std::uint64_t>(sum));
    EXPECT_THAT(result.buffers[1], ElementsAre(std::bit_cast<std::uint64_t>(least),
                                               std::bit_cast<std::uint64_t>(static_cast<double>(bits)),
                                               std::bit_cast<std::uint64_t>(static_cast<double>(product))));
}

TEST_F(OpenMpHost, CombiningIsACostOfTheLoop) {
    const std::string loop = "for (int i = 0; i < n; i++) s += a[i];\nreturn s; }\n";
    const std::string head = "int f(int n, const int *a) { int s = 0;\n";
    const GivenArguments given = {{"n", "32"}, {"a", "iota[32]"}};
    const FunctionRun serial = run(head + loop, given);
    const FunctionRun parallel = run(head + "#pragma omp parallel for reduction(+ : s)\n" + loop, given);
    EXPECT_EQ(serial.returned, 496U);
    EXPECT_EQ(parallel.returned, 496U);
    EXPECT_EQ(serial.cost.slots, 0U);
    EXPECT_GT(serial.host.slots, parallel.host.slots);
    EXPECT_GT(parallel.cost.slots, 32U * 3);
}

TEST_F(OpenMpHost, LocalArraysAreUndefinedAtFirst) {
    const char* const text = R"(
int f(int n, int m, int *a) {
    int sum = 0;
    for (int k = 1; k <= n; k++) {
        int z[k];
#pragma omp parallel for
        for (int i = 0; i < m; i++) z[i] = i * k;
        sum += z[k - 1];
    }
    a[0] = sum;
    return sum;
}
)";
    EXPECT_EQ(run(text, {{"n", "3"}, {"m", "1"}, {"a", "1"}}).trap, "undefined-memory");
    const FunctionRun one = run(text, {{"n", "1"}, {"m", "1"}, {"a", "1"}});
    EXPECT_EQ(one.returned, 0U) << one.message;
    const FunctionRun outside = run(text, {{"n", "1"}, {"m", "2"}, {"a", "1"}});
    EXPECT_EQ(outside.trap, "invalid-address");
    EXPECT_EQ(outside.line, 7U);
    EXPECT_EQ(outside.iteration, 1);
}

TEST_F(OpenMpHost, TrapsInHostCodeNameTheLine) {
    const FunctionRun undefined = run(R"(
void f(int n, int *a) {
    int k;
    if (n > 3) k = 2;
#pragma omp parallel for
    for (int i = 0; i < n; i++) a[i] = k;
}
)",
                                      {{"n", "2"}, {"a", "2"}});
    EXPECT_EQ(undefined.trap, "undefined-variable");
    EXPECT_EQ(undefined.line, 6U);
    EXPECT_EQ(undefined.iteration, 0);

    const FunctionRun divided = run(R"(
void f(int n, int *a) {
    for (int t = 2; t >= 0; t--) {
        n = 12 / t;
#pragma omp parallel for
        for (int i = 0; i < n; i++) a[i] = t;
    }
}
)",
                                    {{"n", "2"}, {"a", "20:zeros"}});
    EXPECT_EQ(divided.trap, "division-by-zero");
    EXPECT_EQ(divided.line, 4U);
    EXPECT_EQ(divided.iteration, -1);
    EXPECT_EQ(divided.buffers[0][11], 1U);
}

TEST_F(OpenMpHost, LoopsThatDoNotEndReachTheLimit) {
    const std::string loop = "#pragma omp parallel for\nfor (int i = 0; i < n; i++) a[i] = i;\n";
    const GivenArguments given = {{"n", "2"}, {"a", "2"}};
    const FunctionRun launching = run("void f(int n, int *a) {\nfor (;;) {\n" + loop + "}\n}\n", given, 100);
    EXPECT_EQ(launching.end, FunctionRun::End::limit);
    EXPECT_EQ(launching.line, 2U);
    EXPECT_EQ(launching.message,
              "more than 100 steps outside of parallel loops; this loop may not terminate");
    const FunctionRun alone =
        run("void f(int n, int *a) {\n" + loop + "while (n) n = 3 - n;\n}\n", given, 1000);
    EXPECT_EQ(alone.end, FunctionRun::End::limit);
    EXPECT_EQ(alone.line, 4U);
    EXPECT_EQ(alone.message, "step limit of 1,000 reached; the loop on line 4 may not terminate");
}

TEST_F(OpenMpHost, ValuesDeclaredInALoopDoNotOutliveATrip) {
    const FunctionRun result = run(R"(
int f(int n, int *a) {
    for (int t = 0; t < n; t++) {
        int k;
        if (t == 0) k = 5;
#pragma omp parallel for
        for (int i = 0; i < 2; i++) a[i] = t;
        if (t == 1) return k;
    }
    return 0;
}
)",
                                   {{"n", "3"}, {"a", "2"}});
    EXPECT_EQ(result.trap, "undefined-variable");
    EXPECT_EQ(result.line, 8U);
}

TEST_F(OpenMpHost, NestedDirectivesRunAsCombinedOnes) {
    const FunctionRun result = run(R"(
void f(int n, int *a, int *b) {
#pragma omp target data map(to : a[0 : n], b[0 : n])
    {
#pragma omp target teams
#pragma omp distribute parallel for
        for (int i = 0; i < n; i++) a[i] = i;
#pragma omp target update from(a[0 : n])
#pragma omp parallel
        for (int t = 0; t < 3; t++) {
#pragma omp for
            for (int i = 0; i < n; i++) b[i] = a[n - 1 - i];
#pragma omp for simd
            for (int i = 0; i < n; i++) a[i] = b[i] + t;
        }
    }
}
)",
                                   {{"n", "4"}, {"a", "4"}, {"b", "4"}});
    ASSERT_EQ(result.end, FunctionRun::End::stop) << result.message;
    EXPECT_EQ(result.launches, 7U);
    EXPECT_THAT(result.buffers[0], ElementsAre(6, 5, 4, 3));
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_host_test
