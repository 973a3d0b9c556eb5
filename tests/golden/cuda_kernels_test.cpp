// `musimd cuda`: files with several kernels, templates, options of a file, and errors for wrong files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/golden/cuda_folder.hpp"

namespace musimd::cuda_kernels_test {
namespace {

using Json = nlohmann::json;
using support::Finished;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Optional;
using testing::StartsWith;

constexpr const char* kTwo =
    "__global__ void one(int *a, int n) {\nint i = threadIdx.x;\nif (i < n) a[i] = i;\n}\n"
    "__global__ void two(int *b) {\nb[0] = threadIdx.x;\n}\n";

constexpr const char* kTemplate =
    "template <typename T> __global__ void add(T *a, int n) {\nint i = threadIdx.x;\nif (i < n) a[i] += "
    "1;\n}\n";

constexpr const char* kShared =
    "__global__ void turn(int *out, const int *in) {\nextern __shared__ int s[];\n"
    "s[threadIdx.x] = in[threadIdx.x];\n__syncthreads();\n"
    "out[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];\n}\n";

class CudaKernels : public golden::CudaFolder {
  protected:
    void SetUp() override {
        CudaFolder::SetUp();
        folder_.write("two.cu", kTwo);
        folder_.write("template.cu", kTemplate);
        folder_.write("shared.cu", kShared);
        folder_.write("syntax.cu", "__global__ void k(int *a) {\nint i = 1\na[i] = j;\n}\n");
    }

    Finished musimd(std::vector<std::string> words) const {
        return in_folder(support::musimd(std::move(words)));
    }
};

// ---- several kernels

TEST_F(CudaKernels, AllRunIfNoneIsNamed) {
    const Finished finished = cuda({"two.cu"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.output, AllOf(StartsWith("one<<<1, 32>>>"), HasSubstr("\ntwo<<<1, 32>>>"),
                                       HasSubstr("no findings (lockstep, volta; n = 32, 31, 1, 0)")));
    EXPECT_THAT(finished.errors, AllOf(HasSubstr("two.cu:6:1: error: race"), HasSubstr("--kernel two")));
}

TEST_F(CudaKernels, ArgumentsAreForTheKernelsThatHaveThem) {
    const Finished finished = cuda({"two.cu", "--arg", "n=5", "--arg", "b=zeros:1"});
    EXPECT_THAT(finished.output, AllOf(HasSubstr("    n = 5\n"), HasSubstr("    b = zeros[1]\n")));
    EXPECT_THAT(cuda({"two.cu", "--arg", "c=5"}).errors,
                HasSubstr("--arg c: no kernel of the file has a parameter of this name"));
}

TEST_F(CudaKernels, FormatsHaveAllOfThem) {
    const Json report = Json::parse(cuda({"two.cu", "--json"}).output);
    ASSERT_EQ(report["kernels"].size(), 2u);
    EXPECT_EQ(report["kernels"][0]["kernel"], "one");
    EXPECT_EQ(report["kernels"][1]["findings"][0]["kind"], "race");
    const std::string junit = cuda({"two.cu", "--format", "junit"}).output;
    EXPECT_THAT(junit, AllOf(HasSubstr("name=\"one under lockstep on auto\"/>"),
                             HasSubstr("name=\"two under volta on auto\">\n      <failure")));
    const Json log = Json::parse(cuda({"two.cu", "--format", "sarif"}).output);
    EXPECT_THAT(log["runs"][0]["results"], Not(IsEmpty()));
    EXPECT_THAT(cuda({"two.cu", "--emit", "asm"}).errors,
                HasSubstr("'--emit' needs one kernel; choose it with --kernel: one, two"));
}

TEST_F(CudaKernels, TheAssemblyOfAShuffleInANarrowWarpIsReadAgain) {
    folder_.write(
        "down.cu",
        "__global__ void down(int *a) {\na[threadIdx.x] = __shfl_down_sync(0xff, threadIdx.x, 1);\n}\n");
    const std::vector<std::string> words = {"down.cu", "--warp", "8", "--block", "8", "--emit", "asm"};
    folder_.write("down.asm", cuda(words).output);
    EXPECT_THAT(musimd({"run", "down.asm"}).output, HasSubstr("stop after"));
}

TEST_F(CudaKernels, OneThatCannotBeLaunchedDoesNotEndTheCommand) {
    folder_.write("some.cu", std::string(kTwo) +
                                 "__global__ void three(int *a) {\n__shared__ int s[20000];\n"
                                 "s[0] = a[0];\na[0] = s[0];\n}\n");
    const Finished finished = cuda({"some.cu"});
    EXPECT_THAT(finished.status, Optional(2));
    EXPECT_THAT(finished.output, HasSubstr("two<<<1, 32>>>"));
    EXPECT_THAT(finished.errors, HasSubstr("80000 bytes of static shared memory"));
    const Json report = Json::parse(cuda({"some.cu", "--json"}).output);
    EXPECT_EQ(report["kernels"][2]["kernel"], "three");
    EXPECT_THAT(report["kernels"][2]["error"].get<std::string>(), HasSubstr("80000 bytes"));
}

// ---- templates

TEST_F(CudaKernels, AnInstanceThatTheFileDoesNotHaveIsMade) {
    const Finished finished = cuda({"template.cu", "--kernel", "add<float>"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("a = between:-1:1:0[128]"));
    EXPECT_THAT(cuda({"template.cu", "--kernel", "add"}).errors, HasSubstr("as in --kernel 'add<int>'"));
    EXPECT_EQ(cuda({"template.cu", "--kernel", "add<unknown>"}).errors,
              "template.cu: error: --kernel 'add<unknown>': use of undeclared identifier 'unknown'\n");
    EXPECT_EQ(cuda({"template.cu", "--kernel", "add<int, 4>"}).errors,
              "template.cu: error: --kernel 'add<int, 4>': no kernel template of the file takes these "
              "arguments\n");
}

// ---- options

TEST_F(CudaKernels, AFileStatesItsOptions) {
    folder_.write("own.cu", std::string("// musimd: --block 8,2 --arg n=4 --workers 7 --continue\n") + kTwo);
    const Finished finished = cuda({"own.cu", "--kernel", "one"});
    EXPECT_THAT(finished.output, AllOf(StartsWith("one<<<1, (8, 2)>>>"), HasSubstr("    n = 4\n")));
    EXPECT_THAT(cuda({"own.cu", "--kernel", "one", "--block", "4", "--arg", "n=3"}).output,
                AllOf(StartsWith("one<<<1, 4>>>"), HasSubstr("    n = 3\n")));
    folder_.write("wrong.cu", "// musimd: --json\n");
    EXPECT_THAT(cuda({"wrong.cu"}).errors,
                HasSubstr("wrong.cu:1: error: '--json' is not an option of a file"));
}

TEST_F(CudaKernels, FilesOfOtherLanguagesStateOptions) {
    folder_.write(
        "loops.c",
        "// musimd: --function twice --arg n=5 --model simd --block 4\nvoid twice(int n, int *a) {\n"
        "#pragma omp parallel for\nfor (int i = 0; i < n; i++) a[i] *= 2;\n}\n");
    const Finished finished = musimd({"omp", "loops.c", "--compilers", "none"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, AllOf(StartsWith("n = 5\n"), HasSubstr("\nno findings (simd)\n")));
    EXPECT_THAT(musimd({"omp", "loops.c", "--compilers", "none", "--arg", "a=0"}).errors,
                HasSubstr("--arg a=0 gives a no elements; one element that is 0 is a=1:zeros"));
}

TEST_F(CudaKernels, DynamicSharedMemoryHasAnElementPerThreadIfItIsNotGiven) {
    const Finished finished = cuda({"shared.cu", "--block", "64"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, StartsWith("turn<<<1, 64, 256>>>"));
    EXPECT_THAT(finished.errors, HasSubstr("note: s has 64 elements, one for each thread, because --shared "
                                           "is not given; as in --shared 256"));
    EXPECT_THAT(cuda({"shared.cu", "--shared", "128"}).errors, Not(HasSubstr("--shared is not given")));
    EXPECT_THAT(cuda({"shared.cu", "--arg", "out=0"}).errors,
                HasSubstr("--arg out=0 gives out no elements; one element that is 0 is out=zeros:1"));
}

TEST_F(CudaKernels, TheSameLimitIsReportedOnce) {
    const std::string errors = cuda({"two.cu", "--kernel", "one", "--max-steps", "2"}).errors;
    EXPECT_THAT(errors, HasSubstr("error: step limit of 2 reached (lockstep, volta)\n"));
    EXPECT_EQ(errors.find("step limit"), errors.rfind("step limit"));
}

// ---- files that are not read

TEST_F(CudaKernels, AnErrorOfTheFileIsInEveryFormat) {
    const Json errors = Json::parse(cuda({"syntax.cu", "--json"}).output)["errors"];
    ASSERT_EQ(errors.size(), 1u);
    EXPECT_EQ(errors[0]["line"], 2);
    EXPECT_EQ(errors[0]["column"], 10);
    EXPECT_EQ(errors[0]["file"], "syntax.cu");
    EXPECT_EQ(errors[0]["message"], "expected ';' at end of declaration");
    const Json log = Json::parse(cuda({"syntax.cu", "--format", "sarif"}).output);
    const Json& result = log["runs"][0]["results"][0];
    EXPECT_EQ(result["ruleId"], "bad-input");
    EXPECT_EQ(result["locations"][0]["physicalLocation"]["region"]["startColumn"], 10);
    EXPECT_THAT(cuda({"syntax.cu", "--format", "junit"}).output,
                HasSubstr("<error message=\"syntax.cu:2:10: expected ';' at end of declaration\"/>"));
    EXPECT_THAT(cuda({"nope.cu", "--format", "junit"}).output,
                HasSubstr("<testcase classname=\"nope.cu\" name=\"is read\">"));
    EXPECT_THAT(cuda({"nope.cu", "--format", "compute-sanitizer"}).output,
                HasSubstr("========= ERROR SUMMARY: 1 error"));
    EXPECT_THAT(cuda({"nope.cu"}).output, IsEmpty());
}

TEST_F(CudaKernels, WhatIsMissingHasAHint) {
    folder_.write("old.cu", "__global__ void k(int *a) { a[0] = __shfl_down(a[1], 1); }\n");
    EXPECT_THAT(
        cuda({"old.cu"}).errors,
        HasSubstr("undeclared identifier '__shfl_down'; use `__shfl_down_sync`, whose first argument"));
    folder_.write("random.cu", "#include <curand_no_header.h>\n__global__ void k() {}\n");
    EXPECT_THAT(cuda({"random.cu"}).errors, HasSubstr("file not found; cuRAND is not supported"));
}

TEST_F(CudaKernels, AFileOfAnotherLanguageNamesItsCommand) {
    folder_.write("halve.asm", "x = tid\nstop\n");
    folder_.write("loops.c", "#pragma omp declare target\nint main(void) { return 0; }\n");
    folder_.write("push.cu", "#include <pmacc/lockstep.hpp>\n");
    const auto error = [&](const std::vector<std::string>& words) { return musimd(words).errors; };
    EXPECT_EQ(error({"cuda", "halve.asm"}),
              "halve.asm: error: this is a program of the machine; run 'musimd run halve.asm'\n");
    EXPECT_EQ(error({"cuda", "loops.c"}),
              "loops.c: error: this is a program with OpenMP; run 'musimd omp loops.c --function main'\n");
    EXPECT_THAT(error({"cuda", "push.cu"}), HasSubstr("run 'musimd lockstep push.cu'"));
    EXPECT_THAT(error({"omp", "two.cu"}), HasSubstr("run 'musimd cuda two.cu'"));
    EXPECT_THAT(error({"omp", "two.cu", "--function", "one"}), HasSubstr("run 'musimd cuda two.cu'"));
    EXPECT_THAT(error({"spmd", "two.cu"}), HasSubstr("run 'musimd cuda two.cu'"));
    EXPECT_THAT(error({"lockstep", "two.cu"}), HasSubstr("run 'musimd cuda two.cu'"));
}

}  // namespace
}  // namespace musimd::cuda_kernels_test
