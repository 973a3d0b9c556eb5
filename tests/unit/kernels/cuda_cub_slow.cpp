// CUB's algorithms of blocks and warps, as Debian packages them (libcub-dev).

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "kernels/launch/front_end.hpp"
#include "tests/support/cuda_kernels.hpp"

namespace musimd::test::cuda_cub_slow {
namespace {

using testing::IsEmpty;
using testing::Not;

class CudaCub : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
        if (!std::filesystem::exists("/usr/include/cub/cub.cuh"))
            GTEST_SKIP() << "libcub-dev is not installed";
    }

    /// Each thread of a block of 64 begins with `in[threadIdx.x]`, and ends with `x`.
    static std::string kernel(const std::string& header, const std::string& type, const std::string& body) {
        return "#include <cub/" + header +
               ".cuh>\n__global__ void k(const int *in, int *out) {\nusing T = cub::" + type +
               ";\n__shared__ typename T::TempStorage temp[2];\nint x = in[threadIdx.x];\n" + body +
               "\nout[threadIdx.x] = x;\n}";
    }

    /// out[i] is at(i).
    template <typename At>
    static void expect(const std::string& text, const At& at) {
        Words words;
        for (int i = 0; i < 64; ++i) words.push_back(at(i));
        expect_words(text, {{"in", "64:iota"}, {"out", "64:zeros"}}, "out", words, {.block = {64, 1, 1}});
    }
};

TEST_F(CudaCub, BlockReduce) {
    expect(kernel("block/block_reduce", "BlockReduce<int, 64>",
                  "x = T(temp[0]).Sum(x);\nif (threadIdx.x != 0) x = 0;"),
           [](int i) { return i == 0 ? 2016 : 0; });
}

TEST_F(CudaCub, WarpReduce) {
    expect(kernel("warp/warp_reduce", "WarpReduce<int>",
                  "x = T(temp[threadIdx.x / 32]).Reduce(x, cub::Max());\nif (threadIdx.x % 32 != 0) x = 0;"),
           [](int i) { return i % 32 == 0 ? i + 31 : 0; });
}

TEST_F(CudaCub, WarpScan) {
    expect(kernel("warp/warp_scan", "WarpScan<int>", "T(temp[threadIdx.x / 32]).ExclusiveSum(x, x);"),
           [](int i) { return i < 32 ? i * (i - 1) / 2 : i * (i - 1) / 2 - 496; });
}

TEST_F(CudaCub, BlockScan) {
    const std::string scans =
        "int before, sum, most, two[2] = {1, x};\nT(temp[0]).ExclusiveSum(x, before);\n__syncthreads();\n"
        "T(temp[0]).InclusiveSum(x, sum);\nT(temp[1]).InclusiveScan(x ^ 21, most, cub::Max());\n"
        "__syncthreads();\nT(temp[0]).ExclusiveSum(two, two);\n"
        "x = (two[1] - before) << 24 | (most << 24) + (sum << 12) + before;";
    const auto at = [](int i) {
        int most = 0;
        for (int k = 0; k <= i; ++k) most = std::max(most, k ^ 21);
        return ((i + 1) << 24) | ((most << 24) + (i * (i + 1) / 2 << 12) + i * (i - 1) / 2);
    };
    for (const char* algorithm : {"BLOCK_SCAN_RAKING", "BLOCK_SCAN_WARP_SCANS"})
        expect(kernel("block/block_scan", "BlockScan<int, 64, cub::" + std::string(algorithm) + ">", scans),
               at);
}

// As CUB's own examples have it.
TEST_F(CudaCub, StorageOfSeveralAlgorithmsIsAUnion) {
    const std::string text =
        "#include <cub/block/block_load.cuh>\n#include <cub/block/block_scan.cuh>\n"
        "#include <cub/block/block_store.cuh>\n__global__ void k(const int *in, int *out) {\n"
        "using L = cub::BlockLoad<int, 32, 2, cub::BLOCK_LOAD_TRANSPOSE>;\nusing T = cub::BlockScan<int, "
        "32>;\n"
        "using S = cub::BlockStore<int, 32, 2, cub::BLOCK_STORE_TRANSPOSE>;\n"
        "__shared__ union { typename L::TempStorage load; typename T::TempStorage scan; "
        "typename S::TempStorage store; } temp;\n"
        "int x[2];\nL(temp.load).Load(in, x);\n__syncthreads();\nT(temp.scan).InclusiveSum(x, x);\n"
        "__syncthreads();\nS(temp.store).Store(out, x);\n}";
    Words words;
    for (std::uint64_t i = 0; i < 64; ++i) words.push_back(i * (i + 1) / 2);
    expect_words(text, {{"in", "64:iota"}, {"out", "64:zeros"}}, "out", words);
}

TEST_F(CudaCub, StorageThatIsUsedAgainWithoutABarrierIsARaceAtTheSecondUse) {
    const CudaKernelRun made = run_cuda(
        kernel("block/block_reduce", "BlockReduce<int, 64>",
               "x = T(temp[0]).Sum(x);\nx += T(temp[0]).Sum(in[threadIdx.x]);"),
        {{"in", "64:iota"}, {"out", "64:zeros"}}, {.block = {64, 1, 1}, .model = ThreadModel::volta});
    ASSERT_THAT(made.run.findings, Not(IsEmpty())) << made.messages;
    EXPECT_EQ(made.run.findings.front().kind, "race");
    EXPECT_EQ(made.run.findings.front().line, 7U);
}

TEST_F(CudaCub, StorageOfScansThatIsUsedAgainWithoutABarrierIsARace) {
    const CudaKernelRun made = run_cuda(
        kernel("block/block_scan", "BlockScan<int, 64, cub::BLOCK_SCAN_WARP_SCANS>",
               "T(temp[0]).InclusiveSum(x, x);\nT(temp[0]).InclusiveSum(x, x);"),
        {{"in", "64:iota"}, {"out", "64:zeros"}}, {.block = {64, 1, 1}, .model = ThreadModel::lockstep});
    ASSERT_THAT(made.run.findings, Not(IsEmpty())) << made.messages;
    EXPECT_EQ(made.run.findings.front().kind, "race");
    EXPECT_EQ(made.run.findings.front().line, 7U);
}

}  // namespace
}  // namespace musimd::test::cuda_cub_slow
