// `--model` of kernels: the models of section 12, one by one and all compared.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/golden/cuda_folder.hpp"
#include "tests/support/process.hpp"

namespace musimd::cuda_models_test {
namespace {

using support::Finished;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Optional;

constexpr const char* kMirror =
    "__global__ void mirror(int *a) {\n__shared__ int s[32];\nint t = threadIdx.x;\ns[t] = a[t];\n"
    "a[t] = s[31 - t];\n}\n";

constexpr const char* kTogether =
    "__global__ void together(unsigned *m) {\nint t = threadIdx.x;\nif (t < 2)\nm[t] = 0;\nelse\nm[t] = 1;\n"
    "m[t] = __activemask();\n}\n";

constexpr const char* kVote =
    "__global__ void vote(unsigned *m) {\nint t = threadIdx.x;\nif (t < 2) m[t] = __ballot_sync(15, 1);\n"
    "else m[t] = __ballot_sync(15, 1);\n}\n";

constexpr const char* kEverywhere =
    "#include <musimd/everywhere.h>\n__global__ void all(int *a) {\nif (threadIdx.x == 0)\neverywhere {\n"
    "a[threadIdx.x] = 1;\n}\n}\n";

class KernelModels : public golden::CudaFolder {
  protected:
    void SetUp() override {
        CudaFolder::SetUp();
        folder_.write("mirror.cu", kMirror);
        folder_.write("together.cu", kTogether);
        folder_.write("all.cu", kEverywhere);
        folder_.write("vote.cu", kVote);
        folder_.write("own.cu",
                      "__global__ void own(int *a) {\nif (a[threadIdx.x] > 3) a[threadIdx.x] = 7;\n}\n");
        folder_.write(
            "axpy.c",
            "void axpy(long n, int a, int *x, int *y) {\n#pragma omp target teams distribute parallel "
            "for\nfor (long i = 0; i < n; i++)\nif (x[i] > 0) y[i] += a * x[i];\n}\n");
    }

    Finished musimd(std::vector<std::string> words) const {
        return in_folder(support::musimd(std::move(words)));
    }
};

TEST_F(KernelModels, AllModelsAreOneTableAndOneSentence) {
    const Finished finished = musimd({"cuda", "mirror.cu", "--model", "all", "--arg", "a=iota:32"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.output,
                HasSubstr("\nlockstep stack minpc masks      stop\n"
                          "maximal uniform barriers volta  race in line 5\n"
                          "right where warps run in lock step, wrong in SPIR-V and since Volta\n"));
    EXPECT_THAT(finished.errors,
                AllOf(HasSubstr("mirror.cu:5"), HasSubstr("maximal, uniform, barriers, volta")));
}

TEST_F(KernelModels, ADifferenceHasTheLineWhereItBegins) {
    const Finished finished =
        musimd({"cuda", "vote.cu", "--model", "all", "--block", "4", "--arg", "m=zeros:4"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(
        finished.output,
        HasSubstr("\nlockstep stack minpc   collective-mask in line 3\n"
                  "masks maximal uniform  stop\n"
                  "barriers volta         stop: m[0] is 3 under masks, 15 under barriers; differs first in "
                  "line 3\n"
                  "one result in SPIR-V and under masks, another since Volta, wrong on a stack and with the "
                  "lowest pc first\n"));
}

TEST_F(KernelModels, WhatAModelLeavesOpenIsNoAgreement) {
    const Finished finished =
        musimd({"cuda", "together.cu", "--model", "all", "--block", "4", "--arg", "m=zeros:4"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.output,
                HasSubstr("\nlockstep stack minpc masks maximal uniform barriers  stop\n"
                          "volta                                                stop, but the "
                          "result depends on which threads are together\n"));
}

TEST_F(KernelModels, OneRowIfAllAgree) {
    const Finished finished = musimd({"cuda", "own.cu", "--model", "all"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output,
                HasSubstr("\nlockstep stack minpc masks maximal uniform barriers volta  stop\n"
                          "the same on every machine\n"));
}

TEST_F(KernelModels, AModelThatDoesNotAcceptTheKernelSaysSo) {
    const Finished all = musimd({"cuda", "all.cu", "--model", "all", "--arg", "a=zeros:32"});
    EXPECT_THAT(all.status, Optional(0)) << all.errors;
    EXPECT_THAT(
        all.output,
        HasSubstr(
            "error in line 4: `everywhere` wakes threads, and under volta no thread acts for another\n"));
    EXPECT_THAT(musimd({"cuda", "all.cu", "--model", "stack", "--arg", "a=zeros:32"}).status, Optional(0));
    EXPECT_THAT(musimd({"cuda", "all.cu", "--model", "volta"}).status, Optional(2));
}

TEST_F(KernelModels, EachModelHasAName) {
    for (const char* const model : {"stack", "minpc", "masks", "maximal", "uniform", "barriers"}) {
        const Finished finished = musimd({"cuda", "own.cu", "--model", model});
        EXPECT_THAT(finished.status, Optional(0)) << model << finished.errors;
        EXPECT_THAT(finished.output, HasSubstr(std::string("\n") + model)) << finished.output;
    }
}

TEST_F(KernelModels, JsonHasTheClasses) {
    const Finished finished = musimd({"cuda", "mirror.cu", "--model", "all", "--arg", "a=iota:32", "--json"});
    const auto json = nlohmann::json::parse(finished.output, nullptr, false);
    ASSERT_TRUE(json.contains("models")) << finished.output;
    EXPECT_EQ(json["models"]["same"], false);
    EXPECT_EQ(json["models"]["classes"][1]["end"], "race in line 5");
    EXPECT_EQ(json["models"]["classes"][0]["models"].size(), 4u);
}

TEST_F(KernelModels, LoopsOfOpenMpRunUnderThem) {
    const Finished finished =
        musimd({"omp", "axpy.c", "--function", "axpy", "--model", "all", "--arg", "n=20"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("lockstep stack minpc masks maximal uniform barriers volta  stop\n"
                                           "the same on every machine\n"));
    EXPECT_THAT(
        musimd({"omp", "axpy.c", "--function", "axpy", "--model", "masks", "--compilers", "gcc"}).status,
        Optional(2));
}

}  // namespace
}  // namespace musimd::cuda_models_test
