// Launches of which only some blocks run.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/cuda/sampling.hpp"
#include "kernels/launch/front_end.hpp"
#include "tests/support/cuda_kernels.hpp"

namespace musimd::test::cuda_sample_test {
namespace {

using kernels::cuda::LaunchRun;
using testing::HasSubstr;
using testing::SizeIs;

class CudaSample : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
    }
};

TEST_F(CudaSample, TheFirstTheLastAndThoseEvenlyBetweenRun) {
    const char* const text =
        "__global__ void k(int *a) {\nif (threadIdx.x == 0) a[blockIdx.y * gridDim.x + blockIdx.x] = "
        "gridDim.x;\n}";
    const Words words = {4, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 4};
    expect_words(text, {{"a", "12:zeros"}}, "a", words, {.grid = {4, 3, 1}, .sample_blocks = 4});
    expect_words(text, {{"a", "12:zeros"}}, "a", words,
                 {.grid = {4, 3, 1}, .resident_blocks = 3, .sample_blocks = 4});
    expect_words(text, {{"a", "12:zeros"}}, "a", {4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                 {.grid = {4, 3, 1}, .sample_blocks = 1});
    expect_words(text, {{"a", "12:zeros"}}, "a", Words(12, 4), {.grid = {4, 3, 1}, .sample_blocks = 12});
}

TEST_F(CudaSample, FindingsNameTheBlockOfTheGrid) {
    const CudaKernelRun made =
        run_cuda("__global__ void k(int *a) {\na[blockIdx.x * blockDim.x] = 1;\n}", {{"a", "31000:zeros"}},
                 {.grid = {1000, 1, 1}, .model = ThreadModel::lockstep, .sample_blocks = 3});
    ASSERT_THAT(made.run.findings, SizeIs(1));
    EXPECT_THAT(made.run.findings.front().message,
                HasSubstr("thread 0 of block 999 writes a[31968], which is outside of a"));
    EXPECT_TRUE(made.run.is_sample);
}

TEST_F(CudaSample, RacesBetweenBlocksThatRunAreFound) {
    const CudaKernelRun made =
        run_cuda("__global__ void k(int *a) {\nif (threadIdx.x == 0) a[0] = blockIdx.x;\n}",
                 {{"a", "1:zeros"}}, {.grid = {100, 1, 1}, .model = ThreadModel::volta, .sample_blocks = 2});
    ASSERT_THAT(made.run.findings, SizeIs(1));
    EXPECT_EQ(made.run.findings.front().kind, "race");
    EXPECT_THAT(made.run.findings.front().message, HasSubstr("of block 99"));
}

TEST_F(CudaSample, AGridWithABarrierRunsWhole) {
    const CudaKernelRun made = run_cuda(
        "#include <cooperative_groups.h>\n__global__ void k(int *a) {\nif (threadIdx.x == 0) atomicAdd(a, "
        "1);\n"
        "cooperative_groups::this_grid().sync();\n}",
        {{"a", "1:zeros"}}, {.grid = {4, 1, 1}, .model = ThreadModel::lockstep, .sample_blocks = 2});
    EXPECT_EQ(made.run.end, LaunchRun::End::stop) << made.messages;
    EXPECT_FALSE(made.run.is_sample);
    EXPECT_EQ(made.buffers.at("a"), Words{4});
}

}  // namespace
}  // namespace musimd::test::cuda_sample_test
