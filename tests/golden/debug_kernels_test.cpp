// --debug of the commands that run kernels: the debugger on the user's own lines.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::golden::debug_kernels_test {
namespace {

using support::Finished;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Optional;

class DebugOfKernels : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
    }
    Finished run(std::vector<std::string> words, std::string commands) const {
        support::Command command = support::musimd(std::move(words));
        command.folder = folder_.path();
        command.input = std::move(commands);
        return support::run(command);
    }
    support::TemporaryFolder folder_;
};

TEST_F(DebugOfKernels, Cuda) {
    folder_.write("k.cu",
                  "__global__ void k(int* out) {\n    int i = threadIdx.x;\n    if (i < 3) {\n"
                  "        out[i] = i * 2;\n    }\n}\n");
    const std::vector<std::string> words = {"cuda", "k.cu", "--block", "8", "--warp", "8", "--debug"};
    const Finished finished = run(words, "break 4\nrun\nwhy 5\nlist\ngoto end\nwhy [out + 2]\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, AllOf(ContainsRegex("\n +[0-9]+ +4  out\\[i\\] = i \\* 2; +###aaaaa\n"),
                                       HasSubstr("thread 5 waits since step "),
                                       HasSubstr("for its side of the branch on line 3\n"),
                                       HasSubstr(">     4          out[i] = i * 2;\n"),
                                       HasSubstr(" = 4  step "), HasSubstr(", by thread 2\n")));
    const Finished wrong = run(words, "step\nbreak 99\n");
    EXPECT_THAT(wrong.status, Optional(2));
    EXPECT_EQ(wrong.output, "");
    EXPECT_THAT(wrong.errors, HasSubstr("<stdin>:2:7: error: line 99 has no instruction\n"));
}

TEST_F(DebugOfKernels, ATrapIsReportedOnTheUsersLine) {
    folder_.write("k.cu",
                  "__global__ void k(int* out) {\n    int i = threadIdx.x;\n    out[i] = 6 / i;\n}\n");
    const Finished finished = run({"cuda", "k.cu", "--block", "8", "--warp", "8", "--debug"}, "run\nback\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("k.cu:3: trap: division-by-zero: "));
}

TEST_F(DebugOfKernels, PrintShowsArraysAndTheVariablesOfTheSource) {
    folder_.write("k.cu",
                  "__global__ void k(int* out) {\n    __shared__ int s[8];\n    int t = threadIdx.x;\n"
                  "    s[t] = t * 3 + 1;\n    if (t % 2 == 0) {\n        __syncthreads();\n    }\n    out[t] "
                  "= s[t];\n}\n");
    const std::vector<std::string> words = {"cuda", "k.cu",  "--block",     "8",      "--warp",
                                            "8",    "--arg", "out=zeros:4", "--debug"};
    const Finished finished = run(words, "break 6\nrun\nprint\nprint s\nprint out\nwhy 5\nrun\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output,
                AllOf(HasSubstr("\nt            0 1 2 3 4 5 6 7\nvalues within statements: t2"),
                      HasSubstr("\ns = 16777216 [8]: 1 4 7 10 13 16 19 22\n"), HasSubstr(" [4]: 0 0 0 0\n"),
                      HasSubstr("  it continues at line 8: out[t] = s[t];\n"),
                      HasSubstr("k.cu:6: trap: barrier-while-diverged: __syncthreads while threads ")));
}

TEST_F(DebugOfKernels, OpenMpWithTheNumberOfTheLaunch) {
    folder_.write("f.c",
                  "void f(int *a, int n) {\n#pragma omp parallel for\n    for (int i = 0; i < n; i++) {\n"
                  "        if (i < 3) a[i] = 1;\n    }\n}\n");
    std::vector<std::string> words = {"omp",         "f.c",   "--function", "f",      "--arg",
                                      "n=8",         "--arg", "a=zeros[8]", "--simd", "8",
                                      "--compilers", "none",  "--debug"};
    const Finished finished = run(words, "break divergence\nrun\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, ContainsRegex("\n +[0-9]+ +4  if \\(i < 3\\) a\\[i\\] = 1; +#+\n"));
    words.insert(words.end(), {"--debug-launch", "7"});
    EXPECT_THAT(run(words, "").errors, HasSubstr("musimd omp: error: launch 7 does not exist; there are "));
}

TEST_F(DebugOfKernels, Spmd) {
    const Finished finished =
        run({"spmd", std::string(MUSIMD_SOURCE_DIR) + "/programs/kernels/spmd/early_returns.hpp", "--arg",
             "band=zeros", "--arg", "reading=-5,5,20,40", "--n", "4", "--backends", "none", "--debug"},
            "break divergence\nrun\ninfo rule\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("rule BD"));
}

TEST_F(DebugOfKernels, Lockstep) {
    folder_.write("k.cu",
                  "#include <pmacc/lockstep.hpp>\nusing namespace pmacc::mappings::threads;\n"
                  "template <uint32_t W, uint32_t S>\n__global__ void k(int *out) {\n"
                  "    ForEachIdx<IdxConfig<3, W, S>> each(threadIdx.x);\n"
                  "    each([&](uint32_t const i, uint32_t const) {\n        out[i] = 1;\n    });\n}\n");
    const Finished finished =
        run({"lockstep", "k.cu", "--workers", "8", "--warp", "8", "--arg", "out=zeros:3", "--targets",
             "lockstep", "--orders", "ascending", "--debug"},
            "break 7\nrun\n");
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, ContainsRegex("\n +[0-9]+ +7  out\\[i\\] = 1; +###aaaaa\n"));
}

TEST_F(DebugOfKernels, OptionsThatItExcludes) {
    folder_.write("k.cu", "__global__ void k(int* out) {\n    out[0] = 1;\n}\n");
    EXPECT_THAT(run({"cuda", "k.cu", "--debug-launch", "2"}, "").errors,
                HasSubstr("'--debug-launch' needs '--debug'"));
    EXPECT_THAT(run({"cuda", "k.cu", "--debug", "--lanes"}, "").errors,
                HasSubstr("'--debug' cannot be used with '--lanes'"));
}

}  // namespace
}  // namespace musimd::golden::debug_kernels_test
