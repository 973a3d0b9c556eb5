// Kernels of CUDA C++ on the machine: what they compute under both thread models, and what is wrong with
// them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engines/engines.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::cuda::cuda_launch_test {
namespace {

using kernels::openmp::CallArguments;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using Words = std::vector<std::uint64_t>;

class CudaLaunch : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    static reader::KernelReading reading(const std::string& text, const std::string& kernel = "") {
        const auto result =
            kernels::read_kernel({.file = "x.cu", .text = text, .function = kernel, .options = {}});
        EXPECT_TRUE(result) << result.error();
        return *result;
    }

    /// One buffer per pointer, then a number per scalar.
    static CallArguments arguments(const dsl::cuda::KernelFunction& kernel, std::vector<Words> buffers,
                                   Words scalars = {}) {
        CallArguments made{.buffers = std::move(buffers), .numbers = {}};
        std::size_t next = 0;
        for (const dsl::openmp::Parameter& p : kernel.code.parameters)
            made.numbers.push_back(p.buffer ? 0 : scalars.at(next++));
        made.buffers.resize(kernel.code.buffers.size());
        return made;
    }

    static LaunchRun run(const std::string& text, const std::vector<Words>& buffers, const Words& scalars,
                         const LaunchConfiguration& how, const char* engine = "fast") {
        const reader::KernelReading read = reading(text);
        EXPECT_TRUE(read.kernel) << read.messages;
        if (!read.kernel) return {};
        return run_launch(*read.kernel, arguments(*read.kernel, buffers, scalars), how, *find_engine(engine));
    }

    /// Under both models and on both engines, the first buffer has these words at the end.
    static void expect(const std::string& text, std::vector<Words> buffers, const Words& words,
                       LaunchConfiguration how = {.block = {4, 1, 1}}, const Words& scalars = {}) {
        for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
            how.model = model;
            for (const char* const engine : {"fast", "rules"}) {
                const LaunchRun r = run(text, buffers, scalars, how, engine);
                ASSERT_EQ(r.end, LaunchRun::End::stop)
                    << (r.findings.empty() ? r.message : r.findings.front().message) << "\n"
                    << text;
                EXPECT_EQ(r.buffers.front(), words) << text << to_string(model) << engine;
            }
        }
    }

    static void expect_finding(const std::string& text, ThreadModel model, const std::string& kind,
                               std::uint32_t line, const std::string& message,
                               const std::vector<Words>& buffers = {}, LaunchConfiguration how = {}) {
        how.model = model;
        const LaunchRun r = run(text, buffers, {}, how);
        ASSERT_EQ(r.findings.size(), 1u) << text << r.message;
        EXPECT_EQ(r.findings.front().kind, kind);
        EXPECT_EQ(r.findings.front().line, line) << r.findings.front().message;
        EXPECT_THAT(r.findings.front().message, HasSubstr(message));
    }
};

// ---- numbers of threads

/// What C does not compute does not overflow, though all lanes compute it.
TEST_F(CudaLaunch, OnlyWhatCComputesOverflows) {
    const std::string text = R"(
__device__ int sum(int a, int b) { return b >= 0 && a > 2147483647 - b ? 2147483647 : a + b; }
__global__ void k(int* out, const int* in) {
    int a = in[threadIdx.x], b = in[threadIdx.x + 4];
    int least = a < -2147483647 ? 0 : -a;
    int both = a > 0 && b < 9 && a - 100 > b;
    int either = a > 100 || a + 2147483500 > b || (a < -100 ? b : a + 2147483000) > 7;
    int nested = a > 0 ? (b > 0 ? (b > 1000 ? 1 : a > 1000 ? 2 : a * b) : a + 1 > b) : a == -5 ? b - a : 3;
    out[threadIdx.x] = sum(a, b);
    out[threadIdx.x + 4] = least + both * 10 + either * 100;
    out[threadIdx.x + 8] = nested;
})";
    const auto word = [](int n) -> std::uint64_t { return static_cast<std::uint32_t>(n); };
    const Words in = {word(2147483647), word(-2147483647 - 1), word(7), word(-5), 5, 0, 3, 2};
    expect(
        text, {Words(12), in},
        {word(2147483647), word(-2147483647 - 1), 10, word(-3), word(-2147483537), 0, 93, 105, 2, 3, 21, 7});
    const std::string wrong = "__global__ void k(int* a, int n) { a[0] = n > 5 ? n + 2147483647 : 0; }";
    const LaunchRun r = run(wrong, {Words(1)}, {6}, {.block = {1, 1, 1}});
    ASSERT_EQ(r.findings.size(), 1u);
    EXPECT_EQ(r.findings.front().kind, "overflow");
}

TEST_F(CudaLaunch, ThreadsHaveTheirNumbers) {
    expect(
        "__global__ void k(int *a) { a[blockIdx.x * blockDim.x + threadIdx.x] = 10 * blockIdx.x + "
        "threadIdx.x; }",
        {Words(6)}, {0, 1, 2, 10, 11, 12}, {.grid = {2, 1, 1}, .block = {3, 1, 1}});
}

TEST_F(CudaLaunch, ThreeDimensionsAreNumberedXFirst) {
    expect(
        "__global__ void k(int *a) {\n"
        "int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);\n"
        "int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);\n"
        "a[b * blockDim.x * blockDim.y * blockDim.z + t] = 100 * threadIdx.z + 10 * threadIdx.y + "
        "threadIdx.x;\n"
        "}",
        {Words(24)}, {0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121,
                      0, 1, 10, 11, 20, 21, 100, 101, 110, 111, 120, 121},
        {.grid = {1, 1, 2}, .block = {2, 3, 2}});
}

// ---- shared memory and barriers

TEST_F(CudaLaunch, ABlockReversesItsElementsInSharedMemory) {
    expect(
        "__global__ void k(int *a) {\n__shared__ int s[4];\ns[threadIdx.x] = a[threadIdx.x];\n"
        "__syncthreads();\na[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];\n}",
        {{1, 2, 3, 4}}, {4, 3, 2, 1});
}

TEST_F(CudaLaunch, DynamicSharedMemoryHasTheSizeOfTheLaunch) {
    const char* const text =
        "extern __shared__ int s[];\n__global__ void k(int *a) {\ns[threadIdx.x] = a[threadIdx.x];\n"
        "__syncthreads();\na[threadIdx.x] = s[3 - threadIdx.x];\n}";
    expect(text, {{1, 2, 3, 4}}, {4, 3, 2, 1}, {.block = {4, 1, 1}, .shared_bytes = 16});
    const LaunchRun small = run(text, {{1, 2, 3, 4}}, {}, {.block = {4, 1, 1}, .shared_bytes = 8});
    ASSERT_EQ(small.findings.size(), 1u);
    EXPECT_EQ(small.findings.front().kind, "invalid-address");
}

TEST_F(CudaLaunch, APointerGoesThroughSharedMemory) {
    expect(
        "__global__ void k(int *a) {\n__shared__ int s[4];\nint *p = s;\nfor (int i = 0; i < "
        "(int)threadIdx.x; i++) p++;\n"
        "*p = a[threadIdx.x];\n__syncthreads();\na[threadIdx.x] = s[3 - threadIdx.x];\n}",
        {{1, 2, 3, 4}}, {4, 3, 2, 1});
}

TEST_F(CudaLaunch, BarriersCountPredicates) {
    expect(
        "__global__ void k(int *a) {\nint x = threadIdx.x;\n"
        "a[x] = 100 * __syncthreads_count(x > 1) + 10 * __syncthreads_and(x < 9) + __syncthreads_or(x == "
        "9);\n}",
        {Words(4)}, {210, 210, 210, 210});
}

// ---- warps

TEST_F(CudaLaunch, AWarpSumsByShuffles) {
    expect(
        "__global__ void k(int *a) {\nint v = a[threadIdx.x];\n"
        "for (int d = 2; d > 0; d /= 2) v += __shfl_down_sync(0xf, v, d, 4);\n"
        "if (threadIdx.x == 0) a[0] = v;\n}",
        {{1, 2, 3, 4}}, {10, 2, 3, 4});
}

TEST_F(CudaLaunch, VotesMatchesAndReductionsAreThoseOfTheMask) {
    expect(
        "__global__ void k(unsigned *a) {\nunsigned x = threadIdx.x;\nint all;\n"
        "a[x] = __ballot_sync(15, x & 1) + 100 * __match_any_sync(15, x / 2) + 10000 * __reduce_add_sync(15, "
        "x)\n"
        "+ 1000000 * (__any_sync(15, x == 3) + __all_sync(15, x == 3)) + 10000000 * __match_all_sync(15, 7, "
        "&all) + all;\n}",
        {Words(4)}, {151060311, 151060311, 151061211, 151061211});
}

TEST_F(CudaLaunch, LanesOfAPartialWarpAreInNoMask) {
    expect("__global__ void k(unsigned *a) { a[threadIdx.x] = __ballot_sync(0xffffffff, 1); }", {Words(3)},
           {7, 7, 7}, {.block = {3, 1, 1}});
}

TEST_F(CudaLaunch, BitsAreCounted) {
    expect(
        "__global__ void k(unsigned *a) {\nunsigned x = a[threadIdx.x];\n"
        "a[threadIdx.x] = 10000 * __popc(x) + 100 * __clz(x) + __ffs(x);\n}",
        {{0, 1, 0x80000000, 12}}, {3200, 13101, 10032, 22803});
}

// ---- atomic accesses

TEST_F(CudaLaunch, AtomicAccessesReturnTheOldValue) {
    expect(
        "__global__ void k(unsigned *a, unsigned *b) {\n"
        "b[atomicAdd(a, 1u)] = 1; atomicMax(a + 1, threadIdx.x); atomicCAS(a + 2, 5u, 9u); atomicInc(a + 3, "
        "2u);\n}",
        {{0, 0, 5, 0}, Words(4)}, {4, 3, 9, 1});
}

// ---- C++

TEST_F(CudaLaunch, TemplatesReferencesAndVectorTypesAreRead) {
    expect(
        "template <typename T> __device__ void add(T &to, const T &x) { to += x; }\n"
        "struct P { int x, y; };\n"
        "template <int N> __device__ int sum(const int (&v)[N]) { int s = 0; for (int i = 0; i < N; i++) s "
        "+= v[i]; return s; }\n"
        "template <typename T> __global__ void k(T *a) {\nint v[3] = {1, 2, (int)threadIdx.x};\n"
        "float4 f = make_float4(1.f, 2.f, 3.f, 4.f);\nP p{3, 4};\nadd(p.x, p.y);\n"
        "bool b = p.x == 7 && f.w > f.x;\nif constexpr (sizeof(T) == 4) a[threadIdx.x] = sum(v) + b + "
        "p.x;\n}\n"
        "template __global__ void k<int>(int *);",
        {Words(4)}, {11, 12, 13, 14});
}

TEST_F(CudaLaunch, ClassesAndLambdasAreInlined) {
    expect(
        "struct Counter {\nint n; __device__ Counter(int start) : n(start) {}\n"
        "__device__ Counter &operator+=(int k) { n += k; return *this; }\n__device__ int get() const { "
        "return n; }\n};\n"
        "struct Square { __device__ int operator()(int x) const { return x * x; } };\n"
        "template <typename F> __device__ int twice(F f, int x) { return f(f(x)); }\n"
        "__global__ void k(int *a) {\nint m = 3;\nCounter c(m);\nc += (int)threadIdx.x;\n"
        "auto by_copy = [=] __device__(int x) { return x + m; };\nauto by_reference = [&](int x) { m = x; "
        "};\n"
        "by_reference(100);\nint v[2] = {1, 2}, s = 0;\nfor (int x : v) s += x;\n"
        "a[threadIdx.x] = c.get() + 10 * twice(Square{}, 2) + by_copy(1000) + m + s;\n}",
        {Words(4)}, {1269, 1270, 1271, 1272});
}

TEST_F(CudaLaunch, AReturnedThreadIsNotWaitedFor) {
    expect(
        "__global__ void k(int *a, int n) {\nint i = threadIdx.x;\nif (i >= n) return;\na[i] = "
        "n;\n__syncthreads();\n"
        "a[i] += 1;\n}",
        {Words(4)}, {4, 4, 4, 0}, {.block = {4, 1, 1}}, {3});
}

TEST_F(CudaLaunch, AUnionByValueIsOneParameter) {
    const reader::KernelReading read = reading(
        "union U { int i; float f; unsigned u; };\nstruct S { int n; U u; int m; };\n"
        "__global__ void k(S s, int *a) { a[threadIdx.x] = s.n + s.u.i + s.m; }");
    ASSERT_TRUE(read.kernel) << read.messages;
    std::vector<std::string> names;
    for (const auto& p : read.kernel->code.parameters) names.push_back(p.name);
    EXPECT_THAT(names, ElementsAre("s.n", "s.u.i", "s.m", "a"));
    const LaunchRun r = run_launch(*read.kernel, arguments(*read.kernel, {{0, 0}}, {100, 20, 3}),
                                   {.block = {2, 1, 1}}, *find_engine("fast"));
    ASSERT_EQ(r.end, LaunchRun::End::stop);
    EXPECT_THAT(r.buffers[0], ElementsAre(123, 123));
}

TEST_F(CudaLaunch, VariablesOfTheDeviceHaveTheirInitialValues) {
    const reader::KernelReading read = reading(
        "__constant__ float table[2][2] = {{1.5f, 2}, {3}};\n__device__ int total;\n"
        "__global__ void k(int *a) { a[0] = total + (int)table[1][0]; }");
    ASSERT_TRUE(read.kernel) << read.messages;
    ASSERT_EQ(read.kernel->variables.size(), 2u);
    EXPECT_THAT(read.kernel->variables[0].initial, ElementsAre(0));
    EXPECT_THAT(read.kernel->variables[1].initial, ElementsAre(0x3fc00000, 0x40000000, 0x40400000, 0));
    EXPECT_EQ(read.kernel->code.parameters[2].name, "table");
}

TEST_F(CudaLaunch, AStructureByValueIsItsMembers) {
    const reader::KernelReading read = reading(
        "struct S { int n; int *p[2]; };\n__global__ void k(S s) { s.p[1][threadIdx.x] = s.n + "
        "s.p[0][threadIdx.x]; }");
    ASSERT_TRUE(read.kernel) << read.messages;
    std::vector<std::string> names;
    for (const auto& p : read.kernel->code.parameters) names.push_back(p.name);
    EXPECT_THAT(names, ElementsAre("s.n", "s.p[0]", "s.p[1]"));
    const LaunchRun r = run_launch(*read.kernel, arguments(*read.kernel, {{1, 2}, {0, 0}}, {40}),
                                   {.block = {2, 1, 1}}, *find_engine("fast"));
    ASSERT_EQ(r.end, LaunchRun::End::stop);
    EXPECT_THAT(r.buffers[1], ElementsAre(41, 42));
}

// ---- what is wrong

TEST_F(CudaLaunch, AMissingBarrierIsARaceUnderVolta) {
    expect_finding(
        "__global__ void k(int *a) {\n__shared__ int s[64];\ns[threadIdx.x] = a[threadIdx.x];\n"
        "a[threadIdx.x] = s[63 - threadIdx.x];\n}",
        ThreadModel::volta, "race", 4, "s[63]", {Words(64)}, {.block = {64, 1, 1}});
    expect_finding(
        "__global__ void k(int *a) {\n__shared__ int s;\nif (threadIdx.x == 0) s = 1;\n__syncthreads();\n"
        "a[threadIdx.x] = s;\nif (threadIdx.x == 1) s = 2;\n}",
        ThreadModel::volta, "race", 6, "writes s, ", {Words(32)});
}

TEST_F(CudaLaunch, ABarrierThatSomeThreadsSkipIsADeadlock) {
    expect_finding(
        "__global__ void k(int *a) {\nif (threadIdx.x < 3)\n__syncthreads();\nelse\nwhile (a[0] == 0);\n}",
        ThreadModel::lockstep, "barrier-while-diverged", 3, "", {{0}}, {.max_steps = 1000});
}

TEST_F(CudaLaunch, AMaskThatNamesALaneOfAnotherPathIsWrong) {
    expect_finding(
        "__global__ void k(int *a) {\nif (threadIdx.x < 16)\na[0] = __shfl_sync(0xffffffff, 1, 0);\n}",
        ThreadModel::lockstep, "collective-mask", 3, "", {{0}});
}

TEST_F(CudaLaunch, AnAccessPastTheEndIsNamed) {
    expect_finding("__global__ void k(int *a) {\na[threadIdx.x + 1] = 1;\n}", ThreadModel::lockstep,
                   "invalid-address", 2, "a[32], which is outside of a: it has 32 elements", {Words(32)});
}

TEST_F(CudaLaunch, AFailedAssertionIsFound) {
    expect_finding("__global__ void k(int *a) {\na[0] = 0;\nassert(threadIdx.x < 5);\n}", ThreadModel::volta,
                   "race", 2, "", {{0}});
    expect_finding("__global__ void k(int *a) {\nassert(threadIdx.x < 5);\n}", ThreadModel::volta,
                   "assertion", 2, "", {{0}});
}

TEST_F(CudaLaunch, AFindingNamesTheCallsAroundIt) {
    const LaunchRun r =
        run("__device__ void set(int *a, int i) {\na[i] = 1;\n}\n__global__ void k(int *a) {\n"
            "set(a, threadIdx.x + 1);\n}",
            {Words(32)}, {}, {});
    ASSERT_EQ(r.findings.size(), 1u);
    EXPECT_EQ(r.findings.front().line, 2u);
    EXPECT_THAT(r.findings.front().calls, ElementsAre(dsl::InlinedCall{"set", 5}));
}

// ---- bad input

TEST_F(CudaLaunch, SizesThatCudaDoesNotAllowAreRefused) {
    const auto read = reading("extern __shared__ int s[];\n__global__ void k(int *a) { s[0] = *a; }");
    ASSERT_TRUE(read.kernel) << read.messages;
    const auto reason = [&](const LaunchConfiguration& how) {
        return why_not(*read.kernel, how).value_or(Refusal{}).reason;
    };
    EXPECT_EQ(reason({.shared_bytes = 400'000}), "400000 bytes of shared memory; a block has at most 232448");
    EXPECT_EQ(reason({.block = {0, 1, 1}}), "a dimension of the launch is 0");
    EXPECT_EQ(reason({.grid = {1, 65536, 1}}),
              "a grid of 1 × 65536 × 1 blocks; CUDA allows at most 65535 in y and z");
    EXPECT_FALSE(why_not(*read.kernel, {.shared_bytes = 65536}));
    EXPECT_THAT(
        reading("__global__ void k(int *a) { __shared__ int s[12289]; s[0] = *a; }").messages,
        HasSubstr("x.cu:1:44: error: with this variable there are 49156 bytes of static shared memory; "
                  "CUDA allows 49152"));
    EXPECT_EQ(reason({.block = {64, 32, 1}}), "a block of 64 × 32 × 1 = 2048 threads; it has at most 1024");
}

TEST_F(CudaLaunch, TheKernelMustBeKnown) {
    EXPECT_THAT(reading("void f() {}").messages, HasSubstr("x.cu has no kernel (`__global__`)"));
    const char* const two = "__global__ void a() {}\n__global__ void b() {}";
    EXPECT_THAT(reading(two).messages, HasSubstr("x.cu has 2 kernels; choose one with --kernel: a, b"));
    EXPECT_THAT(reading(two, "c").messages, HasSubstr("x.cu has no kernel 'c'; it has a, b"));
    EXPECT_THAT(reading(two, "b").messages, IsEmpty());
    EXPECT_THAT(reading("template <int N> __global__ void k(int *a) { *a = N; }").messages,
                HasSubstr("x.cu:1:34: error: the file has no instance of this kernel's template"));
}

TEST_F(CudaLaunch, AllErrorsAreReportedAtTheirTokens) {
    const std::string messages =
        reading("__global__ void k(int *a, int *b) {\nasm(\"brkpt;\");\na[0] = __shfl_sync(1, 1, 0, 3);\n}")
            .messages;
    EXPECT_THAT(messages, HasSubstr("x.cu:2:1: error: the PTX `brkpt` is not supported"));
    EXPECT_THAT(messages, HasSubstr("x.cu:3:29: error: the width of a shuffle must be a power of two"));
}

}  // namespace
}  // namespace musimd::kernels::cuda::cuda_launch_test
