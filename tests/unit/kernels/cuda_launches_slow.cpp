// Launches in device code, shuffles of pointers, and the paper's figures, which need both.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "host/compiler.hpp"
#include "host/files.hpp"
#include "kernels/launch/front_end.hpp"
#include "tests/support/cuda_kernels.hpp"
#include "tests/support/process.hpp"

namespace musimd::test::cuda_launches_slow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using Json = nlohmann::json;

class CudaLaunches : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    support::Finished cuda(const std::string& text, std::vector<std::string> words) {
        host::write_file(folder_.path() / "x.cu", "#include <musimd/launch.h>\n" + text);
        words.insert(words.begin(), {"cuda", "x.cu"});
        support::Command command = support::musimd(std::move(words));
        command.folder = folder_.path();
        return support::run(command);
    }

    /// The only finding of a run on one engine under one model.
    Json finding(const std::string& text, std::vector<std::string> words) {
        words.insert(words.end(), {"--json", "--model", "lockstep"});
        const support::Finished done = cuda(text, std::move(words));
        EXPECT_EQ(done.status, 1) << done.errors;
        const Json all = Json::parse(done.output, nullptr, false);
        if (!all.contains("findings") || all["findings"].size() != 1) return {{"message", done.output}};
        return all["findings"][0];
    }

    host::TemporaryFolder folder_;
};

/// Of `k<<<1, 32>>>`, whose first line is 2; its array `a` of 64 zeros must become these numbers.
void expect_array(const std::string& text, const std::vector<int>& expected) {
    expect_words("#include <musimd/launch.h>\n" + text, {{"a", "64:zeros"}}, "a", patterns(expected));
}

template <typename F>
std::vector<int> numbers(const F& number) {
    std::vector<int> result;
    for (int i = 0; i < 64; ++i) result.push_back(number(i));
    return result;
}

// ---- what grids do

TEST_F(CudaLaunches, EachActiveThreadOfADivergentPathLaunchesAGrid) {
    expect_array(
        "__global__ void child(int *to, int n, double f, bool b) {\n"
        "    to[threadIdx.x] = n * 10 + (int)f + threadIdx.x * b; }\n"
        "__global__ void k(int *a) { int t = threadIdx.x;\n"
        "    if (t % 8 == 3) musimd::launch(child, 1, 2, a + 2 * t, -t, 5.5, true); }",
        numbers([](int i) { return i / 2 % 8 == 3 ? i / 2 * -10 + 5 + i % 2 : 0; }));
}

TEST_F(CudaLaunches, GridsHaveTheSizesThatAreGiven) {
    expect_array(
        "__global__ void child(int *to) {\n"
        "    int i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * (blockIdx.x + gridDim.x * "
        "blockIdx.y));\n"
        "    to[i] = blockIdx.y * 100 + blockIdx.x * 10 + threadIdx.y; }\n"
        "__global__ void k(int *a) {\n"
        "    if (threadIdx.x == 7) musimd::launch(child, dim3(2, 2), dim3(8, 2), a); }",
        numbers([](int i) { return i / 32 * 100 + i / 16 % 2 * 10 + i / 8 % 2; }));
}

TEST_F(CudaLaunches, AGridSeesWhatWasWrittenBeforeTheLaunchAndItsOwnChildrenAreDoneWithinIt) {
    expect_array(
        "__global__ void last(int *a) { a[2] = a[1] * 3; }\n"
        "__global__ void middle(int *a) { a[1] = a[0] + 1; musimd::launch(last, 1, 1, a); }\n"
        "__global__ void k(int *a) {\n"
        "    if (threadIdx.x == 0) { a[0] = 4; musimd::launch(middle, 1, 1, a); } }",
        numbers([](int i) {
            return i == 0 ? 4 : i == 1 ? 5 : i == 2 ? 15 : 0;
        }));
}

TEST_F(CudaLaunches, KernelsMayBeInstancesOfTemplatesAndLaunchThemselves) {
    expect_array(
        "__device__ int calls;\n"
        "template <typename T> __global__ void down(T *a, int n) {\n"
        "    a[n] = atomicAdd(&calls, 1) + 1;\n"
        "    if (n > 0) musimd::launch(&down<T>, 1, 1, a, n - 1); }\n"
        "template <typename T> __device__ void start(T *a, int n) { musimd::launch(down<T>, 1, 1, a, n); }\n"
        "__global__ void k(int *a) { if (threadIdx.x == 9) start(a, 20); }",
        numbers([](int i) { return i <= 20 ? 21 - i : 0; }));
}

TEST_F(CudaLaunches, StructuresAndVariablesOfTheDeviceAreThoseOfTheHost) {
    const std::string text =
        "#include <musimd/launch.h>\n"
        "struct Pair { int x; int y; };\n"
        "__device__ int sum[2];\n"
        "__constant__ int factor[2];\n"
        "__global__ void child(Pair *p, int *a) { p[1].y = p[0].x * factor[0]; sum[0] = sum[0] + 1; a[0] = "
        "sum[0]; }\n"
        "__global__ void k(Pair *p, int *a) { if (threadIdx.x == 3) musimd::launch(child, 1, 1, p, a + 1); }";
    const std::map<std::string, std::string> arguments = {
        {"p.x", "7,0"}, {"p.y", "1,0"}, {"a", "0,0"}, {"sum", "5,0"}, {"factor", "6,0"}};
    expect_words(text, arguments, "p.y", patterns(std::vector<int>{1, 42}));
    expect_words(text, arguments, "a", patterns(std::vector<int>{0, 6}));
    expect_words(text, arguments, "sum", patterns(std::vector<int>{6, 0}));
}

TEST_F(CudaLaunches, WhatGridsPrintFollowsWhatTheirLauncherPrints) {
    const support::Finished done = cuda(
        "__global__ void child(int n) { printf(\"child %d\\n\", n); }\n"
        "__global__ void k() { if (threadIdx.x < 2) musimd::launch(child, 1, 1, threadIdx.x + 5);\n"
        "    if (threadIdx.x == 0) printf(\"launched\\n\"); }",
        {"--kernel", "k", "--model", "lockstep"});
    EXPECT_EQ(done.status, 0) << done.errors;
    EXPECT_TRUE(done.output.starts_with("launched\nchild 5\nchild 6\nk<<<1, 32>>>\n")) << done.output;
}

// ---- what is wrong

constexpr const char* kDown =
    "__global__ void down(int *a, int n) { a[0] = n; if (n > 0) musimd::launch(down, 1, 1, a, n - 1); }\n";

TEST_F(CudaLaunches, GridsAreLaunchedTwentyFourDeepAtMost) {
    EXPECT_EQ(cuda(kDown, {"--block", "1", "--arg", "n=24"}).status, 0);
    const Json found = finding(kDown, {"--block", "1", "--arg", "n=25"});
    EXPECT_EQ(found["kind"], "invalid-launch");
    EXPECT_EQ(found["line"], 2);
    EXPECT_EQ(found["message"],
              "down cannot be launched: launches of grids can be nested at most 24 deep, as in CUDA");
}

TEST_F(CudaLaunches, SizesThatCudaDoesNotAllowAreReportedAtTheLaunch) {
    const std::string text =
        "__global__ void child() {}\n"
        "__global__ void k(int n) {\n    musimd::launch(child, n, 32);\n    musimd::launch(child, 1, n + "
        "1025);\n}\n";
    const Json none = finding(text, {"--kernel", "k", "--arg", "n=0", "--block", "1"});
    EXPECT_EQ(none["kind"], "invalid-launch");
    EXPECT_EQ(none["line"], 4);
    EXPECT_EQ(none["message"], "child cannot be launched: a dimension of the launch is 0");
    const Json large = finding(text, {"--kernel", "k", "--arg", "n=1", "--block", "1"});
    EXPECT_EQ(large["line"], 5);
    EXPECT_THAT(large["message"], HasSubstr("a block of 1026 × 1 × 1 threads"));
}

TEST_F(CudaLaunches, AFindingInALaunchedGridNamesTheLaunch) {
    const Json found = finding(
        "__global__ void child(int *p) { p[threadIdx.x] = 1; }\n"
        "__global__ void k(int *a) {\n    if (threadIdx.x == 31) musimd::launch(child, 1, 2, a + 99);\n}\n",
        {"--kernel", "k", "--arg", "a=100:zeros"});
    EXPECT_EQ(found["kind"], "invalid-address");
    EXPECT_EQ(found["line"], 2);
    EXPECT_THAT(found["message"], HasSubstr("p[1], which is outside of p: it has 1 element"));
    ASSERT_EQ(found["calls"].size(), 1U);
    EXPECT_EQ(found["calls"][0]["function"], "child");
    EXPECT_EQ(found["calls"][0]["line"], 4);
}

TEST_F(CudaLaunches, MoreLaunchesThanThereIsRoomForAreALimit) {
    const support::Finished done = cuda(
        "__global__ void child() {}\n"
        "__global__ void k() { for (int i = 0; i < 400; ++i) musimd::launch(child, 1, 1); }\n",
        {"--kernel", "k", "--model", "lockstep", "--json"});
    EXPECT_EQ(done.status, 3);
    EXPECT_THAT(done.errors,
                HasSubstr("x.cu:3:53: error: device code launches more grids than the machine has room for"));
}

TEST_F(CudaLaunches, WhatCannotBeLaunchedIsRefusedAtItsToken) {
    const std::string messages = cuda(
                                     "struct S { int x; };\n"
                                     "__global__ void child(int *a) {}\n"
                                     "__global__ void whole(S s) {}\n"
                                     "__global__ void declared(int *a);\n"
                                     "__global__ void k(int *a) {\n"
                                     "    __shared__ int s[32];\n"
                                     "    int l[3];\n"
                                     "    l[threadIdx.x % 3] = 1;\n"
                                     "    musimd::launch(child, 1, 32, s);\n"
                                     "    musimd::launch(child, 1, 32, l);\n"
                                     "    musimd::launch(whole, 1, 32, S{1});\n"
                                     "    musimd::launch(declared, 1, 32, a);\n"
                                     "    auto other = child;\n"
                                     "    child<<<1, 32>>>(a);\n"
                                     "}\n",
                                     {"--kernel", "k"})
                                     .errors;
    EXPECT_THAT(
        messages,
        AllOf(HasSubstr("x.cu:10:34: error: the launched grid cannot access this memory"),
              HasSubstr("x.cu:11:34: error: the launched grid cannot access this memory"),
              HasSubstr("x.cu:12:34: error: a launch in device code cannot pass structures by value"),
              HasSubstr("x.cu:13:20: error: this kernel is declared, but not defined"),
              HasSubstr("x.cu:14:18: error: pointers to functions"),
              HasSubstr("x.cu:15:5: error: in device code, launch a kernel with `musimd::launch(child, ")));
}

TEST_F(CudaLaunches, ArgumentsThatDoNotFitAndOtherMistakesAreStillErrors) {
    const std::string messages = cuda(
                                     "void on_host();\n"
                                     "__global__ void child(int *a, int n) {}\n"
                                     "__global__ void k(int *a) {\n"
                                     "    musimd::launch(child, 1, 32, a);\n"
                                     "    musimd::launch(child, 1, 32, 7, 7);\n"
                                     "    on_host();\n"
                                     "    child(a, 1);\n"
                                     "}\n",
                                     {"--kernel", "k"})
                                     .errors;
    EXPECT_THAT(messages, AllOf(HasSubstr("x.cu:5:5: error: no matching function for call to 'launch'"),
                                HasSubstr("x.cu:6:5: error: no matching function for call to 'launch'"),
                                HasSubstr("x.cu:7:5: error: no matching function for call to 'on_host'"),
                                HasSubstr("x.cu:8:5: error: ")));
}

// ---- shuffles of pointers

TEST_F(CudaLaunches, PointersAreShuffledAsIntegersOfSixtyFourBits) {
    expect_array(
        "__global__ void k(int *a) {\n"
        "    int *p = a + 2 * threadIdx.x;\n"
        "    int *q = (int *)__shfl_xor_sync(0xffffffff, (unsigned long long)p, 1);\n"
        "    unsigned *r = reinterpret_cast<unsigned *>(__shfl_down_sync(0xffffffffu, (size_t)p, 1));\n"
        "    *q = threadIdx.x; if (threadIdx.x < 31) r[1] = 100 + threadIdx.x; }",
        numbers([](int i) {
            if (i % 2 == 0) return i / 2 ^ 1;
            return i == 1 ? 0 : 99 + i / 2;
        }));
}

TEST_F(CudaLaunches, PointersToWhatThreadsHaveOfTheirOwnAreNotShuffled) {
    EXPECT_THAT(
        cuda_messages("__global__ void k(int *a) { int l[4]; l[a[0] & 3] = 1;\n"
                      "    int *p = (int *)__shfl_sync(0xffffffff, (unsigned long long)l, 3); *p = 2; }\n"),
        HasSubstr("2:65: error: this pointer is to a local variable, which other threads cannot access"));
    EXPECT_THAT(
        cuda_messages(
            "__global__ void k(int *a) {\n"
            "    double *p = (double *)__shfl_sync(0xffffffff, (unsigned long long)a, 3); *p = 2; }\n"),
        HasSubstr("error: a shuffled pointer must remain a pointer to 'int', in 64 bits"));
}

// ---- the paper's figures

struct Figure {
    const char* file;
    const char* row;  ///< of the page's table begins so
};

constexpr Figure kFigures[] = {{"figure1a", "| 1 (a): "},
                               {"figure1b", "| 1 (b): "},
                               {"figure1c", "| 1 (c): "},
                               {"figure1d", "| 1 (d): "},
                               {"figure3", "| 3: "}};
const std::filesystem::path kPaper = std::filesystem::path(MUSIMD_SOURCE_DIR) / "programs/kernels/cuda/paper";

std::string row_of(const Json& kernel) {
    const Json none = {{"launches", 0}, {"warps", 0}, {"steps", 0}};
    const Json children = kernel.value("device_launches", none);
    char text[200];
    std::snprintf(text, sizeof text, "| %d | %d | %d | %d | %d | %d | %.3f |", kernel["launches"].get<int>(),
                  children["launches"].get<int>(), children["warps"].get<int>(), children["steps"].get<int>(),
                  kernel["steps"].get<int>(), kernel["memory_transactions"].get<int>(),
                  kernel["efficiency"].get<double>());
    return text;
}

TEST_F(CudaLaunches, TheFiguresCopyTheSameAndCostWhatThePageSays) {
    if (host::find_command("clang++-19").empty()) GTEST_SKIP() << "clang++-19 is not installed";
    const std::string page =
        host::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / "docs/everywhere-in-cuda.md");
    std::string first;
    for (const Figure& figure : kFigures) {
        const support::Finished done =
            support::run(support::musimd({"cuda", (kPaper / (std::string(figure.file) + ".cu")).string(),
                                          "--model", "lockstep", "--json"}));
        ASSERT_EQ(done.status, 0) << figure.file << done.errors;
        const Json result = Json::parse(done.output);
        EXPECT_THAT(result["findings"], IsEmpty());
        const std::string output = result["output"];
        EXPECT_THAT(output, testing::StartsWith("copied "));
        if (first.empty()) first = output;
        EXPECT_EQ(output, first) << figure.file;
        const std::size_t at = page.find(figure.row);
        ASSERT_NE(at, std::string::npos) << figure.row;
        EXPECT_THAT(page.substr(at, page.find('\n', at) - at),
                    testing::EndsWith(row_of(result["kernels"][0])));
    }
}

TEST_F(CudaLaunches, StatsCountsTheGridsOfFigureOneB) {
    const support::Finished done = support::run(
        support::musimd({"cuda", (kPaper / "figure1b.cu").string(), "--kernel", "my_kernel", "--arg",
                         "dest=1280:zeros", "--arg", "src=1280:iota", "--arg", "n=1280", "--stats"}));
    EXPECT_EQ(done.status, 0) << done.errors;
    EXPECT_THAT(done.output, HasSubstr("Launches in device code:\n"
                                       "kernel     model     engine   launches  child warps   child steps\n"
                                       "my_kernel  lockstep  auto           16           16           416\n"
                                       "my_kernel  volta     auto           16           16 "));
}

TEST_F(CudaLaunches, FigureOneDOnADivergentPathIsWrongWithoutEverywhere) {
    const std::string text =
        "#include \"" + (kPaper / "figure1d.h").string() +
        "\"\n__global__ void my_kernel(int *dest, const int *src, size_t n) {\n"
        "    int tid = threadIdx.x;\n"
        "    if (tid % 2) memcpy_words_d(dest + tid * 2, src + tid * 2, 2, 0xaaaaaaaa);\n}\n";
    const Json found =
        finding(text, {"--kernel", "my_kernel", "--arg", "dest=64:zeros", "--arg", "src=64:iota"});
    EXPECT_EQ(found["kind"], "collective-mask") << found;
}

}  // namespace
}  // namespace musimd::test::cuda_launches_slow
