// `musimd cuda --explore`: all schedules of a launch.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::cuda_explore_test {
namespace {

using support::Finished;
using testing::AllOf;
using testing::HasSubstr;

// A lock without an acquire in the first block.
constexpr const char* kLock =
    "__global__ void k(unsigned *n, int *sum) {\nwhile (atomicCAS(n, 0, 1) != 0) {}\n"
    "if (blockIdx.x != 0) __threadfence();\n*sum += 1;\n__threadfence();\natomicExch(n, 0);\n}\n";

// A barrier of the grid. The counter that is reset may count again before all have seen it.
constexpr const char* kGridBarrier = R"(__device__ void wait_for_all(int *n) {
#ifdef RESETS
    if (atomicAdd(n, 1) == gridDim.x - 1) atomicExch(n, 0);
    else while (atomicAdd(n, 0) != 0) {}
#else
    int goal = (atomicAdd(n, 1) / gridDim.x + 1) * gridDim.x;
    while (atomicAdd(n, 0) < goal) {}
#endif
}
__global__ void k(int *n) {
    for (int i = 0; i < 2; ++i) wait_for_all(n);
}
)";

// Blocks take turns.
constexpr const char* kTurns =
    "__global__ void k(int *n, int times) {\nfor (int i = 0; i < times; ++i) atomicExch(n, atomicAdd(n, "
    "2));\n}\n";

class CudaExplore : public testing::Test {
  protected:
    void SetUp() override {
        const auto module = kernels::front_end_file();
        if (!module) GTEST_SKIP() << module.error();
    }

    /// The kernel, for two blocks of one thread; `n` and `sum` have one element, 0.
    Finished run(const std::string& text, std::vector<std::string> more) {
        folder_.write("k.cu", text);
        std::vector<std::string> words = {"cuda", "k.cu", "--grid", "2", "--block", "1"};
        if (text.find("main") != std::string::npos) words.resize(2);
        words.insert(words.end(), more.begin(), more.end());
        for (const char* name : {"n", "sum"}) {
            if (words.size() > 2 && text.find(fmt::format("*{}", name)) != std::string::npos &&
                text.find("main") == std::string::npos)
                words.insert(words.end(), {"--arg", fmt::format("{}=zeros:1", name)});
        }
        support::Command command = support::musimd(std::move(words));
        command.folder = folder_.path();
        return support::run(command);
    }

    support::TemporaryFolder folder_;
};

TEST_F(CudaExplore, ARaceOfSomeScheduleIsFoundAndRepeated) {
    EXPECT_EQ(run(kLock, {"--schedules", "1"}).status, 0);
    const Finished finished = run(kLock, {"--schedules", "1", "--explore"});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.output, AllOf(HasSubstr("\nlockstep: all schedules (20 run)\n"),
                                       HasSubstr("\nvolta: all schedules (20 run)\n")));
    EXPECT_THAT(finished.errors, AllOf(HasSubstr("k.cu:4:1: error: race: thread 0 of block "),
                                       HasSubstr("; so in the schedule 'turns:")));
    std::smatch again;
    ASSERT_TRUE(std::regex_search(finished.errors, again,
                                  std::regex("again: musimd cuda --schedule (turns:[0-9x,-]+) k.cu ")));
    const Finished repeated = run(kLock, {"--schedule", again[1], "--model", "lockstep"});
    EXPECT_EQ(repeated.status, 1);
    EXPECT_THAT(repeated.errors, AllOf(HasSubstr("k.cu:4:1: error: race: thread 0 of block "),
                                       HasSubstr(fmt::format("so in the schedule '{}'", again[1].str()))));
}

TEST_F(CudaExplore, ADeadlockOfSomeScheduleIsFound) {
    const Finished finished =
        run(std::string("#define RESETS\n") + kGridBarrier, {"--schedules", "1", "--explore"});
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.errors, AllOf(HasSubstr("k.cu:5:17: error: deadlock: thread 0 of block "),
                                       HasSubstr(" waits for n[0], which no thread changes any more; ")));
    EXPECT_EQ(finished.errors.find("race"), std::string::npos);
}

TEST_F(CudaExplore, SpinningThreadsDoNotMakeItLong) {
    const Finished finished = run(kGridBarrier, {"--explore", "--max-steps", "100000"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_THAT(finished.output, AllOf(HasSubstr("\nlockstep: all schedules (154 run)\n"),
                                       HasSubstr("\nno findings (lockstep, volta)\n")));
}

TEST_F(CudaExplore, ItSaysWhatIsLeft) {
    const std::vector<std::string> few = {"--explore", "--max-schedules", "5", "--arg", "times=2"};
    EXPECT_THAT(run(kTurns, few).output,
                HasSubstr("\nvolta: 5 schedules, and there are more (--max-schedules)\n"));
    EXPECT_THAT(run(kTurns, {"--explore", "--arg", "times=2000"}).output,
                HasSubstr("\nvolta: not explored: it takes "));
    EXPECT_THAT(run(kTurns, {"--explore", "--sample", "1", "--arg", "times=1"}).output,
                HasSubstr("\nvolta: not explored: only some of its blocks run\n"));
    std::vector<std::string> as_json = few;
    as_json.insert(as_json.end(), {"--json", "--model", "volta"});
    const auto json = nlohmann::json::parse(run(kTurns, as_json).output);
    EXPECT_EQ(json["runs"][0]["explored"], (nlohmann::json{{"end", "schedules"}, {"schedules", 5}}));
}

TEST_F(CudaExplore, LaunchesOfAProgram) {
    const Finished finished = run(std::string(kTurns) +
                                      "int main() {\nint *n;\ncudaMalloc(&n, 4);\ncudaMemset(n, 0, 4);\n"
                                      "for (int i = 0; i < 5; ++i) k<<<2, 1>>>(n, 1);\ncudaFree(n);\n}\n",
                                  {"--explore"});
    EXPECT_EQ(finished.status, 0) << finished.errors;
    EXPECT_THAT(
        finished.errors,
        HasSubstr("\nk, volta: all schedules of 4 of 5 launches (24 run); launch 5: not explored: the "
                  "first 4 launches of a kernel are\n"));
}

TEST_F(CudaExplore, WrongOptionsAreErrors) {
    EXPECT_THAT(run(kLock, {"--max-schedules", "5"}).errors,
                HasSubstr("'--max-schedules' needs '--explore'"));
    EXPECT_THAT(run(kLock, {"--schedule", "turns:0x0"}).errors,
                HasSubstr("--schedule: 'turns:0x0' is not ascending, descending, the seed of a random one, "
                          "uneven and a seed, or turns as in turns:0x12,1,0x3"));
}

}  // namespace
}  // namespace musimd::cuda_explore_test
