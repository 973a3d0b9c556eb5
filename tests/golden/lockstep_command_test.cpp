// `musimd lockstep`: the table, JSON, and bad input.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "kernels/compiled/toolchain.hpp"
#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::lockstep_command_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using support::Finished;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Optional;

Finished run_lockstep(std::vector<std::string> words, const fs::path& folder = {}) {
    words.insert(words.begin(), "lockstep");
    support::Command command = support::musimd(std::move(words));
    command.folder = folder;
    return support::run(command);
}

constexpr const char* kHead =
    "#include <pmacc/lockstep.hpp>\nusing namespace pmacc;\nusing namespace pmacc::mappings::threads;\n";

class LockstepCommand : public testing::Test {
  protected:
    void SetUp() override {
        if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
    }

    /// Lines 4 and 5 are of the template, the body begins in line 6.
    std::string file(const std::string& body, const std::string& parameters = "int *out, int n") const {
        folder_.write("k.cu", std::string(kHead) + "template <uint32_t W, uint32_t S>\n__global__ void k(" +
                                  parameters + ") {\n" + body + "}\n");
        return "k.cu";
    }

    Finished lockstep(std::vector<std::string> words) const {
        return run_lockstep(std::move(words), folder_.path());
    }
    Finished on_machine(std::vector<std::string> words) const {
        const bool has_targets = std::ranges::find(words, "--targets") != words.end();
        if (!has_targets) words.insert(words.end(), {"--targets", "lockstep,volta"});
        return lockstep(std::move(words));
    }

    support::TemporaryFolder folder_;
};

constexpr const char* kFill =
    "ForEachIdx<IdxConfig<10, W, S>> each(threadIdx.x);\n"
    "each([&](uint32_t const i, uint32_t const) { out[i] = i + n; });\n";

TEST_F(LockstepCommand, RunsAllTargetsAndCountsIterations) {
    if (!kernels::is_runnable(kernels::host_compiler())) GTEST_SKIP() << "there is no compiler";
    const Finished finished = lockstep({file(kFill), "--workers", "1,4,32", "--arg", "n=3", "--arg",
                                        "out=zeros:10", "--targets", "lockstep,volta,one-worker,threads"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(
        finished.output,
        AllOf(HasSubstr("k<workers, simd><<<1, workers>>>\n    out = zeros[10]\n    n = 3\n"),
              HasSubstr("workers  simd       steps  efficiency  transactions  iterations      idle  "
                        "lockstep  volta  one-worker  threads\n"),
              testing::ContainsRegex("\n      1     1 .* 10      0.0%  ok        ok     ok          ok\n"),
              testing::ContainsRegex("\n      4     1 .* 3     16.7%  ok        ok     ok          ok\n"),
              testing::ContainsRegex("\n     32     1 .* 1     68.8%  ok        ok     ok          ok\n")));
}

TEST_F(LockstepCommand, TheHostNamesTheWorkersOfADeadlock) {
    if (!kernels::is_runnable(kernels::host_compiler())) GTEST_SKIP() << "there is no compiler";
    const Finished finished = lockstep({file("if (threadIdx.x < 3)\n__syncthreads();\n"), "--workers", "8",
                                        "--arg", "n=1", "--targets", "threads", "--orders", "ascending"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(
        finished.errors,
        AllOf(HasSubstr("k.cu:7: error: deadlock: block (0, 0, 0): a barrier that not all workers reach"),
              HasSubstr("workers {0-2} wait at k.cu:7; workers {3-7} have ended"),
              HasSubstr("again: musimd lockstep k.cu")));
}

TEST_F(LockstepCommand, TheMachineNamesTheThreadsOfADeadlock) {
    const Finished finished =
        on_machine({file("if (threadIdx.x < 3)\n__syncthreads();\n"), "--workers", "8", "--arg", "n=1"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(finished.errors, HasSubstr("k.cu:7:1: error: barrier-while-diverged: "));
}

TEST_F(LockstepCommand, AnOrderIsShownWithBothOrdersAndTheElement) {
    const Finished finished =
        on_machine({file("ForEachIdx<IdxConfig<4, W, S>> each(threadIdx.x);\nint sum = 0;\n"
                         "each([&](uint32_t const i, uint32_t const) { out[i] = sum += n; });\n"),
                    "--workers", "1", "--arg", "n=5", "--arg", "out=zeros:4"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(
        finished.errors,
        AllOf(
            HasSubstr("k.cu:8: error: the result depends on the order of the indices: out[0] is 5 with 1 "
                      "worker, simd 1, "
                      "ascending, on lockstep; 20 with 1 worker, simd 1, descending, on lockstep; 4 elements "
                      "differ\n    each("),
            HasSubstr("again: musimd lockstep k.cu --arg 'out=zeros[4]' --arg n=5 --workers 1 --simd 1 "
                      "--orders ascending,descending --targets lockstep\n")));
    EXPECT_THAT(finished.output, HasSubstr("  order     ok\n"));
}

TEST_F(LockstepCommand, JsonHasRunsFindingsAndDifferences) {
    const Finished finished = on_machine(
        {file("PMACC_SMEM(s, int);\nif (threadIdx.x == 0) s = n;\nout[threadIdx.x] = s;\n"), "--workers",
         "2,40", "--arg", "n=5", "--arg", "out=zeros:40", "--orders", "ascending", "--json"});
    EXPECT_THAT(finished.status, Optional(1));
    const Json json = Json::parse(finished.output, nullptr, false);
    ASSERT_TRUE(json.is_object()) << finished.output;
    EXPECT_EQ(json["kernel"], "k");
    ASSERT_EQ(json["runs"].size(), 4u);
    EXPECT_EQ(json["runs"][0]["target"], "lockstep");
    EXPECT_EQ(json["runs"][0]["outcome"], "stop");
    EXPECT_EQ(json["runs"][3]["workers"], 40);
    EXPECT_EQ(json["runs"][3]["outcome"], "finding");
    ASSERT_FALSE(json["findings"].empty());
    EXPECT_EQ(json["findings"][0]["kind"], "race");
    EXPECT_EQ(json["findings"][0]["line"], 8);
    EXPECT_TRUE(json["differences"].empty()) << "runs with findings are not compared";
}

TEST_F(LockstepCommand, JsonHasDifferences) {
    const Json json =
        Json::parse(on_machine({file("out[threadIdx.x] = n;\n"), "--workers", "2,40", "--arg", "n=5", "--arg",
                                "out=zeros:40", "--orders", "ascending", "--json"})
                        .output,
                    nullptr, false);
    ASSERT_TRUE(json.is_object());
    ASSERT_EQ(json["differences"].size(), 1u);
    const Json& one = json["differences"][0];
    EXPECT_EQ(one["cause"], "workers");
    EXPECT_EQ(one["line"], 6);
    EXPECT_EQ(one["array"], "out");
    EXPECT_EQ(one["elements"], 38);
    EXPECT_EQ(one["first"], 2);
    EXPECT_EQ(one["values"], Json({"0", "5"}));
    EXPECT_EQ(one["runs"][1]["workers"], 40);
}

TEST_F(LockstepCommand, ANoteNamesTheOptionThatMakesAnArrayLonger) {
    EXPECT_THAT(
        on_machine({file(kFill), "--workers", "1", "--arg", "n=1"}).errors,
        HasSubstr("k.cu: note: out has 4 elements because --arg does not set it; as in --arg out=5\n"));
}

TEST_F(LockstepCommand, WhatDoesNotEndIsNotRunByTheHost) {
    const Finished finished = lockstep({file("for (;;) out[0] = n;\n"), "--workers", "1", "--arg", "n=1",
                                        "--max-steps", "1000", "--targets", "lockstep,one-worker,threads"});
    EXPECT_THAT(finished.status, Optional(3));
    EXPECT_THAT(finished.output, HasSubstr("\nthreads is skipped: the machine reaches its step limit\n"));
    EXPECT_THAT(finished.errors, HasSubstr("k.cu:6: error: "));
}

TEST_F(LockstepCommand, OptionsOfTheFileAreDefaults) {
    folder_.write(
        "k.cu", std::string("// musimd: --grid 2 --arg n=3\n  // musimd: --arg out=zeros:20 --workers 5\n") +
                    kHead +
                    "template <uint32_t W>\n__global__ void k(int *out, int n) {\n"
                    "out[blockIdx.x] = n;\n}\n");
    EXPECT_THAT(on_machine({"k.cu"}).output,
                AllOf(HasSubstr("k<workers><<<2, workers>>>\n    out = zeros[20]\n    n = 3\n"),
                      HasSubstr("\n      5     1 ")));
    EXPECT_THAT(on_machine({"k.cu", "--arg", "n=4", "--workers", "1"}).output,
                AllOf(HasSubstr("out = zeros[20]\n    n = 4\n"), HasSubstr("\n      1     1 ")));
    const Finished simd = on_machine({"k.cu", "--simd", "2"});
    EXPECT_THAT(simd.status, Optional(2));
    EXPECT_THAT(
        simd.errors,
        HasSubstr("'--simd' needs a kernel template with simdSize; k has only the number of workers"));
}

TEST_F(LockstepCommand, NumbersThatAreNotGivenHaveSeveralValues) {
    const Finished finished =
        on_machine({file("assert(n != 0);\nif (threadIdx.x == 0) out[0] = n;\n"), "--workers", "1,2"});
    EXPECT_THAT(finished.output, HasSubstr("n = 2\n"));
    EXPECT_THAT(finished.errors, HasSubstr("k.cu:6:1: error: assertion: "));
}

// ---- bad input

TEST_F(LockstepCommand, MistakesAreErrorsAtTheUsersLine) {
    struct Case {
        std::string body;
        std::string error;
    };
    const Case cases[] = {
        {"ForEachIdx<IdxConfig<0, W, S>> each(threadIdx.x);\n",
         "k.cu:6:32: error: IdxConfig: T_domainSize is 0; a domain needs at least one index\n"},
        {"using A = IdxConfig<8, W, S>;\nForEachIdx<IdxConfig<9, W, S>> each(threadIdx.x);\n"
         "memory::CtxArray<int, A> a(0);\neach([&](uint32_t const i, auto const idx) { out[i] = a[idx]; "
         "});\n",
         "k.cu:9:55: error: a context variable is used with the idx of another domain; it needs the "
         "IdxConfig of the "
         "ForEachIdx that hands out this idx: the variable's is IdxConfig<8, 1>, that of idx is IdxConfig<9, "
         "1>\n"},
        {"out[0] = m;\n", "k.cu:6:10: error: use of undeclared identifier 'm'\n"},
    };
    for (const Case& one : cases) {
        const Finished finished = on_machine({file(one.body)});
        EXPECT_THAT(finished.status, Optional(2)) << one.body;
        EXPECT_THAT(finished.output, IsEmpty());
        EXPECT_THAT(finished.errors, HasSubstr(one.error)) << one.body;
        EXPECT_THAT(finished.errors, Not(HasSubstr("musimd-headers")));
    }
}

TEST_F(LockstepCommand, ADomainOfOtherWorkersIsFoundOnTheHost) {
    if (!kernels::is_runnable(kernels::host_compiler())) GTEST_SKIP() << "there is no compiler";
    const Finished finished =
        lockstep({file("ForEachIdx<IdxConfig<8, 4>> each(threadIdx.x);\n"
                       "each([&](uint32_t const i, uint32_t const) { out[i] = n; });\n"),
                  "--workers", "2", "--arg", "n=1", "--targets", "threads"});
    EXPECT_THAT(finished.status, Optional(1));
    EXPECT_THAT(
        finished.errors,
        HasSubstr("k.cu:7: error: lockstep: IdxConfig<8, 4> is for 4 workers; the block has 2 threads"));
}

TEST_F(LockstepCommand, BadCommandLinesSayWhatIsRight) {
    const std::string name = file(kFill);
    folder_.write("two.cu", std::string(kHead) +
                                "template <uint32_t W> __global__ void a() {}\n"
                                "template <uint32_t W> __global__ void b() {}\n"
                                "template <typename T> __global__ void c() {}\n");
    folder_.write("none.cu", "__global__ void k() {}\n");
    folder_.write("words.cu", "\n// musimd: --frobnicate 3\n__global__ void k() {}\n");
    struct Case {
        std::vector<std::string> words;
        std::string error;
    };
    const Case cases[] = {
        {{name, "--workers", "0"},
         "invalid value '0' for '--workers'; expected numbers of workers, 1 to 1024"},
        {{name, "--workers", "1,2000"}, "expected numbers of workers, 1 to 1024"},
        {{name, "--workers", ""}, "expected numbers of workers, 1 to 1024"},
        {{name, "--simd", "x"}, "expected values of simdSize, 1 to 1024"},
        {{name, "--targets", "host"},
         "possible values: lockstep, stack, minpc, masks, maximal, uniform, barriers, volta, "
         "one-worker, threads, nvrtc, nvcc"},
        {{name, "--orders", "up"}, "possible values: ascending, descending, shuffled"},
        {{name, "--kernel", "m"}, "k.cu: error: no kernel template has the name 'm'; the file has k"},
        {{name, "--arg", "m=1"},
         "musimd lockstep: error: --arg m: k has no parameter of this name; it has out, n"},
        {{name, "--arg", "n=x"}, "musimd lockstep: error: --arg n: "},
        {{"two.cu"}, "two.cu: error: 3 kernels; choose one with --kernel: a, b, c"},
        {{"two.cu", "--kernel", "c"},
         "two.cu:6: error: c has different template parameters; a lockstep kernel is"},
        {{"none.cu"}, "none.cu: error: this is CUDA C++; run 'musimd cuda none.cu'"},
        {{"words.cu"}, "words.cu:2: error: '--frobnicate' is not an option of a file; expected pairs"},
        {{"missing.cu"}, "missing.cu"},
    };
    for (const Case& one : cases) {
        const Finished finished = on_machine(one.words);
        EXPECT_THAT(finished.status, Optional(2)) << one.words.back();
        EXPECT_THAT(finished.output, IsEmpty());
        EXPECT_THAT(finished.errors, HasSubstr(one.error));
    }
}

TEST_F(LockstepCommand, WithoutACompilerTheHostIsSkipped) {
    support::Command command = support::musimd({"lockstep", file(kFill), "--arg", "n=1", "--arg", "out=10",
                                                "--workers", "2", "--targets", "lockstep,threads"});
    command.folder = folder_.path();
    command.arguments.insert(command.arguments.begin(), {"/usr/bin/env", "CXX=/no/such/compiler"});
    const Finished finished = support::run(command);
    EXPECT_THAT(finished.status, Optional(0)) << finished.errors;
    EXPECT_THAT(finished.output, HasSubstr("\nthreads is skipped: '/no/such/compiler' is not installed"));
}

}  // namespace
}  // namespace musimd::lockstep_command_test
