// What a launch costs is the same on the engine that counts it without a look at its steps, and by the rules.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "engines/engines.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::cuda::cuda_cost_test {
namespace {

namespace fs = std::filesystem;

class CudaCost : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    static dsl::cuda::KernelFunction kernel_of(const std::string& text) {
        auto read = kernels::read_kernel({.file = "x.cu", .text = text, .function = "", .options = {}});
        EXPECT_TRUE(read && read->kernel) << (read ? read->messages : read.error());
        return read && read->kernel ? std::move(*read->kernel) : dsl::cuda::KernelFunction{};
    }

    /// Small numbers in buffers; all zeros where the initial values of a variable are.
    static kernels::openmp::CallArguments arguments_of(const dsl::cuda::KernelFunction& kernel,
                                                       const LaunchConfiguration& how) {
        kernels::openmp::GivenArguments given;
        for (const auto& variable : kernel.variables)
            given[kernel.code.parameters[variable.parameter].name] =
                std::to_string(variable.initial.size()) + ":zeros";
        const auto texts = kernels::openmp::argument_texts(
            kernel.code, given, 0, {.number = how.threads(), .elements = 4 * how.threads()});
        const auto arguments = kernels::openmp::read_arguments(kernel.code, texts);
        EXPECT_TRUE(arguments) << arguments.error();
        return *arguments;
    }

    static void expect_equal(const dsl::cuda::KernelFunction& kernel, LaunchConfiguration how) {
        for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
            how.model = model;
            SCOPED_TRACE(to_string(model));
            const kernels::openmp::CallArguments arguments = arguments_of(kernel, how);
            const LaunchRun fast = run_launch(kernel, arguments, how, *find_engine("fast"));
            const LaunchRun rules = run_launch(kernel, arguments, how, *find_engine("rules"));
            ASSERT_EQ(fast.end, rules.end);
            EXPECT_EQ(fast.cost.steps, rules.cost.steps);
            EXPECT_EQ(fast.cost.slots, rules.cost.slots);
            EXPECT_EQ(fast.cost.active_lanes, rules.cost.active_lanes);
            EXPECT_EQ(fast.cost.memory_transactions, rules.cost.memory_transactions);
            EXPECT_EQ(fast.cost.branches_divergent, rules.cost.branches_divergent);
            EXPECT_EQ(fast.buffers, rules.buffers);
            EXPECT_EQ(fast.printed, rules.printed);
        }
    }
};

TEST_F(CudaCost, ATiledProduct) {
    expect_equal(kernel_of("__global__ void k(const float *a, const float *b, float *c) {\n"
                           "  __shared__ float as[8][8], bs[8][8];\n"
                           "  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 8 + y, column = "
                           "blockIdx.x * 8 + x;\n"
                           "  float sum = 0;\n"
                           "  for (int t = 0; t < 2; ++t) {\n"
                           "    as[y][x] = a[row * 16 + t * 8 + x];\n"
                           "    bs[y][x] = b[(t * 8 + y) * 16 + column];\n"
                           "    __syncthreads();\n"
                           "    for (int i = 0; i < 8; ++i) sum += as[y][i] * bs[i][x];\n"
                           "    __syncthreads();\n"
                           "  }\n"
                           "  c[row * 16 + column] = sum;\n"
                           "}"),
                 {.grid = {2, 2, 1}, .block = {8, 8, 1}});
}

TEST_F(CudaCost, BranchesThatDivergeAndLoopsOfDifferentLengths) {
    expect_equal(kernel_of("__global__ void k(int *a) {\n"
                           "  int t = blockIdx.x * blockDim.x + threadIdx.x, s = 0;\n"
                           "  if (t % 3 == 0) return;\n"
                           "  for (int i = 0; i < t % 5; ++i) s += i % 2 ? a[t] : 1;\n"
                           "  if (t % 2) { s += 1; } else { a[2 * t] = s; s -= 1; }\n"
                           "  a[2 * t + 1] = s;\n"
                           "}"),
                 {.grid = {2, 1, 1}, .block = {40, 1, 1}});
}

TEST_F(CudaCost, CollectivesAtomicsAndPrintf) {
    expect_equal(kernel_of("__global__ void k(int *a) {\n"
                           "  int v = threadIdx.x;\n"
                           "  for (int d = 16; d > 0; d /= 2) v += __shfl_down_sync(0xffffffff, v, d);\n"
                           "  unsigned m = __ballot_sync(0xffffffff, threadIdx.x % 3 == 0);\n"
                           "  if (threadIdx.x % 4 == 0) atomicAdd(&a[v % 2], __popc(m));\n"
                           "  __syncthreads();\n"
                           "  if (threadIdx.x == 0) printf(\"%d\\n\", v);\n"
                           "}"),
                 {.grid = {2, 1, 1}, .block = {64, 1, 1}});
}
TEST_F(CudaCost, EachFixedKernelOfTheBugs) {
    const fs::path folder = fs::path(MUSIMD_SOURCE_DIR) / "programs/kernels/cuda/bugs";
    std::size_t files = 0;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        if (!name.ends_with("-fixed.cu")) continue;
        SCOPED_TRACE(name);
        ++files;
        std::ostringstream text;
        text << std::ifstream(entry.path()).rdbuf();
        expect_equal(kernel_of(text.str()), {.block = {64, 1, 1}, .max_steps = 20'000});
    }
    EXPECT_GE(files, 30u);
}

}  // namespace
}  // namespace musimd::kernels::cuda::cuda_cost_test
