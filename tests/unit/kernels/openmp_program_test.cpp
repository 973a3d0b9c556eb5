// Whole C programs on the machine: `main`, variables of the program, scalars that threads share, and the
// functions of C's library.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/engines.hpp"
#include "kernels/launch/front_end.hpp"
#include "kernels/openmp/print.hpp"
#include "kernels/openmp/run.hpp"

namespace musimd::kernels::openmp::openmp_program_test {
namespace {

using dsl::LoopModel;
using testing::HasSubstr;

class OpenMpProgram : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    static reader::Reading reading(const std::string& text, std::vector<std::string> arguments = {}) {
        const auto result = read_function({.file = "x.c",
                                           .text = text,
                                           .function = "main",
                                           .options = {},
                                           .arguments = std::move(arguments)});
        EXPECT_TRUE(result) << result.error();
        return *result;
    }

    static FunctionRun run(const std::string& text, const Configuration& configuration = {},
                           std::vector<std::string> arguments = {}) {
        const reader::Reading read = reading(text, std::move(arguments));
        EXPECT_TRUE(read.function) << read.messages;
        return read.function ? run_function(*read.function, {}, configuration, *find_engine("fast"))
                             : FunctionRun{};
    }
};

TEST_F(OpenMpProgram, PrintsAndReturns) {
    const FunctionRun result = run(R"(
#include <stdio.h>
int main(void) {
    int a[10];
#pragma omp parallel for
    for (int i = 0; i < 10; i++) a[i] = i * i;
    printf("%d|%5.2f|%s|%%|%c|%x\n", a[3], 0.5 * a[1], "text", 'x', 255u);
    puts("100%");
    return a[2];
}
)");
    EXPECT_EQ(result.end, FunctionRun::End::stop) << result.message;
    EXPECT_EQ(result.output, "9| 0.50|text|%|x|ff\n100%\n");
    EXPECT_EQ(result.returned, 4U);
}

TEST_F(OpenMpProgram, MainReturnsZeroAtItsEnd) {
    EXPECT_EQ(run("int main() {}").returned, 0U);
}

TEST_F(OpenMpProgram, VariablesOfTheProgramBeginWithZeroOrTheirInitialiser) {
    const FunctionRun result = run(R"(
#include <stdio.h>
int table[2][3] = {{1, 2}, {4}};
static double total;
int count = 3;
void next(void) { static int calls = 10; count += calls++; }
int main(void) {
    double local[3] = {1.5};
    next();
    next();
#pragma omp parallel for reduction(+: total)
    for (int i = 0; i < 6; i++) total += table[i / 3][i % 3] + local[0];
    printf("%d %g", count, total);
}
)");
    EXPECT_EQ(result.end, FunctionRun::End::stop) << result.message;
    EXPECT_EQ(result.output, "24 16");
}

TEST_F(OpenMpProgram, ArgumentsAreNumbers) {
    const std::string text = R"(
#include <stdlib.h>
int main(int argc, char *argv[]) {
    int n = 5;
    if (argc > 1) n = atoi(argv[1]);
    return n;
}
)";
    EXPECT_EQ(run(text).returned, 5U);
    EXPECT_EQ(run(text, {}, {"17"}).returned, 17U);
}

TEST_F(OpenMpProgram, AScalarThatIterationsAssignIsARace) {
    const std::string text = R"(
int main(void) {
    int last = 0;
#pragma omp parallel for
    for (int i = 0; i < 4; i++) last = i;
    return last;
}
)";
    for (const LoopModel model : {LoopModel::spmd, LoopModel::simd}) {
        const FunctionRun result = run(text, {.model = model});
        EXPECT_EQ(result.trap, "race");
        EXPECT_EQ(result.line, 5U);
    }
}

TEST_F(OpenMpProgram, OneIterationMayAssignAScalar) {
    const FunctionRun result = run(R"(
int main(void) {
    int found = -1;
#pragma omp parallel for
    for (int i = 0; i < 40; i++)
        if (i * i == 49) found = i;
    return found;
}
)");
    EXPECT_EQ(result.end, FunctionRun::End::stop) << result.message;
    EXPECT_EQ(result.returned, 7U);
}

TEST_F(OpenMpProgram, AllocatedMemoryIsUndefinedUntilItIsWritten) {
    const std::string text = R"(
#include <stdlib.h>
int main(void) {
    int *a = (int *)malloc(4 * sizeof(int));
    int *b = (int *)calloc(4, sizeof(int));
    int sum = b[3];
    a[0] = 1;
#pragma omp parallel for reduction(+: sum)
    for (int i = 0; i < 4; i++) sum += a[i];
    free(a);
    return sum;
}
)";
    const FunctionRun trapped = run(text);
    EXPECT_EQ(trapped.trap, "undefined-memory");
    EXPECT_EQ(trapped.line, 9U);
    EXPECT_EQ(run(text, {.undefined_is_zero = true}).returned, 1U);
}

TEST_F(OpenMpProgram, AssertionsThatFailAreTraps) {
    const FunctionRun result = run(R"(
#include <assert.h>
int main(void) {
    int x = 1;
    assert(x == 1);
    assert(x == 2);
}
)");
    EXPECT_EQ(result.trap, "assertion");
    EXPECT_EQ(result.line, 6U);
}

TEST_F(OpenMpProgram, ExitEndsMain) {
    const FunctionRun result = run(R"(
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    for (int i = 0;; i++) {
        printf("%d ", i);
        if (i == 2) exit(3);
    }
}
)");
    EXPECT_EQ(result.returned, 3U);
    EXPECT_EQ(result.output, "0 1 2 ");
}

TEST_F(OpenMpProgram, RandomNumbersAreTheSameInEachRun) {
    const std::string text = R"(
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    srand(1);
    printf("%d %d", rand(), rand());
}
)";
    EXPECT_EQ(run(text).output, "1103533694 662815851");
    EXPECT_EQ(run(text).output, run(text, {.model = LoopModel::simd}).output);
}

TEST_F(OpenMpProgram, ThreadsOfAParallelRegionKnowTheirNumbers) {
    const std::string text = R"(
#include <stdio.h>
#include <omp.h>
int main(void) {
    int own[4], threads = 0, sum = 0;
#pragma omp parallel num_threads(4) reduction(+: sum)
    {
        int me = omp_get_thread_num();
        own[me] = 10 * me;
        sum += me;
#pragma omp master
        threads = omp_get_num_threads();
    }
    printf("%d %d %d %d %d", own[1], own[3], sum, threads, omp_get_thread_num());
}
)";
    for (const LoopModel model : {LoopModel::spmd, LoopModel::simd}) {
        const FunctionRun result = run(text, {.model = model});
        EXPECT_EQ(result.end, FunctionRun::End::stop) << result.message;
        EXPECT_EQ(result.output, "10 30 6 4 0");
    }
}

TEST_F(OpenMpProgram, ThreadsThatAssignASharedScalarRace) {
    const FunctionRun result = run(R"(
int main(void) {
    int x = 0;
#pragma omp parallel
    x = x + 1;
    return x;
}
)");
    EXPECT_EQ(result.trap, "race");
    EXPECT_EQ(result.line, 5U);
}

TEST_F(OpenMpProgram, SectionsRunSideBySide) {
    const std::string text = R"(
int main(void) {
    int a = 1, b = 2;
#pragma omp parallel sections
    {
#pragma omp section
        a = 5;
#pragma omp section
        b = a0 + 1;
    }
    return a + b;
}
)";
    std::string apart = text, together = text;
    apart.replace(apart.find("a0"), 2, "b");
    together.replace(together.find("a0"), 2, "a");
    EXPECT_EQ(run(apart).returned, 8U);
    EXPECT_EQ(run(together).trap, "race");
}

TEST_F(OpenMpProgram, WhatIsNotSupportedIsNamed) {
    EXPECT_EQ(run("int main(int argc, char **argv) { return argv[0][0]; }").returned, std::uint64_t{'p'});
    EXPECT_THAT(reading("#include <stdlib.h>\n"
                        "int main(int c, char **v) { if (c == 1) return atoi(v[1]); return 0; }")
                    .messages,
                HasSubstr("the program has no argument 1; pass arguments after `--`"));
    EXPECT_THAT(reading("extern int x;\nint main(void) { return x; }").messages,
                HasSubstr("x.c:1:12: error: 'x' is declared here, but not defined"));
    EXPECT_THAT(reading("#include <stdio.h>\nint main(void) { char f[8];\n#pragma omp parallel\n"
                        "sprintf(f, \"x\"); }")
                    .messages,
                HasSubstr("x.c:4:1: error: `sprintf` is supported only outside of parallel code"));
}

TEST(OpenMpPrint, FormatsAreThoseOfPrintf) {
    const std::vector<PrintedValue> values = {{Type::i32, 0xffff'ffff}, {Type::f64, 0x3fe0'0000'0000'0000}};
    EXPECT_EQ(print_formatted("%d %.3f", values), "-1 0.500");
    EXPECT_EQ(print_formatted("%08.2lf", {{values[1]}}), "00000.50");
    EXPECT_EQ(print_formatted("%-5ld|", {{values[0]}}), "-1   |");
    EXPECT_EQ(print_formatted("%d %d", {{values[0]}}), "-1 %d");
    EXPECT_EQ(print_formatted("%n%", values), "%n%");
}

}  // namespace
}  // namespace musimd::kernels::openmp::openmp_program_test
