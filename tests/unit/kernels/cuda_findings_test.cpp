// What is reported of a kernel of CUDA C++ that is wrong: kinds, threads, accesses, and runs that go on.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/engines.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::cuda::cuda_findings_test {
namespace {

using testing::ElementsAre;
using testing::Eq;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using Words = std::vector<std::uint64_t>;

class CudaFindings : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    static LaunchRun run(const std::string& text, std::vector<Words> buffers, const LaunchConfiguration& how,
                         const char* engine = "fast") {
        const auto read = kernels::read_kernel({.file = "x.cu", .text = text, .function = "", .options = {}});
        EXPECT_TRUE(read && read->kernel) << (read ? read->messages : read.error());
        if (!read || !read->kernel) return {};
        kernels::openmp::CallArguments arguments{.buffers = std::move(buffers), .numbers = {}};
        arguments.numbers.resize(read->kernel->code.parameters.size());
        arguments.buffers.resize(read->kernel->code.buffers.size());
        return run_launch(*read->kernel, arguments, how, *find_engine(engine));
    }

    static Finding only(const LaunchRun& run) {
        EXPECT_EQ(run.findings.size(), 1u) << run.message;
        return run.findings.empty() ? Finding{} : run.findings.front();
    }
};

constexpr auto kVolta = ThreadModel::volta;

/// The lines of findings.
std::vector<std::uint32_t> lines_of(const std::vector<Finding>& findings) {
    std::vector<std::uint32_t> lines;
    for (const Finding& found : findings) lines.push_back(found.line);
    return lines;
}

// ---- threads

TEST_F(CudaFindings, ThreadsAreNamedInTheirBlocks) {
    const char* const text = "__global__ void k(int *a) {\nassert(threadIdx.x != 40 || blockIdx.x == 0);\n}";
    for (const char* const engine : {"fast", "rules"}) {
        const Finding found =
            only(run(text, {{0}}, {.grid = {2, 1, 1}, .block = {64, 1, 1}, .model = kVolta}, engine));
        EXPECT_EQ(found.kind, "assertion");
        EXPECT_EQ(found.message, "the assertion fails in thread 40 of block 1");
        ASSERT_TRUE(found.thread);
        EXPECT_EQ(*found.thread, (GridThread{{40, 0, 0}, {1, 0, 0}}));
    }
}

TEST_F(CudaFindings, ThreadsOfSeveralDimensionsHaveCoordinates) {
    const Finding found = only(run(
        "__global__ void k(int *a) {\nassert(threadIdx.z == 0 || threadIdx.y != 1 || blockIdx.y == 0);\n}",
        {{0}}, {.grid = {1, 2, 1}, .block = {3, 2, 2}}));
    EXPECT_EQ(found.message, "the assertion fails in thread (0, 1, 1) of block (0, 1, 0)");
}

TEST_F(CudaFindings, LanesOfLaterWarpsAreThreadsOfTheBlock) {
    const Finding found =
        only(run("__global__ void k(int *a) {\nif (threadIdx.x >= 48) a[threadIdx.x] = "
                 "__shfl_sync(0xffffffff, 1, 0);\n}",
                 {Words(64)}, {.block = {64, 1, 1}}));
    EXPECT_EQ(found.kind, "collective-mask");
    EXPECT_THAT(found.message, HasSubstr("thread 48 of block 0"));
    EXPECT_THAT(found.message, HasSubstr("threads {32-47} of block 0"));
    EXPECT_THAT(found.message, HasSubstr("__shfl_sync"));
}

TEST_F(CudaFindings, AResultOfAShuffleIsNamedByItsCall) {
    const Finding found =
        only(run("__global__ void k(int *a) {\nint v = a[threadIdx.x];\nif (threadIdx.x < 16)\n"
                 "a[threadIdx.x] = v + __shfl_down_sync(0xffff, v, 8);\n}",
                 {Words(32)}, {.model = kVolta}));
    EXPECT_EQ(found.kind, "undefined-variable");
    EXPECT_EQ(
        found.message,
        "thread 8 of block 0 uses the result of the __shfl_sync on line 4, which is undefined: it names a "
        "lane that is not in the mask");
}

// ---- kinds

TEST_F(CudaFindings, ARaceNamesBothAccesses) {
    const Finding found =
        only(run("__global__ void k(int *a) {\n__shared__ int s[64];\ns[threadIdx.x] = a[threadIdx.x];\n"
                 "a[threadIdx.x] = s[63 - threadIdx.x];\n}",
                 {Words(64)}, {.block = {64, 1, 1}, .model = kVolta}));
    EXPECT_EQ(found.kind, "race");
    ASSERT_TRUE(found.access && found.earlier);
    EXPECT_EQ(found.access->line, 4u);
    EXPECT_EQ(found.access->use, Use::read);
    EXPECT_EQ(found.access->element.object, "s");
    EXPECT_EQ(found.access->element.space, Space::shared);
    EXPECT_EQ(found.earlier->line, 3u);
    EXPECT_EQ(found.earlier->use, Use::write);
    EXPECT_EQ(found.earlier->thread.thread[0] + found.access->thread.thread[0], 63u);
    EXPECT_FALSE(found.same_value);
    EXPECT_THAT(found.message, HasSubstr("writes on line 3; nothing orders the two"));
}

constexpr const char* kSameValue = "__global__ void k(int *a) {\na[0] = 7;\n}";

TEST_F(CudaFindings, ARaceOfEqualValuesSaysSo) {
    for (const char* const engine : {"fast", "rules"}) {
        const Finding same = only(run(kSameValue, {{0}}, {.model = kVolta}, engine));
        EXPECT_TRUE(same.same_value);
        EXPECT_THAT(same.message, HasSubstr("both write the same value"));
        EXPECT_FALSE(
            only(run("__global__ void k(int *a) {\na[0] = threadIdx.x;\n}", {{0}}, {.model = kVolta}, engine))
                .same_value);
    }
}

TEST_F(CudaFindings, RacesOfEqualValuesCanBeIgnored) {
    const LaunchRun same = run(kSameValue, {{0}}, {.model = kVolta, .races = Races::different});
    EXPECT_EQ(same.end, LaunchRun::End::stop);
    EXPECT_THAT(same.buffers, ElementsAre(ElementsAre(7)));
    // Only the last thread writes something else, on the same line.
    const Finding other = only(run("__global__ void k(int *a) {\na[0] = threadIdx.x < 31 ? 7 : 8;\n}", {{0}},
                                   {.model = kVolta, .races = Races::different}));
    EXPECT_EQ(other.kind, "race");
    EXPECT_FALSE(other.same_value);
}

TEST_F(CudaFindings, ANullPointerHasAKindOfItsOwn) {
    const Finding found = only(
        run("__global__ void k(int *a) {\nint *p = threadIdx.x == 5 ? nullptr : a;\np[threadIdx.x] = 1;\n}",
            {Words(32)}, {}));
    EXPECT_EQ(found.kind, "null-pointer");
    EXPECT_EQ(found.line, 3u);
    EXPECT_EQ(found.message, "thread 5 of block 0 writes element 5 of a null pointer");
}

// Without any buffer, every address of a program would be valid.
TEST_F(CudaFindings, ANullPointerOfAKernelWithoutArraysIsFound) {
    for (const char* const shared : {"", "__shared__ int s[32];\nif (threadIdx.x != 3) p = s;"}) {
        const Finding found = only(
            run(std::string("__global__ void k() {\nint *p = nullptr;") + shared + "\np[threadIdx.x] = 1;\n}",
                {}, {}));
        EXPECT_EQ(found.kind, "null-pointer");
        EXPECT_THAT(found.message, HasSubstr("writes element "));
        EXPECT_THAT(found.message, HasSubstr(" of a null pointer"));
    }
}

TEST_F(CudaFindings, AWriteToConstantMemoryHasAKindOfItsOwn) {
    const Finding found =
        only(run("__constant__ int c[2];\n__global__ void k(int *a) {\nint *p = (int *)c;\n"
                 "if (threadIdx.x == 3) p[1] = a[0];\n}",
                 {{0}, {1, 2}}, {}));
    EXPECT_EQ(found.kind, "constant-write");
    EXPECT_EQ(found.line, 4u);
    EXPECT_THAT(found.message, HasSubstr("thread 3 of block 0 writes c[1]"));
}

TEST_F(CudaFindings, AnAccessOutsideSaysWhoAndWhere) {
    const Finding found =
        only(run("__global__ void k(int *a) {\na[threadIdx.x + 1] = 1;\n}", {Words(32)}, {}));
    EXPECT_EQ(found.message, "thread 31 of block 0 writes a[32], which is outside of a: it has 32 elements");
    ASSERT_TRUE(found.access);
    EXPECT_EQ(found.access->element.index, 32);
    EXPECT_EQ(found.access->element.bytes, 4u);
}

// Of two shared arrays, one is after the other, and a block's memory is after that of the block before it.
TEST_F(CudaFindings, AnAccessOutsideOfASharedArrayNamesIt) {
    for (const char* const index : {"threadIdx.x + 1", "(int)threadIdx.x - 1", "threadIdx.x + 1000"}) {
        for (const char* const other : {"s[0]", "t[0]"}) {
            const Finding found = only(run(
                std::string("__global__ void k(int *a) {\n__shared__ int s[32];\n__shared__ int t[40];\n") +
                    "if (threadIdx.x == 0) " + other + " = 0;\n__syncthreads();\ns[" + index +
                    "] = 1;\na[0] = t[0];\n}",
                {Words(32)}, {.grid = {2, 1, 1}}));
            EXPECT_EQ(found.kind, "invalid-address");
            EXPECT_EQ(found.line, 6u);
            EXPECT_THAT(found.message, HasSubstr(", which is outside of s: it has 32 elements"))
                << index << other;
        }
    }
    const Finding beyond =
        only(run("__global__ void k(int *a) {\n__shared__ int s[32];\ns[threadIdx.x] = 1;\n}", {Words(1)},
                 {.block = {64, 1, 1}}));
    EXPECT_EQ(beyond.message, "thread 32 of block 0 writes s[32], which is outside of s: it has 32 elements");
}

TEST_F(CudaFindings, AnAccessOutsideThatRacesInAnotherArrayIsOneOutside) {
    const char* const text =
        "__global__ void k(int *a) {\n__shared__ int s[64], u[64];\nint x = threadIdx.x;\n"
        "u[x] = s[x == 33 ? 64 : x] = 0;\na[x] = u[x] + s[0];\n}";
    for (const ThreadModel model : {ThreadModel::lockstep, kVolta}) {
        const Finding found = only(run(text, {Words(64)}, {.block = {64, 1, 1}, .model = model}));
        EXPECT_EQ(found.kind, "invalid-address");
        EXPECT_THAT(found.message, HasSubstr("thread 33 of block 0 writes"));
    }
}

TEST_F(CudaFindings, AnAccessOutsideOfALocalArraySaysSo) {
    const Finding found = only(run(
        "__global__ void k(int *a) {\nint own[4] = {1, 2, 3, 4};\na[threadIdx.x] = own[threadIdx.x % 5];\n}",
        {Words(32)}, {}));
    EXPECT_EQ(found.kind, "invalid-address");
    EXPECT_EQ(found.message, "thread 4 of block 0 uses an element outside of a local array");
}

// ---- what was never written

constexpr const char* kUnwritten =
    "__global__ void k(int *a) {\n__shared__ int s[40];\nint own[2];\nif (threadIdx.x == 0) s[0] = 5;\n"
    "__syncthreads();\na[threadIdx.x] = s[threadIdx.x];\na[threadIdx.x] += own[threadIdx.x % 2];\n}";

TEST_F(CudaFindings, ReadingWhatWasNeverWrittenIsATrap) {
    const Finding found = only(run(kUnwritten, {Words(32)}, {}));
    EXPECT_EQ(found.kind, "undefined-memory");
    EXPECT_EQ(found.line, 6u);
    EXPECT_EQ(found.message, "thread 1 of block 0 reads s[1], which was never written");
}

TEST_F(CudaFindings, OrItIsZero) {
    for (const ThreadModel model : {ThreadModel::lockstep, kVolta}) {
        const LaunchRun zero = run(kUnwritten, {Words(32)}, {.model = model, .undefined = Undefined::zero});
        ASSERT_EQ(zero.end, LaunchRun::End::stop) << zero.message;
        EXPECT_EQ(zero.buffers[0][0], 5u);
        EXPECT_EQ(zero.buffers[0][1], 0u);
        EXPECT_THAT(zero.warnings, IsEmpty());
        const LaunchRun warn = run(kUnwritten, {Words(32)}, {.model = model, .undefined = Undefined::warn});
        ASSERT_EQ(warn.end, LaunchRun::End::stop);
        ASSERT_THAT(warn.warnings, SizeIs(1));
        EXPECT_THAT(warn.warnings.front().message, HasSubstr("never written; it is read as 0"));
    }
}

// ---- runs that go on

TEST_F(CudaFindings, EachDistinctFindingIsReportedOnce) {
    const LaunchRun r =
        run("__global__ void k(int *a) {\nint i = threadIdx.x;\nfor (int n = 0; n < 3; n++)\na[0] = i;\n"
            "a[1] = a[0];\n__shared__ int s[32];\na[2 + i] = s[i];\na[2 + i] = 2147483647 + (i + 1);\n}",
            {Words(40)}, {.model = kVolta, .goes_on = true});
    EXPECT_EQ(r.end, LaunchRun::End::trap);
    std::vector<std::pair<std::string, std::uint32_t>> found;
    for (const Finding& one : r.findings) found.emplace_back(one.kind, one.line);
    EXPECT_THAT(found,
                testing::IsSupersetOf({std::pair(std::string("race"), 4u), std::pair(std::string("race"), 5u),
                                       std::pair(std::string("undefined-memory"), 7u),
                                       std::pair(std::string("overflow"), 8u)}));
    for (std::size_t i = 0; i < r.findings.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) EXPECT_FALSE(is_same(r.findings[i], r.findings[k]));
    }
}

TEST_F(CudaFindings, GoingOnFindsTheRacesOfTheMachine) {
    const char* const ordered =
        "__global__ void k(int *a) {\n__shared__ int s[64];\ns[threadIdx.x] = a[threadIdx.x];\n"
        "__syncthreads();\nint x = s[63 - threadIdx.x];\n__syncthreads();\ns[threadIdx.x] = x;\n"
        "__syncwarp();\nif (threadIdx.x % 32 < 31) a[threadIdx.x] = s[threadIdx.x + 1];\n}";
    for (const ThreadModel model : {ThreadModel::lockstep, kVolta}) {
        const LaunchRun r = run(ordered, {Words(64)}, {.block = {64, 1, 1}, .model = model, .goes_on = true});
        EXPECT_EQ(r.end, LaunchRun::End::stop) << (r.findings.empty() ? "" : r.findings[0].message);
    }
    // Without the barrier of the warp, of the block, and of both.
    std::string text = ordered;
    text.replace(text.find("__syncwarp();"), 13, "");
    EXPECT_THAT(
        lines_of(run(text, {Words(64)}, {.block = {64, 1, 1}, .model = kVolta, .goes_on = true}).findings),
        ElementsAre(9));
    text.replace(text.find("__syncthreads();"), 16, "");
    EXPECT_THAT(
        lines_of(run(text, {Words(64)}, {.block = {64, 1, 1}, .model = kVolta, .goes_on = true}).findings),
        ElementsAre(5, 9));
}

TEST_F(CudaFindings, GoingOnFindsAllReadsOfWhatWasNeverWritten) {
    for (const ThreadModel model : {ThreadModel::lockstep, kVolta}) {
        const LaunchRun r = run(kUnwritten, {Words(32)}, {.model = model, .goes_on = true});
        EXPECT_THAT(lines_of(r.findings), ElementsAre(6, 7));
    }
}

TEST_F(CudaFindings, GoingOnAfterAReadOfAVariableThatHasNoValue) {
    const std::string text =
        "__device__ int both(int x, bool same) { return same ? x : -x; }\n"
        "__global__ void k(int *a) {\nint t = threadIdx.x, left, right;\nbool last;\nif (t < 8) left = right "
        "= t;\n"
        "a[t] = both(t + 1, left == right);\nif (t < 8) last = t == 7;\n"
        "for (int i = 0; i < 2; i++) a[t] += left + last;\na[t + 64] = 1;\n}";
    for (const ThreadModel model : {ThreadModel::lockstep, kVolta}) {
        const LaunchRun r = run(text, {Words(64)}, {.model = model, .goes_on = true});
        EXPECT_THAT(lines_of(r.findings), ElementsAre(6, 8, 9));
        EXPECT_EQ(r.findings.at(1).kind, "undefined-variable");
        EXPECT_EQ(r.findings.at(2).kind, "invalid-address");
    }
}

// Only the leader has a value, which all lanes read.
TEST_F(CudaFindings, AVariableThatAGroupShufflesNeedsAValueOnlyWhereItIsRead) {
    const std::string text =
        "#include <cooperative_groups.h>\n__global__ void k(int *a) {\nint base, t = threadIdx.x;\n"
        "auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());\n"
        "if (warp.thread_rank() == 3) base = 100;\n";
    const auto expect_clean = [&](const std::string& shuffle) {
        const LaunchRun r =
            run(text + "a[t] = t + " + shuffle + ";\nif (a[t] != t + 100) a[1000] = 1;\n}", {Words(32)}, {});
        EXPECT_THAT(r.findings, IsEmpty()) << shuffle;
    };
    expect_clean("warp.shfl(base, 3)");
    expect_clean("cooperative_groups::coalesced_threads().shfl(base, 3)");
    const LaunchRun wrong = run(text + "a[t] = warp.shfl(base, t / 16 + 3);\n}", {Words(32)}, {});
    ASSERT_THAT(lines_of(wrong.findings), ElementsAre(6));
    EXPECT_EQ(wrong.findings[0].kind, "undefined-variable");
    EXPECT_THAT(wrong.findings[0].message,
                HasSubstr("thread 16 of block 0 uses 'base' of the lane that it reads from"));
}

TEST_F(CudaFindings, GoingOnAfterAnAccessOutside) {
    const LaunchRun r =
        run("__global__ void k(int *a) {\na[threadIdx.x + 1] = 1;\na[threadIdx.x + 2] = 2;\n}", {Words(32)},
            {.goes_on = true});
    EXPECT_THAT(lines_of(r.findings), ElementsAre(2, 3));
}

// Lane t counts the odd lanes below it, by a mask that has no lane of its own.
TEST_F(CudaFindings, GoingOnAfterAWrongMask) {
    const std::string text =
        "__global__ void k(int *a) {\nint t = threadIdx.x;\n"
        "unsigned odd = __ballot_sync((1u << t) - 1, t % 2);\n"
        "if (__popc(odd) != t / 2) a[100] = 1;\nif (t == 9 && odd == 0xaau) a[200] = 1;\n}";
    for (const ThreadModel model : {ThreadModel::lockstep, kVolta}) {
        const LaunchRun r = run(text, {Words(32)}, {.model = model, .goes_on = true});
        EXPECT_THAT(lines_of(r.findings), ElementsAre(3, 5));
        EXPECT_EQ(r.findings[0].kind, "collective-mask");
    }
}

}  // namespace
}  // namespace musimd::kernels::cuda::cuda_findings_test
