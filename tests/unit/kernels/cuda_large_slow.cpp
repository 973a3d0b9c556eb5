// Programs whose arrays, or grids, are larger than what runs of them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/engines.hpp"
#include "host/compiler.hpp"
#include "host/files.hpp"
#include "kernels/cuda/program/program_run.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::cuda::cuda_large_slow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

class CudaLarge : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
        if (host::find_command("clang++-19").empty()) GTEST_SKIP() << "clang++-19 is not installed";
    }

    ProgramResult run(const std::string& text, std::uint32_t sample = 0) {
        const std::string file = (folder_.path() / "x.cu").string();
        host::write_file(file, text);
        ProgramSetting setting{.sources = {{.file = file, .text = text, .function = "", .options = {}}},
                               .arguments = {},
                               .models = models_,
                               .engines = {find_engine("fast")},
                               .config = {},
                               .keeps_output = true};
        setting.config.sample_blocks = sample;
        auto result = run_program(setting);
        EXPECT_TRUE(result) << result.error();
        return result ? *std::move(result) : ProgramResult{};
    }

    std::vector<ThreadModel> models_ = {ThreadModel::lockstep, ThreadModel::volta};
    host::TemporaryFolder folder_;
};

/// An array of 2^32 elements, as rows of 2^16. `Index` is the type of indices.
std::string picture(const std::string& index) {
    return "#include <cstdio>\nusing Index = " + index + R"(;
__global__ void draw(short *a, Index width, Index y) {
    a[y * width + threadIdx.x] += 7;
}
int main() {
    const size_t width = 1 << 16, bytes = width * width * sizeof(short);
    short *a, out[3] = {};
    if (cudaMalloc(&a, bytes) != cudaSuccess) return 2;
    const size_t at[] = {0, 12345 * width, (width - 1) * width};
    for (size_t i : at) cudaMemset(a + i, 0, 64);
    for (size_t i : at) draw<<<1, 32>>>(a, width, i / width);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    for (int i = 0; i < 3; ++i) cudaMemcpy(out + i, a + at[i], sizeof(short), cudaMemcpyDeviceToHost);
    printf("%d %d %d\n", out[0], out[1], out[2]);
    printf("%s\n", cudaGetErrorName(cudaMemset(a, 0, bytes)));
}
)";
}

TEST_F(CudaLarge, ElementsPastTheRangeOfIntAreUsed) {
    const ProgramResult result = run(picture("long"));
    EXPECT_EQ(result.output, "cudaSuccess\n7 7 7\ncudaErrorMemoryAllocation\n");
    ASSERT_THAT(result.findings, SizeIs(1));
    EXPECT_THAT(result.findings.front().finding.message,
                HasSubstr("80 GiB may be allocated, and 4 GiB of them written"));
}

TEST_F(CudaLarge, AnIndexThatOverflowsIsFoundAtItsSize) {
    const ProgramResult result = run(picture("int"));
    ASSERT_THAT(result.findings, SizeIs(2));  // the index, with an unsigned term, is right again
    EXPECT_EQ(result.findings[0].finding.kind, "overflow");
    EXPECT_EQ(result.findings[0].finding.line, 4);
    EXPECT_THAT(result.findings[0].finding.message,
                HasSubstr("computes 65535 * 65536, which does not fit i32"));
}

TEST_F(CudaLarge, AnElementThatWasNeverWrittenIsFoundAmongMany) {
    const ProgramResult result = run(R"(
__global__ void copy(const float *a, float *b) { b[threadIdx.x] = a[(1l << 31) + threadIdx.x]; }
int main() {
    float *a, *b;
    cudaMalloc(&a, (4ul << 31) + 64);
    cudaMalloc(&b, 64);
    cudaMemset(a + (1l << 31), 0, 32);
    copy<<<1, 16>>>(a, b);
}
)");
    ASSERT_THAT(result.findings, SizeIs(1));
    EXPECT_THAT(result.findings[0].finding.message,
                HasSubstr("thread 8 of block 0 reads a[2147483656], which was never written"));
}

/// The launch goes on after the finding, with zeros.
TEST_F(CudaLarge, WhatWasNeverWrittenIsZeroAfterTheFinding) {
    models_ = {ThreadModel::lockstep};
    const ProgramResult result = run(R"(#include <cstdio>
__global__ void add(int *a) { a[(3l << 29) + threadIdx.x] += 5; }
int main() {
    int *a, out;
    cudaMalloc(&a, 8ul << 30);
    add<<<1, 32>>>(a);
    printf("%s\n", cudaGetErrorName(cudaMemcpy(&out, a + (3l << 29) + 31, 4, cudaMemcpyDeviceToHost)));
    printf("%d\n", out);
}
)");
    ASSERT_THAT(result.findings, SizeIs(1));
    EXPECT_EQ(result.findings[0].finding.kind, "undefined-memory");
    EXPECT_EQ(result.output, "cudaSuccess\n5\n");
}

/// The last blocks of a grid of 2^22 compute too large an index; the second kernel reads all that the first
/// one writes.
TEST_F(CudaLarge, ASampleOfTheBlocksFindsWhatTheLastOneDoes) {
    const ProgramResult result = run(R"(#include <cstdio>
__global__ void scatter(char *a) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i * 4] = 1;
}
__global__ void sum(const char *a, int *total) {
    if (threadIdx.x == 0) atomicAdd(total, a[4l * (256 * blockIdx.x + 1)]);
}
int main() {
    char *a, *b;
    int *total, out;
    cudaMalloc(&a, 4 << 24);
    cudaMalloc(&b, 4ul << 30);
    cudaMalloc(&total, sizeof(int));
    cudaMemset(total, 0, sizeof(int));
    scatter<<<1 << 16, 256>>>(a);
    sum<<<1000, 32>>>(a, total);
    cudaMemcpy(&out, total, sizeof(int), cudaMemcpyDeviceToHost);
    printf("%d\n", out);
    scatter<<<1 << 22, 256>>>(b);
}
)",
                                     3);
    EXPECT_EQ(result.output, "1\n");
    ASSERT_THAT(result.findings, testing::Not(IsEmpty()));
    EXPECT_EQ(result.findings[0].finding.kind, "overflow");
    EXPECT_EQ(result.findings[0].finding.line, 4);
    EXPECT_THAT(result.findings[0].finding.message, HasSubstr("of block 4194303"));
    EXPECT_THAT(result.notes,
                ElementsAre(HasSubstr("scatter: 6 of 4259840 blocks ran (0.00014 %), because of --sample"),
                            HasSubstr("sum: 3 of 1000 blocks ran (0.3 %)")));
}

}  // namespace
}  // namespace musimd::kernels::cuda::cuda_large_slow
