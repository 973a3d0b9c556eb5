// `musimd cuda`: orders and scopes of atomics, volatile objects, and orders of turns.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

#include <sstream>
#include <string>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"

namespace musimd::cuda_scopes_test {
namespace {

using support::Finished;
using testing::AllOf;
using testing::HasSubstr;

constexpr const char* kCount = "__global__ void k(int *total) {\natomicAdd_block(total, 1);\n}\n";

// The order of the store, and of the load.
constexpr const char* kMessage =
    "#include <cuda/atomic>\n"
    "__global__ void k(int *data, int *flag, int *out) {{\n"
    "cuda::atomic_ref<int, cuda::thread_scope_{2}> f(*flag);\n"
    "if (blockIdx.x == 0) {{\n*data = 42;\nf.store(1, cuda::std::memory_order_{0});\n"
    "}} else {{\nwhile (f.load(cuda::std::memory_order_{1}) == 0) {{}}\n*out = *data;\n}}\n}}\n";

constexpr const char* kVolatile =
    "__global__ void k(int *data, volatile int *flag, int *out) {\n"
    "if (blockIdx.x == 0) {\n*data = 42;\n__threadfence();\n*flag = 1;\n} else {\n"
    "while (*flag == 0) {}\n__threadfence();\n*out = *data;\n}\n}\n";

constexpr const char* kLock =
    "__global__ void k(unsigned *lock, int *sum) {\nwhile (atomicCAS(lock, 0, 1) != 0) {}\n"
    "if (blockIdx.x != 0) __threadfence();\n*sum += 1;\n__threadfence();\natomicExch(lock, 0);\n}\n";

// Block 1 has more to do before it takes the lock.
constexpr const char* kLateLock =
    "__global__ void k(unsigned *lock, int *sum) {\nint n = 0;\n"
    "if (blockIdx.x != 0) for (int i = 0; i < 5; ++i) n += i;\n"
    "while (atomicCAS(lock, 0, 1) != 0) {}\n"
    "if (blockIdx.x != 0) __threadfence();\n*sum += n;\n__threadfence();\natomicExch(lock, 0);\n}\n";

class CudaScopes : public testing::Test {
  protected:
    void SetUp() override {
        const auto module = kernels::front_end_file();
        if (!module) GTEST_SKIP() << module.error();
    }

    /// The kernel, for two blocks of one thread; all of its arrays have one element, 0.
    Finished run(const std::string& text, std::vector<std::string> more = {}) {
        folder_.write("k.cu", text);
        std::vector<std::string> words = {"cuda", "k.cu", "--grid", "2", "--block", "1"};
        for (const char* name : {"total", "data", "flag", "out", "lock", "sum"}) {
            if (text.find(fmt::format("*{}", name)) == std::string::npos) continue;
            words.insert(words.end(), {"--arg", fmt::format("{}=zeros:1", name)});
        }
        words.insert(words.end(), more.begin(), more.end());
        support::Command command = support::musimd(std::move(words));
        command.folder = folder_.path();
        return support::run(command);
    }

    support::TemporaryFolder folder_;
};

TEST_F(CudaScopes, AnAtomicOfTheBlockRacesWithThoseOfAnotherBlock) {
    const Finished finished = run(kCount);
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(
        finished.errors,
        AllOf(HasSubstr("k.cu:2:1: error: race: "),
              HasSubstr(
                  "; the scope of both is the block, and the threads are of two blocks (lockstep, volta)")));
}

TEST_F(CudaScopes, AnAtomicOfPtxHasTheScopeThatItsTextSays) {
    const auto text = [](const char* instruction) {
        return fmt::format(
            "__global__ void k(unsigned *total) {{\nasm volatile(\"{}\" :: \"l\"(total) : "
            "\"memory\");\n}}\n",
            instruction);
    };
    EXPECT_EQ(run(text("red.relaxed.gpu.global.add.u32 [%0], 1;")).status, 0);
    for (const char* const block :
         {"red.relaxed.cta.global.add.u32 [%0], 1;", "{ .reg .u32 r; atom.cta.global.exch.b32 r, [%0], 1; }"})
        EXPECT_THAT(run(text(block)).errors, HasSubstr("; the scope of both is the block")) << block;
}

TEST_F(CudaScopes, AMessageNeedsAReleaseAndAnAcquireWhoseScopesReach) {
    EXPECT_EQ(run(fmt::format(fmt::runtime(kMessage), "release", "acquire", "device")).status, 0);
    for (const auto& [release, acquire, scope] : {std::tuple("relaxed", "acquire", "device"),
                                                  {"release", "relaxed", "device"},
                                                  {"release", "acquire", "block"}}) {
        const Finished finished = run(fmt::format(fmt::runtime(kMessage), release, acquire, scope));
        EXPECT_EQ(finished.status, 1) << release << acquire << scope;
        EXPECT_THAT(finished.errors, HasSubstr("error: race: ")) << release << acquire << scope;
    }
}

TEST_F(CudaScopes, ARaceOfVolatileObjectsIsAWarning) {
    const Finished finished = run(kVolatile);
    EXPECT_EQ(finished.status, 0);
    EXPECT_THAT(finished.errors,
                HasSubstr("k.cu:5:1: warning: volatile-race: thread 0 of block 0 writes flag[0], which "
                          "thread 0 of block 1 reads on line 7"));
    EXPECT_EQ(run(kVolatile, {"--volatile", "relaxed"}).errors.find("volatile-race"), std::string::npos);
    const Finished plain = run(kVolatile, {"--volatile", "plain"});
    EXPECT_EQ(plain.status, 1);
    EXPECT_THAT(plain.errors, HasSubstr("k.cu:5:1: error: race: "));
}

TEST_F(CudaScopes, AnotherOrderOfTurnsShowsWhatOneHides) {
    const Finished finished = run(kLock);
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.errors,
                AllOf(HasSubstr("k.cu:4:1: error: race: "), HasSubstr("so in the schedule 'descending'"),
                      HasSubstr("again: musimd cuda --schedule descending k.cu")));
    EXPECT_EQ(run(kLock, {"--schedule", "ascending"}).status, 0);
    EXPECT_EQ(run(kLock, {"--schedules", "1"}).status, 0);
    EXPECT_EQ(run(kLock, {"--schedule", "descending"}).status, 1);
    EXPECT_THAT(run(kLock, {"--schedule", "sideways"}).errors,
                HasSubstr("--schedule: 'sideways' is not ascending, descending, the seed of a random one, "));
}

/// A barrier of the grid. The counter that is reset may count again before all have seen it.
constexpr const char* kGridBarrier = R"(__device__ void wait_for_all(int *n) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
#ifdef RESETS
        if (atomicAdd(n, 1) == gridDim.x - 1) atomicExch(n, 0);
        else while (atomicAdd(n, 0) != 0) {}
#else
        int goal = (atomicAdd(n, 1) / gridDim.x + 1) * gridDim.x;
        while (atomicAdd(n, 0) < goal) {}
#endif
        __threadfence();
    }
    __syncthreads();
}
__global__ void k(int *n) {
    for (int i = 0; i < 3; ++i) wait_for_all(n);
}
)";

TEST_F(CudaScopes, ThreadsGetFarAheadOfEachOther) {
    const auto run_alone = [&](const std::string& text) {
        folder_.write("k.cu", text);
        support::Command command =
            support::musimd({"cuda", "k.cu", "--grid", "4", "--block", "64", "--arg", "n=zeros:1"});
        command.folder = folder_.path();
        return support::run(command);
    };
    EXPECT_EQ(run_alone(kGridBarrier).status, 0);
    const Finished finished = run_alone(std::string("#define RESETS\n") + kGridBarrier);
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.errors, AllOf(HasSubstr("error: deadlock: thread 0 of block "),
                                       HasSubstr(" waits for n[0], which no thread changes any more; "),
                                       HasSubstr("; so in the schedule 'uneven1'"),
                                       HasSubstr("again: musimd cuda --schedule uneven1")));
}

TEST_F(CudaScopes, AThreadWithMoreToDoMayComeFirst) {
    const Finished finished = run(kLateLock);
    EXPECT_EQ(finished.status, 1);
    EXPECT_THAT(finished.errors,
                AllOf(HasSubstr("k.cu:6:1: error: race: "), HasSubstr("so in the schedule '2'")));
    for (const char* const schedule : {"descending", "1"})
        EXPECT_EQ(run(kLateLock, {"--schedule", schedule}).status, 0) << schedule;
    EXPECT_EQ(run(kLateLock, {"--schedule", "2", "--max-steps", "100"}).status, 1);
}

}  // namespace
}  // namespace musimd::cuda_scopes_test
