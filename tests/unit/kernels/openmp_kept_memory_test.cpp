// The memory of a C program between its parallel loops: the same on an engine that keeps it in place, and on
// one that gets it with each program.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/engines.hpp"
#include "kernels/launch/front_end.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::kernels::openmp::openmp_kept_memory_test {
namespace {

class OpenMpKeptMemory : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    static FunctionRun run(const std::string& text, const char* engine) {
        const auto reading =
            read_function({.file = "x.c", .text = text, .function = "main", .options = {}, .arguments = {}});
        if (!reading || !reading->function) {
            ADD_FAILURE() << (reading ? reading->messages : reading.error());
            return {};
        }
        return run_function(*reading->function, {}, {}, *find_engine(engine));
    }

    /// What the program prints on `fast`; it must be the same on `rules`.
    static std::string output(const std::string& text) {
        const FunctionRun fast = run(text, "fast");
        const FunctionRun rules = run(text, "rules");
        EXPECT_EQ(fast.end, FunctionRun::End::stop) << fast.message;
        EXPECT_EQ(fast.output, rules.output);
        EXPECT_EQ(fast.cost.steps, rules.cost.steps);
        EXPECT_EQ(fast.host.steps, rules.host.steps);
        return fast.output;
    }
};

TEST_F(OpenMpKeptMemory, LaunchesWithOtherValuesAndSizes) {
    EXPECT_EQ(output(R"(
#include <stdio.h>
int main(void) {
    int a[8] = {1, 2, 3}, sum = 0;
    for (int k = 1; k < 4; k++) {
#pragma omp parallel for
        for (int i = 0; i < 2 * k; i++) a[i] += 10 * k + i;
#pragma omp parallel for reduction(+: sum)
        for (int i = 0; i < k; i++) sum += a[i];
    }
    for (int i = 0; i < 8; i++) printf("%d ", a[i]);
    printf("%d\n", sum);
}
)"),
              "61 65 57 56 34 35 0 0 259\n");
}

TEST_F(OpenMpKeptMemory, ArraysThatGrow) {
    EXPECT_EQ(output(R"(
#include <stdio.h>
int main(void) {
    long kept[2] = {5, 6};
    for (int n = 1; n <= 1000; n *= 10) {
        long a[n];
#pragma omp parallel for
        for (int i = 0; i < n; i++) a[i] = i + kept[1];
        kept[0] += a[n - 1];
    }
    printf("%ld %ld\n", kept[0], kept[1]);
}
)"),
              "1136 6\n");
}

TEST_F(OpenMpKeptMemory, AnArrayIsUndefinedEachTimeThatItIsDeclared) {
    const FunctionRun result = run(R"(
int main(void) {
    int sum = 0;
    for (int k = 0; k < 2; k++) {
        int a[4];
        if (k == 0)
#pragma omp parallel for
            for (int i = 0; i < 4; i++) a[i] = i;
        sum += a[2];
    }
    return sum;
}
)",
                                   "fast");
    EXPECT_EQ(result.end, FunctionRun::End::trap);
    EXPECT_EQ(result.trap, "undefined-memory");
    EXPECT_EQ(result.line, 9U);
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_kept_memory_test
