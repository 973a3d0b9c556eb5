// Copies that end at a cuda::barrier, or at a stage of a cuda::pipeline.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/launch/front_end.hpp"
#include "tests/support/cuda_kernels.hpp"

namespace musimd::test::cuda_pipeline_test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

class CudaPipeline : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
    }
};

/// Thread 0 copies; `barrier` is between the initialisation of the barrier and its first use.
std::string copied_by_one(const std::string& barrier) {
    return "#include <cuda/barrier>\n__global__ void k(const double *in, double *out) {\n"
           "__shared__ alignas(16) double val[4];\n__shared__ cuda::barrier<cuda::thread_scope_block> bar;\n"
           "if (threadIdx.x == 0) init(&bar, blockDim.x);\n" +
           barrier +
           "\nif (threadIdx.x == 0) cuda::memcpy_async(val, in, cuda::aligned_size_t<16>(sizeof val), bar);\n"
           "bar.arrive_and_wait();\nout[threadIdx.x] = val[3 - threadIdx.x];\n}";
}

TEST_F(CudaPipeline, ACopyEndsAtItsBarrier) {
    expect_words(copied_by_one("__syncthreads();"), {{"in", "4:iota"}, {"out", "4:zeros"}}, "out",
                 {0x4008000000000000, 0x4000000000000000, 0x3ff0000000000000, 0}, {.block = {4, 1, 1}});
    const CudaKernelRun wrong = run_cuda(copied_by_one(""), {{"in", "4:iota"}, {"out", "4:zeros"}},
                                         {.block = {4, 1, 1}, .model = ThreadModel::volta});
    ASSERT_THAT(wrong.run.findings, SizeIs(1)) << wrong.messages;
    EXPECT_EQ(wrong.run.findings.front().kind, "race");
    EXPECT_THAT(wrong.run.findings.front().message, HasSubstr("accesses atomically bar, "));
}

/// Two stages; `wait` is before what a stage has is read.
std::string staged(const std::string& wait) {
    return "#include <cooperative_groups.h>\n#include <cuda/pipeline>\n"
           "__global__ void k(const int *in, int *out) {\n__shared__ int stage[2][4];\n"
           "__shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;\n"
           "auto block = cooperative_groups::this_thread_block();\n"
           "auto pipe = cuda::make_pipeline(block, &state);\nint sum = 0;\n"
           "for (int i = 0; i < 4; ++i) {\npipe.producer_acquire();\n"
           "cuda::memcpy_async(block, stage[i % 2], in + 4 * i, sizeof(int) * 4, pipe);\n"
           "pipe.producer_commit();\n" +
           wait +
           "\nsum += stage[i % 2][3 - threadIdx.x];\npipe.consumer_release();\n}\nout[threadIdx.x] = sum;\n}";
}

TEST_F(CudaPipeline, AStageIsReadAfterItsWait) {
    expect_words(staged("pipe.consumer_wait();"), {{"in", "16:iota"}, {"out", "4:zeros"}}, "out",
                 {36, 32, 28, 24}, {.block = {4, 1, 1}});
    const CudaKernelRun wrong = run_cuda(staged(""), {{"in", "16:iota"}, {"out", "4:zeros"}},
                                         {.block = {4, 1, 1}, .model = ThreadModel::volta});
    ASSERT_THAT(wrong.run.findings, SizeIs(1)) << wrong.messages;
    EXPECT_THAT(wrong.run.findings.front().message, HasSubstr("stage["));
}

TEST_F(CudaPipeline, PrimitivesCopyAndFillWithZeros) {
    expect_words(
        "#include <cuda_pipeline.h>\n__global__ void k(const int *in, int *out) {\n__shared__ int s[8];\n"
        "__pipeline_memcpy_async(&s[2 * threadIdx.x], &in[2 * threadIdx.x], 8, threadIdx.x == 3 ? 4 : 0);\n"
        "__pipeline_commit();\n__pipeline_wait_prior(0);\n__syncthreads();\n"
        "out[threadIdx.x] = s[7 - threadIdx.x];\n}",
        {{"in", "8:iota"}, {"out", "4:zeros"}}, "out", {0, 6, 5, 4}, {.block = {4, 1, 1}});
}

}  // namespace
}  // namespace musimd::test::cuda_pipeline_test
