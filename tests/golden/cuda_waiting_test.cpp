// `musimd cuda`: threads that wait for what nobody changes, and those that try again.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::cuda_waiting_test {
namespace {

using support::Finished;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kWaits = "__global__ void k(int *flag) {\nwhile (atomicAdd(flag, 0) != 1) {}\n}\n";
constexpr const char* kCounts =
    "__global__ void k(int *flag) {\nint n = 0;\nwhile (atomicAdd(flag, 0) != 1 && n < 40000) ++n;\n}\n";

/// The loop of CUDA's guide, with more in it.
std::string guess(const std::string& more, const std::string& swapped = "a") {
    return fmt::format(
        "__device__ float add(float *address, float v) {{\nint *a = (int *)address, assumed;\n"
        "int old = *a;\n{}do {{\nassumed = old;\n"
        "old = atomicCAS({}, assumed, __float_as_int(v + __int_as_float(assumed)));\n"
        "}} while (assumed != old);\nreturn __int_as_float(old);\n}}\n"
        "__global__ void k(float *x, float *out) {{ out[threadIdx.x] = add(x, 1); }}\n",
        more, swapped);
}

class CudaWaiting : public testing::Test {
  protected:
    void SetUp() override {
        const auto module = kernels::front_end_file();
        if (!module) GTEST_SKIP() << module.error();
    }

    Finished run(const std::string& text, std::vector<std::string> more) {
        folder_.write("k.cu", text);
        std::vector<std::string> words = {"cuda", "k.cu"};
        words.insert(words.end(), more.begin(), more.end());
        support::Command command = support::musimd(std::move(words));
        command.folder = folder_.path();
        return support::run(command);
    }

    support::TemporaryFolder folder_;
};

// Up to the step limit, it would take minutes.
TEST_F(CudaWaiting, ADeadlockOfTheFirstOrderEndsTheRun) {
    const Finished finished = run(kWaits, {"--grid", "5", "--block", "64", "--arg", "flag=zeros:1"});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(
        finished.errors,
        AllOf(
            HasSubstr("k.cu:2:8: error: deadlock: thread 0 of block 0 and 31 more of its warp wait for "
                      "flag[0], which no thread changes any more; 9 more warps wait, too (lockstep, volta)"),
            Not(HasSubstr("schedule"))));
}

// The first that gets the lock is asleep: the others of its warp run before it.
TEST_F(CudaWaiting, ALockWithinAWarpNamesWhoSpinsAndWhoWaits) {
    const Finished finished = run(
        "__global__ void k(int *lock) {\nwhile (atomicCAS(lock, 0, 1) != 0) {\n}\natomicExch(lock, 0);\n}\n",
        {"--block", "8", "--arg", "lock=zeros:1", "--model", "lockstep"});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(
        finished.errors,
        HasSubstr("k.cu:2:8: error: deadlock: thread 1 of block 0 and 6 more of its warp wait for lock[0], "
                  "which no thread changes any more; thread 0 of block 0 waits until they leave the loop"));
}

TEST_F(CudaWaiting, ALimitThatComesSoonerIsADeadlock) {
    const Finished finished = run(kWaits, {"--arg", "flag=zeros:1", "--max-steps", "50"});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.errors, HasSubstr("k.cu:2:8: error: deadlock: "));
}

TEST_F(CudaWaiting, AThreadThatCountsIsNotDeadlocked) {
    EXPECT_EQ(run(kCounts, {"--block", "1", "--arg", "flag=zeros:1"}).status, 0);
    const Finished finished =
        run(kCounts, {"--block", "1", "--arg", "flag=zeros:1", "--max-steps", "100000"});
    EXPECT_EQ(finished.status, 3);
    EXPECT_THAT(finished.errors, HasSubstr("step limit of 100,000 reached"));
}

TEST_F(CudaWaiting, AReadThatOnlyAtomicCasJudgesIsANote) {
    const Finished finished = run(guess(""), {"--warnings", "error"});
    EXPECT_EQ(finished.status, 0);
    EXPECT_THAT(finished.errors,
                AllOf(HasSubstr("note: guess-race: thread 0 of block 0 "), Not(HasSubstr("error: ")),
                      HasSubstr("; the value is only what atomicCAS expects, which tries again if it is "
                                "wrong (volta)"),
                      HasSubstr("k.cu:3: hint: an atomic read is right by CUDA's rules, too")));
    const auto json = nlohmann::json::parse(run(guess(""), {"--json"}).output);
    EXPECT_EQ(json["findings"][0]["severity"], "note");
    EXPECT_EQ(json["findings"].size(), 1U);
    EXPECT_THAT(run(guess(""), {"--format", "sarif"}).output, HasSubstr("\"level\": \"note\""));
}

TEST_F(CudaWaiting, AReadThatDecidesOnMoreIsARace) {
    for (const std::string& text :
         {"__device__ int seen;\n" + guess("seen = old;\n"), guess("if (old > 3) return 0;\n"),
          guess("address[old & 1] = 2;\n"), guess("atomicAdd(a, 1);\n", "a + 1")}) {
        const Finished finished = run(text, {"--model", "volta"});
        EXPECT_EQ(finished.status, 1) << text;
        EXPECT_THAT(finished.errors, HasSubstr("error: race: ")) << text;
    }
}

TEST_F(CudaWaiting, TheRestOfAKernelWithAGuessIsLookedAt) {
    const Finished finished =
        run(guess("") + "__global__ void both(float *x, int *n) { add(x, 1); *n = 1; }\n",
            {"--kernel", "both", "--model", "volta", "--continue"});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.errors, AllOf(HasSubstr("note: guess-race: "), HasSubstr("error: race: "),
                                       HasSubstr(" writes n[0], which ")));
}

}  // namespace
}  // namespace musimd::cuda_waiting_test
