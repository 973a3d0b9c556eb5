// Cooperative groups, atomic_ref and barriers of <cuda/…>: what kernels compute with them, and what is wrong.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "kernels/launch/front_end.hpp"
#include "tests/support/cuda_kernels.hpp"

namespace musimd::test::cuda_groups_test {
namespace {

using kernels::cuda::LaunchConfiguration;

class CudaGroups : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    /// A kernel with `int *a` of 32 elements 0, 1, 2, …, and the namespace `cg`.
    static std::string kernel(const std::string& body) {
        return "#include <cooperative_groups.h>\n#include <cooperative_groups/reduce.h>\n"
               "#include <cooperative_groups/scan.h>\nnamespace cg = cooperative_groups;\n"
               "__global__ void k(int *a) {\nint x = a[threadIdx.x];\n" +
               body + "\n}";
    }

    static void expect(const std::string& body, const std::function<int(int)>& of) {
        std::vector<int> expected;
        for (int i = 0; i < 32; ++i) expected.push_back(of(i));
        expect_words(kernel(body), {{"a", "32:iota"}}, "a", patterns(expected));
    }
};

TEST_F(CudaGroups, ABlockKnowsItsThreads) {
    expect(
        "auto b = cg::this_thread_block();\n__shared__ int s[32];\ns[b.thread_rank()] = x;\nb.sync();\n"
        "a[x] = s[b.size() - 1 - x] + 100 * b.group_index().x + 1000 * (b.thread_index().x == x);",
        [](int i) { return 31 - i + 1000; });
}

TEST_F(CudaGroups, TilesReduceAndScan) {
    expect(
        "auto t = cg::tiled_partition<8>(cg::this_thread_block());\na[x] = cg::reduce(t, x, "
        "cg::plus<int>());",
        [](int i) { return 8 * (i / 8 * 8) + 28; });
    expect(
        "auto t = cg::tiled_partition<4>(cg::this_thread_block());\n"
        "a[x] = 10 * cg::inclusive_scan(t, x) + cg::exclusive_scan(t, 1) + 1000 * t.meta_group_rank();",
        [](int i) {
            int sum = 0;
            for (int j = i / 4 * 4; j <= i; ++j) sum += j;
            return 10 * sum + i % 4 + 1000 * (i / 4);
        });
    expect(
        "auto t = cg::tiled_partition<16>(cg::this_thread_block());\n"
        "a[x] = cg::reduce(t, x, cg::less<int>()) + 100 * cg::reduce(t, x, cg::greater<int>()) +\n"
        "10000 * cg::reduce(t, x & 3, cg::bit_xor<int>()) + 20000 * cg::reduce(t, x, cg::bit_and<int>());",
        [](int i) { return i / 16 * 16 + 100 * (i / 16 * 16 + 15) + 20000 * (i / 16 * 16); });
}

TEST_F(CudaGroups, TilesShuffleAndVote) {
    expect(
        "auto t = cg::tiled_partition<8>(cg::this_thread_block());\n"
        "a[x] = t.shfl(x, 2) + 100 * t.shfl_down(x, 1) + 10000 * t.shfl_xor(x, 3) + 1000000 * t.any(x == 9);",
        [](int i) {
            const int first = i / 8 * 8;
            return first + 2 + 100 * (i % 8 == 7 ? i : i + 1) + 10000 * (first + (i % 8 ^ 3)) +
                   1000000 * (i / 8 == 1);
        });
    expect(
        "auto t = cg::tiled_partition<4>(cg::this_thread_block());\n"
        "a[x] = t.ballot(x % 2) + 100 * t.match_any(x / 2) + 10000 * t.all(x < 8);",
        [](int i) { return 10 + 100 * (i % 4 < 2 ? 3 : 12) + 10000 * (i < 8); });
}

TEST_F(CudaGroups, TilesOfABlockWithSeveralDimensions) {
    expect_words(
        "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n__global__ void k(int *a) {\n"
        "auto t = cg::tiled_partition<4>(cg::this_thread_block());\n"
        "int i = threadIdx.x + 2 * threadIdx.y;\na[i] = t.thread_rank() + 10 * t.meta_group_rank();\n}",
        {{"a", "8:iota"}}, "a", {0, 1, 2, 3, 10, 11, 12, 13}, {.block = {2, 4, 1}});
}

TEST_F(CudaGroups, CoalescedThreadsAreThoseOfABranch) {
    // Each thread votes for where it goes, so that both models have the same threads.
    expect(
        "auto c = cg::coalesced_group(__ballot_sync(0xffffffff, x % 3 == 0));\nif (x % 3 == 0)\n"
        "a[x] = c.thread_rank() + 100 * c.size() + 10000 * c.shfl(x, 2) + 1000000 * (c.ballot(x > 9) & 31);",
        [](int i) { return i % 3 != 0 ? i : i / 3 + 100 * 11 + 10000 * 6 + 1000000 * 16; });
    expect("auto c = cg::coalesced_threads();\na[x] = cg::reduce(c, x, cg::plus<int>());",
           [](int) { return 496; });
}

TEST_F(CudaGroups, AFunctionTakesAnyGroup) {
    expect_words(
        "#include <cooperative_groups.h>\nnamespace cg = cooperative_groups;\n"
        "__device__ int ranks(cg::thread_group g) { g.sync(); return g.thread_rank() + 100 * g.size(); }\n"
        "__global__ void k(int *a) {\nauto b = cg::this_thread_block();\n"
        "a[threadIdx.x] = ranks(b) + 10000 * ranks(cg::tiled_partition<4>(b));\n}",
        {{"a", "8:zeros"}}, "a", {4000800, 4010801, 4020802, 4030803, 4000804, 4010805, 4020806, 4030807},
        {.block = {8, 1, 1}});
}

TEST_F(CudaGroups, AGridWaitsForAllBlocks) {
    const std::string text =
        "#include <cooperative_groups.h>\n__global__ void k(int *a, int *b) {\n"
        "auto g = cooperative_groups::this_grid();\nfor (int i = 0; i < 2; i++) {\n"
        "a[g.thread_rank()] = 10 * i + blockIdx.x;\ng.sync();\n"
        "b[g.thread_rank()] += a[(g.thread_rank() + 4) % "
        "g.size()];\ncooperative_groups::synchronize(g);\n}\n}";
    expect_words(text, {{"a", "12:zeros"}, {"b", "12:zeros"}}, "b",
                 {12, 12, 12, 12, 14, 14, 14, 14, 10, 10, 10, 10}, {.grid = {3, 1, 1}, .block = {4, 1, 1}});
}

TEST_F(CudaGroups, AGridBarrierThatABlockSkipsIsADeadlockAtTheCall) {
    const std::string text =
        "#include <cooperative_groups.h>\n__global__ void k(int *a) {\nif (blockIdx.x == 1) return;\n"
        "cooperative_groups::this_grid().sync();\na[threadIdx.x] = 1;\n}";
    for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
        const CudaKernelRun made = run_cuda(text, {{"a", "64:zeros"}}, {.grid = {2, 1, 1}, .model = model});
        ASSERT_EQ(made.run.findings.size(), 1u) << made.messages << made.run.message;
        EXPECT_EQ(made.run.findings[0].kind, "barrier-while-diverged");
        EXPECT_EQ(made.run.findings[0].line, 4u);
        EXPECT_TRUE(made.run.findings[0].calls.empty()) << made.run.findings[0].calls[0].function;
    }
}

TEST_F(CudaGroups, WhatAGroupDoesWrongIsAtTheLineOfItsCall) {
    const std::string text =
        "#include <cooperative_groups.h>\n__global__ void k(int *a) {\n"
        "auto t = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());\n"
        "if (threadIdx.x < 5)\na[threadIdx.x] = t.shfl(1, 9);\n}";
    const CudaKernelRun made = run_cuda(text, {{"a", "32:zeros"}}, {});
    ASSERT_EQ(made.run.findings.size(), 1u) << made.messages;
    EXPECT_EQ(made.run.findings[0].kind, "collective-mask");
    EXPECT_EQ(made.run.findings[0].line, 5u);
}

TEST_F(CudaGroups, AtomicReferencesUpdateNumbersThatAreElsewhere) {
    const std::string text =
        "#include <cuda/atomic>\n__global__ void k(int *a) {\n"
        "cuda::atomic_ref<int, cuda::thread_scope_device> r(a[0]);\nr.fetch_add(2, "
        "cuda::memory_order_relaxed);\n"
        "cuda::atomic_ref<int, cuda::thread_scope_block>(a[1]).fetch_max((int)threadIdx.x);\nr++;\n"
        "cuda::atomic_ref<int> c(a[2]);\nint old = c.load();\nwhile (!c.compare_exchange_weak(old, old + 3)) "
        "{}\n"
        "if (threadIdx.x == 0) cuda::atomic_ref<int>(a[3]).store(7);\n}";
    expect_words(text, {{"a", "4:zeros"}}, "a", {96, 31, 96, 7});
}

TEST_F(CudaGroups, AReleasedNumberPassesOnWhatWasWrittenBefore) {
    const std::string text =
        "#include <cuda/atomic>\n__global__ void k(int *a, int *flag) {\n"
        "cuda::atomic_ref<int, cuda::thread_scope_device> f(*flag);\n"
        "if (blockIdx.x == 0) { a[0] = 42; f.store(1, ORDER_OF_STORE); }\n"
        "else { while (f.load(cuda::memory_order_acquire) == 0) {}\na[1] = a[0]; }\n}";
    const auto with = [&](const std::string& order) {
        return "#define ORDER_OF_STORE cuda::memory_order_" + order + "\n" + text;
    };
    const LaunchConfiguration how{.grid = {2, 1, 1}, .block = {1, 1, 1}};
    expect_words(with("release"), {{"a", "2:zeros"}, {"flag", "1:zeros"}}, "a", {42, 42}, how);
    const CudaKernelRun relaxed = run_cuda(with("relaxed"), {{"a", "2:zeros"}, {"flag", "1:zeros"}}, how);
    ASSERT_EQ(relaxed.run.findings.size(), 1u) << relaxed.messages;
    EXPECT_EQ(relaxed.run.findings[0].kind, "race");
}

TEST_F(CudaGroups, ABarrierInMemoryLetsItsPhasesPass) {
    const std::string text =
        "#include <cuda/barrier>\n#include <utility>\n__global__ void k(int *a) {\n"
        "__shared__ cuda::barrier<cuda::thread_scope_block> bar;\n__shared__ int s[64];\n"
        "int t = threadIdx.x;\nif (t == 0) init(&bar, blockDim.x);\n__syncthreads();\n"
        "s[t] = t;\nauto token = bar.arrive();\nbar.wait(std::move(token));\n"
        "int next = s[(t + 33) % 64];\nbar.arrive_and_wait();\ns[t] = next;\nbar.arrive_and_wait();\n"
        "a[t] = s[63 - t];\n}";
    std::vector<int> expected;
    for (int i = 0; i < 64; ++i) expected.push_back((63 - i + 33) % 64);
    expect_words(text, {{"a", "64:zeros"}}, "a", patterns(expected), {.block = {64, 1, 1}});
}

}  // namespace
}  // namespace musimd::test::cuda_groups_test
