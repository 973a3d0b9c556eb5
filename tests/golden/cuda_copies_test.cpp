// `musimd cuda`: asynchronous copies that are read or written before a thread has waited for them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::cuda_copies_test {
namespace {

using support::Finished;
using testing::AllOf;
using testing::HasSubstr;

/// A block of 64 threads copies `in` to shared memory, and reads it backwards. `{}`: what it waits by.
constexpr const char* kByGroup =
    "#include <cooperative_groups.h>\n#include <cooperative_groups/memcpy_async.h>\n"
    "namespace cg = cooperative_groups;\n"
    "__global__ void k(const float *in, float *out) {{\n"
    "__shared__ float s[64];\nauto block = cg::this_thread_block();\n"
    "cg::memcpy_async(block, s, in, sizeof(float) * 64);\n"
    "{}\n"
    "out[threadIdx.x] = s[63 - threadIdx.x];\n}}\n";

/// Each thread copies an element, and reads that of another one.
constexpr const char* kByThread =
    "#include <cuda_pipeline.h>\n"
    "__global__ void k(const float *in, float *out) {{\n"
    "__shared__ float s[64];\n"
    "__pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);\n"
    "{}\n"
    "out[threadIdx.x] = s[{} threadIdx.x];\n}}\n";

/// Two stages: while one is read, the next is copied.
constexpr const char* kStages =
    "#include <cuda_pipeline.h>\n"
    "__global__ void k(const float *in, float *out) {{\n"
    "__shared__ float s[2][32];\nconst int t = threadIdx.x;\nfloat sum = 0;\n"
    "__pipeline_memcpy_async(&s[0][t], &in[t], 4);\n__pipeline_commit();\n"
    "for (int i = 0; i < 2; ++i) {{\n"
    "if (i == 0) __pipeline_memcpy_async(&s[1][t], &in[32 + t], 4);\n__pipeline_commit();\n"
    "__pipeline_wait_prior({});\n__syncthreads();\nsum += s[i][31 - t];\n__syncthreads();\n}}\n"
    "out[t] = sum;\n}}\n";

/// Copies of 8 bytes, of PTX.
constexpr const char* kPtx =
    "__global__ void k(const float *in, float *out) {{\n__shared__ float s[128];\n"
    "float *to = &s[2 * threadIdx.x];\nconst float *from = &in[2 * threadIdx.x];\n"
    "unsigned at = __cvta_generic_to_shared(to);\n"
    "asm volatile(\"cp.async.ca.shared.global [%0], [%1], 8;\" :: \"r\"(at), \"l\"(from));\n"
    "asm volatile(\"{}\");\n"
    "out[2 * threadIdx.x] = s[2 * threadIdx.x] + s[2 * threadIdx.x + 1];\n}}\n";

class CudaCopies : public testing::Test {
  protected:
    void SetUp() override {
        const auto module = kernels::front_end_file();
        if (!module) GTEST_SKIP() << module.error();
    }

    /// One block. `elements`: of `in`.
    Finished run(const std::string& text, int threads = 64, int elements = 128,
                 const std::vector<std::string>& more = {}) {
        folder_.write("k.cu", text);
        std::vector<std::string> words = {"cuda",    "k.cu",
                                          "--block", fmt::format("{}", threads),
                                          "--arg",   fmt::format("in=iota:{}", elements),
                                          "--arg",   "out=zeros:128"};
        words.insert(words.end(), more.begin(), more.end());
        support::Command command = support::musimd(std::move(words));
        command.folder = folder_.path();
        return support::run(command);
    }

    template <typename... Parts>
    Finished run_with(const char* text, Parts... parts) {
        return run(fmt::format(fmt::runtime(text), parts...));
    }

    support::TemporaryFolder folder_;
};

TEST_F(CudaCopies, ABarrierDoesNotWaitForACopyOfTheGroup) {
    EXPECT_EQ(run_with(kByGroup, "cg::wait(block);").status, 0);
    EXPECT_EQ(run_with(kByGroup, "cg::wait_prior<0>(block);").status, 0);
    const Finished finished = run_with(kByGroup, "block.sync();");
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.errors,
                AllOf(HasSubstr("k.cu:9:20: error: race: "),
                      HasSubstr("; the copy of line 7 has not been waited for (lockstep, volta)"),
                      HasSubstr("k.cu:7:1: note: the earlier access"),
                      HasSubstr("k.cu:9: hint: before this, wait for the copy: cg::wait(block)")));
}

TEST_F(CudaCopies, JsonSaysWhichCopyAndHowToWait) {
    const Finished finished = run(fmt::format(fmt::runtime(kByGroup), "block.sync();"), 64, 128, {"--json"});
    const auto json = nlohmann::json::parse(finished.output);
    const auto& found = json.at("findings").at(0);
    EXPECT_THAT(found.at("message").get<std::string>(),
                HasSubstr("; the copy of line 7 has not been waited for"));
    EXPECT_EQ(found.at("hint").at("line"), 9);
    EXPECT_THAT(found.at("hint").at("message").get<std::string>(), HasSubstr("cg::wait(block)"));
}

TEST_F(CudaCopies, ThreadsWaitForTheirOwnCopiesAndThenForEachOther) {
    const char* const wait = "__pipeline_commit(); __pipeline_wait_prior(0);";
    EXPECT_EQ(run_with(kByThread, std::string(wait) + " __syncthreads();", "63 -").status, 0);
    EXPECT_EQ(run_with(kByThread, wait, "").status, 0) << "its own";
    EXPECT_THAT(run_with(kByThread, wait, "63 -").errors,
                HasSubstr("; the copy of line 4 has been waited for, but nothing orders that before this"));
    EXPECT_THAT(run_with(kByThread, "__pipeline_commit(); __syncthreads();", "63 -").errors,
                AllOf(HasSubstr("; the copy of line 4 has not been waited for"),
                      HasSubstr("__pipeline_wait_prior(0), then __syncthreads()")));
    EXPECT_THAT(run_with(kByThread, "__pipeline_wait_prior(0);", "").errors,
                HasSubstr("; the copy of line 4 has not been waited for"))
        << "it is in no group";
}

TEST_F(CudaCopies, AWaitLeavesTheLatestGroups) {
    EXPECT_EQ(run(fmt::format(fmt::runtime(kStages), 1), 32).status, 0);
    const Finished finished = run(fmt::format(fmt::runtime(kStages), 2), 32);
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.errors, HasSubstr("; the copy of line 6 has not been waited for"));
}

TEST_F(CudaCopies, PtxHasTheSame) {
    EXPECT_EQ(run_with(kPtx, "cp.async.wait_all;").status, 0);
    EXPECT_EQ(run_with(kPtx, "cp.async.commit_group; cp.async.wait_group 0;").status, 0);
    EXPECT_THAT(run_with(kPtx, "cp.async.commit_group;").errors,
                AllOf(HasSubstr("k.cu:8:"), HasSubstr("; the copy of line 6 has not been waited for"),
                      HasSubstr("hint: before this, wait for the copy: ")));
}

TEST_F(CudaCopies, ACopyMustStayInItsArrays) {
    const std::string text = fmt::format(fmt::runtime(kByGroup), "cg::wait(block);");
    const std::string longer = std::string(text).replace(text.find("* 64"), 4, "* 65");
    EXPECT_THAT(run(longer).errors, AllOf(HasSubstr("k.cu:7:1: error: invalid-address: "),
                                          HasSubstr("writes s[64], which is outside of s")));
    EXPECT_THAT(run(text, 64, 60).errors,
                AllOf(HasSubstr("k.cu:7:1: error: invalid-address: "), HasSubstr("reads in[6")));
}

}  // namespace
}  // namespace musimd::cuda_copies_test
