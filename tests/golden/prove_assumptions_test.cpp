// `musimd cuda --prove`: what is assumed, required and suggested.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::prove_assumptions_test {
namespace {

using support::Finished;
using testing::HasSubstr;
using testing::Not;

class ProveAssumptions : public testing::Test {
  protected:
    void SetUp() override {
        support::Command command;
        command.arguments = {"/bin/sh", "-c", "command -v z3 || command -v cvc5"};
        if (support::run(command).status != 0) GTEST_SKIP() << "neither z3 nor cvc5 is installed";
        if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
    }

    Finished prove(const std::string& text, const std::vector<std::string>& more = {}) {
        folder_.write("k.cu", text);
        std::vector<std::string> words = {"cuda", (folder_.path() / "k.cu").string(), "--prove"};
        words.insert(words.end(), more.begin(), more.end());
        return support::run(support::musimd(std::move(words)));
    }

    /// The error of a kernel that reads `a`, `f` and `n`, and writes `b`.
    std::string error_of(const std::vector<std::string>& options) {
        const Finished finished = prove(
            "__global__ void k(const int* a, const float* f, int* b, int n) {\n"
            "  b[threadIdx.x] = a[n] + f[n];\n}",
            options);
        EXPECT_EQ(finished.status, 2) << finished.output;
        return finished.errors;
    }

    support::TemporaryFolder folder_;
};

TEST_F(ProveAssumptions, AContradictionIsNamedByASmallestSet) {
    EXPECT_THAT(error_of({"--assume", "n > 5", "--assume", "blockDim.x == 32", "--assume", "n < 3"}),
                HasSubstr("--assume 'n > 5' and --assume 'n < 3' contradict each other"));
    EXPECT_THAT(error_of({"--assume", "n > 3 && n < 2"}),
                HasSubstr("--assume 'n > 3 && n < 2' contradicts itself"));
    EXPECT_THAT(error_of({"--block", "64", "--assume", "blockDim.x < 32"}),
                HasSubstr("--block 64,1,1 and --assume 'blockDim.x < 32' contradict each other"));
    EXPECT_THAT(error_of({"--assume", "blockDim.x == 32 && gridDim.x == 2147483647"}),
                HasSubstr("cannot be fulfilled; limits that are always assumed"));
}

TEST_F(ProveAssumptions, ContentsAreAssumedOfWhatIsReadAlone) {
    EXPECT_THAT(error_of({"--assume", "distinct(b)"}), HasSubstr("the kernel writes b"));
    EXPECT_THAT(error_of({"--assume", "sorted(f)"}), HasSubstr("the elements of f are no integers"));
    EXPECT_THAT(error_of({"--assume", "c[*] < n"}),
                HasSubstr("no array 'c' in global memory; it has a, f, b"));
    EXPECT_THAT(error_of({"--assume", "a[*] + 1 < n"}), HasSubstr("LOW <= ARRAY[*] or ARRAY[*] < HIGH"));
    EXPECT_THAT(error_of({"--assume", "0 <= a[*]", "--assume", "a[*] < 0"}),
                HasSubstr("--assume '0 <= a[*]' and --assume 'a[*] < 0' contradict each other"));
}

TEST_F(ProveAssumptions, ALengthThatNobodyStatesIsRequired) {
    const std::string text =
        "__global__ void k(int* a, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[i] = 1;\n}";
    const Finished finished = prove(text);
    EXPECT_EQ(finished.status, 0);
    EXPECT_THAT(finished.output, HasSubstr("needs: a has n elements"));
    EXPECT_THAT(prove(text, {"--length", "a=n"}).output, Not(HasSubstr("needs:")));
    EXPECT_EQ(prove(text, {"--length", "a=n-1"}).status, 1);
    EXPECT_THAT(prove("__global__ void k(int* a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 1; }").output,
                HasSubstr("needs: a has blockDim.x * gridDim.x elements"));
}

TEST_F(ProveAssumptions, WhatWouldHelpIsSuggested) {
    const Finished finished = prove(
        "__global__ void k(const int* index, int* a, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[index[i]] = i;\n}",
        {"--length", "index=n", "--length", "a=n"});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.output, HasSubstr("proved with: --assume 'distinct(index)'"));
    EXPECT_THAT(finished.output, HasSubstr("proved with: --assume '0 <= index[*] && index[*] < n'"));
}

TEST_F(ProveAssumptions, ALoopWhoseStepMayWrapNeedsALimit) {
    const std::string text =
        "__global__ void k(int* a, int n) {\n"
        "  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) a[i] = "
        "1;\n"
        "}";
    const Finished finished = prove(text, {"--length", "a=n"});
    EXPECT_EQ(finished.status, 3);
    EXPECT_THAT(finished.output, HasSubstr("it depends on i, which may wrap in the loop on line 2"));
    const std::string limit = "n + blockDim.x * gridDim.x <= 2147483647";
    EXPECT_THAT(finished.output, HasSubstr("proved with: --assume '" + limit + "'"));
    EXPECT_EQ(prove(text, {"--length", "a=n", "--assume", limit}).status, 0);
}

TEST_F(ProveAssumptions, TheTextAssumesFromWhereItIs) {
    const Finished later =
        prove("__global__ void k(int* a, int n) { a[n] = 1; __builtin_assume(n >= 0 && n < 4); }",
              {"--length", "a=4"});
    EXPECT_NE(later.status, 0);
}

TEST_F(ProveAssumptions, LaunchesOfTheHostAreProvedOneByOne) {
    const std::string text =
        "#include <cstdlib>\n"
        "__global__ void k(int* a, int n) {\n"
        "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  if (i < n) a[i] = 1;\n}\n"
        "int main(int, char** v) {\n"
        "  int count = atoi(v[1]);\n  int* d;\n  cudaMalloc(&d, count * sizeof(int));\n"
        "  k<<<(count + 255) / 256, 256>>>(d, count);\n"
        "  k<<<1, 32>>>(d, count + 1);\n}\n";
    const Finished finished = prove(text);
    EXPECT_EQ(finished.status, 1) << finished.output << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("kernel k, as launched on line 10 with"));
    EXPECT_THAT(finished.output, HasSubstr("gridDim.x == (n + 255) / 256, n elements of a"));
    EXPECT_THAT(finished.output, HasSubstr("kernel k, as launched on line 11 with"));
    EXPECT_THAT(prove(text, {"--any-launch"}).output, HasSubstr("for all launches"));
}

TEST_F(ProveAssumptions, AVariableOfTheHostThatChangesIsNotKnown) {
    const Finished finished = prove(
        "#include <cstdlib>\n"
        "__global__ void k(int* a, int n) { if (threadIdx.x < n) a[threadIdx.x] = 1; }\n"
        "int main(int, char** v) {\n"
        "  int count = atoi(v[1]);\n  int* d;\n  cudaMalloc(&d, count * sizeof(int));\n"
        "  count = 2 * count;\n  k<<<1, 32>>>(d, count);\n}\n");
    EXPECT_THAT(finished.output, HasSubstr("needs: a has "));
}

TEST_F(ProveAssumptions, OneArrayInTwoParametersIsNotProved) {
    const Finished finished = prove(
        "__global__ void k(int* a, const int* b) { a[threadIdx.x] = b[threadIdx.x + 1]; }\n"
        "int main() {\n  int* d;\n  cudaMalloc(&d, 400);\n  k<<<1, 32>>>(d, d);\n}\n");
    EXPECT_EQ(finished.status, 3);
    EXPECT_THAT(finished.output, HasSubstr("passes one array as a and as b"));
}

}  // namespace
}  // namespace musimd::prove_assumptions_test
