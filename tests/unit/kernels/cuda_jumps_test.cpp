// `goto` in kernels, and the lines that `#line` names. What is expected is computed here, in plain C++.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/launch/front_end.hpp"
#include "tests/support/cuda_kernels.hpp"

namespace musimd::test::cuda_jumps_test {
namespace {

using testing::HasSubstr;

constexpr unsigned kThreads = 31;

class CudaJumps : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    /// Of a kernel whose threads store what the function `f` returns for their number.
    static void expect_of_threads(const std::string& f, int (*expected)(int)) {
        std::vector<int> numbers;
        for (int t = 0; t < int{kThreads}; ++t) numbers.push_back(expected(t));
        expect_words("__device__ int f(int n) {\n" + f +
                         "\n}\n__global__ void k(int *o) { o[threadIdx.x] = "
                         "f(threadIdx.x); }",
                     {{"o", "31:zeros"}}, "o", patterns(numbers), {.block = {kThreads, 1, 1}});
    }
};

// The same text is compiled here and read there.
#define SAME(name, ...) int name(int n) __VA_ARGS__ const char* const name##_text = #__VA_ARGS__;

SAME(out_of_loops, {
    int r = -1;
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < 5; j++)
            if (i * 5 + j == n) {
                r = i * 100 + j;
                goto found;
            }
    return -2;
found:
    return r;
})

SAME(back, {
    int s = 0, k = 0;
again:
    switch (k & 3) {
        case 0:
            s++;
            [[fallthrough]];
        case 1:
            s += 2;
            break;
        default:
            s -= 1;
    }
    if (++k < n) goto again;
    return s;
})

SAME(all_ways_out_of_a_loop, {
    int s = 0;
    for (int i = 0; i < 20; i++) {
        int t = i * n;
        if (t % 3 == 0) goto next;
        for (int j = 0; j < 3; j++) {
            if (t % 5 == j) {
                s += 1000;
                goto next;
            }
            if (j == 2 && i == 13) return -s;
        }
        if (i == 17) break;
        s += t;
        switch (i % 4) {
            case 1:
                continue;
            case 3:
                s += 2;
                break;
            default:
                s += 7;
        }
    next:
        s += 1;
        if (s > 9000) goto out;
    }
    s += 100000;
out:
    return s;
})

SAME(several_labels, {
    int a = n + 1, c = 0;
start:
    c++;
    if (a == 1) goto done;
    if (a % 2) goto odd;
    a /= 2;
    goto start;
odd:
    a = 3 * a + 1;
    if (c > 90) goto done;
    goto start;
done:
    return c;
})

#undef SAME

TEST_F(CudaJumps, OutOfLoops) {
    expect_of_threads(out_of_loops_text, out_of_loops);
}

TEST_F(CudaJumps, Back) {
    expect_of_threads(back_text, back);
}

TEST_F(CudaJumps, AllWaysOutOfALoop) {
    expect_of_threads(all_ways_out_of_a_loop_text, all_ways_out_of_a_loop);
}

TEST_F(CudaJumps, SeveralLabels) {
    expect_of_threads(several_labels_text, several_labels);
}

TEST_F(CudaJumps, ToTheEndOfAKernel) {
    expect_words(
        "__global__ void k(int *o) {\nint t = threadIdx.x;\nif (t == 1) goto end;\nif (t == 2) return;\no[t] "
        "= 10;\n"
        "end:\no[t] += 1;\n}",
        {{"o", "4:zeros"}}, "o", {11, 1, 0, 11}, {.block = {4, 1, 1}});
}

TEST_F(CudaJumps, WhatIsNotSupportedIsAnError) {
    EXPECT_THAT(
        cuda_messages("__global__ void k(int *o) {\nif (o[0]) goto in;\n{\no[1] = 2;\nin:\no[0] = 1;\n}\n}"),
        HasSubstr("x.cu:2:11: error: a `goto` into a block is not supported"));
    EXPECT_THAT(
        cuda_messages(
            "__global__ void k(int *o) {\nif (o[0]) goto in;\n{\nint v[2];\nv[o[1]] = 1;\n}\nint *p;\n"
            "p = o;\nin:\np = o + 1;\n*p = 1;\n}"),
        HasSubstr("x.cu:7:6: error: 'p' is used after a label; declare it before the first statement with a "
                  "`goto`"));
}

// ---- lines

TEST_F(CudaJumps, ADirectiveNamesTheFileAndTheLine) {
    const auto read =
        kernels::read_kernel({.file = "x.cu",
                              .text = "__global__ void k(int *x) {\nx[0] = 1;\n#line 100 \"generated.k\"\n"
                                      "x[1] = 2;\nx[2] = 3;\n}",
                              .function = "",
                              .options = {}});
    ASSERT_TRUE(read && read->kernel) << (read ? read->messages : read.error());
    const auto& kernel = *read->kernel;
    ASSERT_EQ(kernel.included.size(), 1U);
    EXPECT_THAT(kernel.included[0].text, HasSubstr("\n\nx[1] = 2;\nx[2] = 3;\n"));
    std::vector<std::string> lines;
    for (const auto& s : kernel.code.body)
        lines.push_back(to_string(place_of(s.line, "x.cu", kernel.included)));
    EXPECT_THAT(lines, testing::ElementsAre("x.cu:2", "generated.k:100", "generated.k:101"));
}

}  // namespace
}  // namespace musimd::test::cuda_jumps_test
