// Whole programs of CUDA C++: host code that runs natively, and its launches on the machine.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include "engines/engines.hpp"
#include "host/compiler.hpp"
#include "host/files.hpp"
#include "kernels/cuda/program/program_run.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::cuda::cuda_program_slow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using End = host::ServedProgram::End;

class CudaProgram : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
        if (host::find_command("clang++-19").empty()) GTEST_SKIP() << "clang++-19 is not installed";
    }

    tl::expected<ProgramResult, std::string> build_and_run(
        const std::vector<std::pair<std::string, std::string>>& files,
        std::vector<std::string> arguments = {}, std::chrono::milliseconds limit = std::chrono::minutes(10)) {
        ProgramSetting setting{.sources = {},
                               .arguments = std::move(arguments),
                               .models = {ThreadModel::lockstep, ThreadModel::volta},
                               .engines = {find_engine("fast")},
                               .config = {},
                               .limit = limit,
                               .keeps_output = true};
        for (const auto& [name, text] : files) {
            const std::string file = (folder_.path() / name).string();
            host::write_file(file, text);
            if (!name.ends_with(".h"))
                setting.sources.push_back({.file = file, .text = text, .function = "", .options = {}});
        }
        return run_program(setting);
    }

    tl::expected<ProgramResult, std::string> build_and_run(
        const std::string& text, std::vector<std::string> arguments = {},
        std::chrono::milliseconds limit = std::chrono::minutes(10)) {
        return build_and_run({{"x.cu", text}}, std::move(arguments), limit);
    }

    ProgramResult run(const std::string& text, std::vector<std::string> arguments = {},
                      std::chrono::milliseconds limit = std::chrono::minutes(10)) {
        auto result = build_and_run(text, std::move(arguments), limit);
        EXPECT_TRUE(result) << result.error();
        return result ? *std::move(result) : ProgramResult{};
    }

    host::TemporaryFolder folder_;
};

TEST_F(CudaProgram, CopiesLaunchesPrintsAndReturns) {
    const ProgramResult result = run(R"(
#include <cstdio>
#include <vector>
__constant__ int factor;
__device__ int total = 5;
__global__ void scale(const int* in, int* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) { out[i] = in[i] * factor; atomicAdd(&total, out[i]); }
}
int main(int argc, char** argv) {
    const int n = atoi(argv[1]), three = 3;
    std::vector<int> a(n), b(n);
    for (int i = 0; i < n; ++i) a[i] = i;
    int *x, *y, sum;
    cudaMalloc(&x, n * 4);
    cudaMalloc(&y, n * 4);
    cudaMemcpy(x, a.data(), n * 4, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(factor, &three, 4);
    scale<<<(n + 31) / 32, 32>>>(x, y, n);
    cudaMemcpy(b.data(), y, n * 4, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(&sum, total, 4);
    printf("%d %d %s\n", b[n - 1], sum, cudaGetErrorName(cudaGetLastError()));
    return 7;
}
)",
                                     {"100"});
    EXPECT_EQ(result.output, "297 14855 cudaSuccess\n");
    EXPECT_EQ(result.ending.end, End::exited);
    EXPECT_EQ(result.ending.status, 7);
    EXPECT_THAT(result.findings, IsEmpty());
    EXPECT_THAT(result.notes, IsEmpty());
    ASSERT_THAT(result.kernels, SizeIs(2));  // two models
    EXPECT_EQ(result.kernels[0].kernel, "scale");
    EXPECT_EQ(result.kernels[0].threads, 128u);
}

TEST_F(CudaProgram, FilesAreCompiledOneByOneAndFindingsNameTheirs) {
    const auto result = build_and_run({{"main.cpp", R"(
#include <cuda_runtime.h>
#include <cstdio>
int *twice(int n);
static int helper() { return 3; }
#ifdef __CUDACC__
#error "this is a file of C++"
#endif
int main() {
    float4 v = make_float4(1, 2, 3, 4);
    int *p = twice(helper()), sum = 0, first[3];
    cudaMemcpy(first, p, 12, cudaMemcpyDeviceToHost);
    for (int x : first) sum += x;
    std::printf("%d %g\n", sum, v.w);
})"},
                                       {"twice.cu", R"(
#include "twice.h"
static int helper() { return 4; }
int *twice(int n) {
    int *p;
    cudaMalloc(&p, n * sizeof(int));
    fill<<<1, helper()>>>(p, 2);
    return p;
})"},
                                       {"twice.h", R"(
__device__ void set(int *p, int i, int by) {
    p[i] = by * i;
}
__global__ void fill(int *p, int by) { set(p, threadIdx.x, by); }
)"}});
    ASSERT_TRUE(result) << result.error();
    EXPECT_EQ(result->output, "6 4\n");
    ASSERT_THAT(result->findings, SizeIs(1));
    const ProgramFinding& found = result->findings[0];
    EXPECT_EQ(found.finding.kind, "invalid-address");
    const auto place = [&](std::uint32_t number) {
        return dsl::cuda::to_string(
            dsl::cuda::place_of(number, found.kernel->code.file, found.kernel->included));
    };
    EXPECT_THAT(place(found.finding.line), testing::EndsWith("/twice.h:3"));
    ASSERT_THAT(found.finding.calls, SizeIs(1));
    EXPECT_THAT(place(found.finding.calls[0].line), testing::EndsWith("/twice.h:5"));
    EXPECT_EQ(place(4), found.kernel->code.file + ":4");
}

TEST_F(CudaProgram, PointersThatAreEqualOrAlignedAreSoAsIntegers) {
    const ProgramResult result = run(R"(
#include <cstdio>
#include <cstdint>
__global__ void k(float *p, float *same, unsigned *peers, unsigned *aligned) {
    float *mine = threadIdx.x < 8 ? p + threadIdx.x % 2 : same;
    peers[threadIdx.x] = __match_any_sync(0xffffffff, (unsigned long long)mine);
    aligned[threadIdx.x] = (uintptr_t)(p + threadIdx.x) % 16 == 0;
}
int main() {
    float *p;
    unsigned *peers, *aligned;
    cudaMallocManaged(&p, 128);
    cudaMallocManaged(&peers, 128);
    cudaMallocManaged(&aligned, 128);
    k<<<1, 32>>>(p, p, peers, aligned);
    cudaDeviceSynchronize();
    printf("%x %x %x %u%u%u%u%u\n", peers[0], peers[1], peers[31], aligned[0], aligned[1], aligned[2], aligned[3],
           aligned[4]);
}
)");
    EXPECT_EQ(result.output, "ffffff55 aa ffffff55 10001\n");
    EXPECT_THAT(result.findings, IsEmpty());
}

TEST_F(CudaProgram, NumbersOf8And16BitsAreTheSameOnTheHostAndOnTheMachine) {
    const ProgramResult result = run(R"(
#include <cuda_fp8.h>
#include <cstdio>
#define BOTH __host__ __device__
BOTH float rounded(int i) {
    const __nv_bfloat16 a = __float2bfloat16(1.0f + i / 300.0f), b = __nv_bfloat16(0.3f);
    __nv_fp8_e4m3 small;
    small.__x = i;
    const float value = small;
    return (float)(a * b) - (float)__hfma(a, b, -a) + (value == value ? value : 0.5f) +
           (float)__nv_fp8_e5m2(value == value ? value : 1e9f);
}
__global__ void k(float *out) { out[threadIdx.x] = rounded(threadIdx.x); }
int main() {
    float *out;
    int bad = 0;
    cudaMallocManaged(&out, 1024);
    k<<<1, 256>>>(out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 256; ++i) bad += out[i] != rounded(i);
    printf("%d %g %g %g %g %g\n", bad, (float)__nv_bfloat16(1.0f + 3.0f / 256), (float)__nv_bfloat16(1.0f + 1.0f / 256),
           (float)__nv_fp8_e4m3(500.0f), (float)__nv_fp8_e4m3(0.0029f), (float)__nv_fp8_e5m2(3.4f));
}
)");
    // Ties go to even: 1 + 3/256 becomes 1 + 4/256, and 1 + 1/256 becomes 1.
    EXPECT_EQ(result.output, "0 1.01562 1 448 0.00195312 3.5\n");
    EXPECT_THAT(result.findings, IsEmpty());
}

TEST_F(CudaProgram, PointersToBytesMoveAndBecomePointersToElementsAgain) {
    const ProgramResult result = run(R"(
#include <cstdio>
__global__ void rows(float *p, size_t pitch) {
    const char *second = (const char *)p + pitch;
    for (int r = 0; r < 3; ++r) ((float *)((char *)p + r * pitch))[threadIdx.x] = r * 100 + threadIdx.x;
    ((float *)second)[threadIdx.x] += 1000;
}
__global__ void odd(const float *p, int by, float *out) {
    out[threadIdx.x] = *(const float *)((const char *)p + by);
}
__global__ void four(const float2 *p, float *out) {
    const void *from = p;
    int4 v = *(const int4 *)from;
    *out += __int_as_float(v.w);
}
int main() {
    float *p, *out, rows_of[96];
    size_t pitch;
    cudaMallocPitch(&p, &pitch, 128, 3);
    cudaMallocManaged(&out, 4);
    rows<<<1, 32>>>(p, pitch);
    cudaMemcpy2D(rows_of, 128, p, pitch, 128, 3, cudaMemcpyDeviceToHost);
    odd<<<1, 1>>>(p, 8, out);
    four<<<1, 1>>>((float2 *)p, out);
    cudaDeviceSynchronize();
    printf("%g %g %g %g\n", rows_of[31], rows_of[32 + 31], rows_of[64 + 31], *out);
    four<<<1, 1>>>((float2 *)p + 1, out);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
}
)");
    EXPECT_EQ(result.output, "31 1131 231 5\ncudaErrorMisalignedAddress\n");
    ASSERT_THAT(result.findings, SizeIs(1));
    EXPECT_EQ(result.findings[0].finding.kind, "misaligned");
    EXPECT_EQ(result.findings[0].finding.line, 13u);
}

TEST_F(CudaProgram, AReadByANullPointerIsNotOneOfUnwrittenMemory) {
    const ProgramResult result = run(R"(#include <cstdio>
__global__ void k(double *p) { p[threadIdx.x] += 1; }
int main() {
    double *p = nullptr;
    k<<<1, 32>>>(p);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
)");
    EXPECT_EQ(result.output, "cudaErrorIllegalAddress\n");
    ASSERT_THAT(result.findings, SizeIs(1));
    EXPECT_EQ(result.findings[0].finding.kind, "null-pointer");
    EXPECT_EQ(result.findings[0].finding.line, 2u);
}

// Also before it, and where another array is.
TEST_F(CudaProgram, AParameterThatIsNullIsOneAtAnyIndex) {
    for (const char* const index : {"-1", "40000", "65536", "100000"}) {
        const ProgramResult result = run(std::string("__device__ int g[32];\n__global__ void k(int *p) { "
                                                     "g[0] = 1; p[") +
                                         index + "] = 1; }\nint main() { k<<<1, 1>>>(nullptr); }\n");
        ASSERT_THAT(result.findings, SizeIs(1)) << index;
        EXPECT_EQ(result.findings[0].finding.message,
                  std::string("thread 0 of block 0 writes element ") + index + " of a null pointer");
    }
}

TEST_F(CudaProgram, OlderSourcesJoinLiteralsToMacrosAndAskForOverlap) {
    const ProgramResult result = run(R"x(#include <cstdio>
#define NUMBER "d"
__global__ void k() { printf("thread %"NUMBER"\n", threadIdx.x); }
int main() {
    cudaDeviceProp device;
    cudaGetDeviceProperties(&device, 0);
    printf("%"NUMBER"\n", device.deviceOverlap);
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
}
)x");
    EXPECT_EQ(result.output, "1\nthread 0\n");
}

TEST_F(CudaProgram, SharedBytesHoldNumbers) {
    const ProgramResult result = run(R"(
#include <cstdio>
__global__ void turn(int *out, int n) {
    extern __shared__ unsigned char memory[];
    int *words = nullptr;
    words = reinterpret_cast<int *>(memory);
    for (int i = threadIdx.x; i < n; i += blockDim.x) words[i] = i;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = words[n - 1 - i];
}
__global__ void halves(int *out) {
    __shared__ char memory[4 * sizeof(double)];
    double *numbers = (double *)memory;
    numbers[threadIdx.x] = threadIdx.x / 2.0;
    __syncthreads();
    if (threadIdx.x == 0) out[0] += (int)(2 * numbers[3]);
}
int main() {
    int *out;
    cudaMallocManaged(&out, 400);
    turn<<<1, 32, 400>>>(out, 100);
    halves<<<1, 4>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d\n", out[0], out[99]);
    turn<<<1, 32, 396>>>(out, 100);
}
)");
    EXPECT_EQ(result.output, "102 0\n");
    ASSERT_THAT(result.findings, SizeIs(1));
    EXPECT_EQ(result.findings[0].finding.kind, "invalid-address");
    EXPECT_EQ(result.findings[0].first, 3u);
}

TEST_F(CudaProgram, StructuresByValuePointToStructures) {
    const ProgramResult result = run(R"(
#include <cstdio>
struct Item { float x; int n; };
struct View { Item *items; const float *factor; int n; };
__global__ void scale(View v) {
    const char *letters = "abc";
    if (threadIdx.x >= v.n) return;
    v.items[threadIdx.x].x *= v.factor[0];
    v.items[threadIdx.x].n += letters[threadIdx.x % 3];
}
int main() {
    View v{nullptr, nullptr, 10};
    float *factor;
    cudaMallocManaged(&v.items, 10 * sizeof(Item));
    cudaMallocManaged(&factor, 4);
    *factor = 3;
    v.factor = factor;
    for (int i = 0; i < 10; ++i) v.items[i] = {float(i), i};
    scale<<<1, 32>>>(v);
    cudaDeviceSynchronize();
    printf("%g %d\n", v.items[8].x, v.items[8].n);
}
)");
    EXPECT_EQ(result.output, "24 107\n");
    EXPECT_THAT(result.findings, IsEmpty());
}

TEST_F(CudaProgram, AfterAShiftThatIsTooFarTheLaunchGoesOnAsOnGpus) {
    const ProgramResult result = run(R"(
#include <cstdio>
__global__ void shift(int *out) {
    out[threadIdx.x] = (1 << threadIdx.x) + (-8 >> threadIdx.x) + (0x80000000u >> threadIdx.x);
}
int main() {
    int *out;
    cudaMallocManaged(&out, 256);
    shift<<<1, 64>>>(out);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", out[3], out[31], out[40]);
}
)");
    EXPECT_EQ(result.output, "268435463 -2147483648 -1\n");
    ASSERT_THAT(result.findings, SizeIs(1));
    EXPECT_EQ(result.findings[0].finding.kind, "invalid-shift");
    EXPECT_EQ(result.findings[0].finding.line, 4u);
}

TEST_F(CudaProgram, ThreadsOfTheHostLaunchKernels) {
    const ProgramResult result = run(R"(
#include <cstdio>
#include <thread>
#include <vector>
__global__ void add(int *p, int by) { atomicAdd(p, by); }
int main() {
    std::vector<std::thread> threads;
    int sums[4];
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([t, &sums] {
            int *p;
            cudaMalloc(&p, 4);
            cudaMemset(p, 0, 4);
            for (int i = 0; i < 10; ++i) add<<<1, 32>>>(p, t);
            cudaMemcpy(&sums[t], p, 4, cudaMemcpyDeviceToHost);
            cudaFree(p);
        });
    for (std::thread &t : threads) t.join();
    printf("%d %d %d %d %g\n", sums[0], sums[1], sums[2], sums[3], max(1.5f, 2.0));
}
)");
    EXPECT_EQ(result.output, "0 320 640 960 2\n");
    EXPECT_EQ(result.launches, 40u);
    EXPECT_THAT(result.findings, IsEmpty());
}

TEST_F(CudaProgram, GridsThatAreTooLargeForTheirMemoryRunInParts) {
    const ProgramResult result = run(R"(
#include <cstdio>
__device__ unsigned long long sum;
__global__ void add(int n) {
    int own[6000];
    for (int i = 0; i < n; ++i) own[i] = blockIdx.x + blockIdx.y;
    atomicAdd(&sum, own[threadIdx.x % n] + (blockIdx.x == 14 && blockIdx.y == 3 && threadIdx.x == 0 ? 1000000000ull : 0));
}
int main() {
    unsigned long long value;
    add<<<dim3(15, 4), 128>>>(1);
    cudaMemcpyFromSymbol(&value, sum, 8);
    printf("%llu\n", value);
}
)");
    EXPECT_EQ(result.output, std::to_string(1000000000ull + 128ull * (4 * 7 * 15 + 15 * 6)) + "\n");
    EXPECT_THAT(result.findings, IsEmpty());
    ASSERT_THAT(result.notes, SizeIs(1));
    EXPECT_THAT(result.notes[0], HasSubstr("add: the blocks of the grid run in 2 parts"));
}

TEST_F(CudaProgram, GridsSynchronizeAndVariablesThatOnlyKernelsNameStay) {
    const ProgramResult result = run(R"(
#include <cooperative_groups.h>
#include <cstdio>
static __device__ int calls = 100;
__global__ void sums(int *parts, int *sum) {
    parts[blockIdx.x] = blockIdx.x + 1;
    cooperative_groups::this_grid().sync();
    if (blockIdx.x != 0 || threadIdx.x != 0) return;
    *sum = ++calls;
    for (int b = 0; b < gridDim.x; ++b) *sum += 1000 * parts[b];
}
int main() {
    int *parts, *sum;
    cudaMalloc(&parts, 16);
    cudaMallocManaged(&sum, 4);
    void *arguments[] = {&parts, &sum};
    for (int i = 0; i < 2; ++i) {
        cudaLaunchCooperativeKernel(sums, dim3(4), dim3(1), arguments);
        cudaDeviceSynchronize();
        printf("%d\n", *sum);
    }
}
)");
    EXPECT_EQ(result.output, "10101\n10102\n");
    EXPECT_THAT(result.findings, IsEmpty());
}

TEST_F(CudaProgram, KernelsPrintBetweenWhatHostCodePrints) {
    const ProgramResult result = run(R"(
#include <cstdio>
__global__ void show(double x) { printf("%d of %s: %.2f\n", threadIdx.x, "warp", x + threadIdx.x); }
int main() {
    printf("before\n");
    show<<<1, 2>>>(0.5);
    printf("after\n");
}
)");
    EXPECT_EQ(result.output, "before\n0 of warp: 0.50\n1 of warp: 1.50\nafter\n");
}

TEST_F(CudaProgram, KernelsPrintTextsThatTheyChoose) {
    const ProgramResult result = run(R"(
#include <cstdio>
__global__ void show(int n) {
    const int t = threadIdx.x;
    printf("%d: %s %%, %s, %g\n", t, t < n ? "100" : t == n ? "few" : "none", t % 2 ? "odd" : "even", t * 0.5);
    printf(t < 2 ? "" : "last\n");
    printf("%s\n", t < 2 ? "-" : "+");
    if (t == 2) printf("[%5s|%-5s|%.2s|%-4.1s|%1s]\n", "ab", t < 3 ? "cd" : "", "efg", "hi", "jk");
}
int main() {
    show<<<1, 3>>>(1);
}
)");
    EXPECT_EQ(result.output,
              "0: 100 %, even, 0\n1: few %, odd, 0.5\n2: none %, even, 1\nlast\n-\n-\n+\n"
              "[   ab|cd   |ef|h   |jk]\n");
    EXPECT_THAT(result.findings, IsEmpty());
}

TEST_F(CudaProgram, StructuresHaveTheLayoutOfTheHost) {
    const ProgramResult result = run(R"(
#include <cstdio>
struct Particle { char kind; double mass; short at[3]; };
struct View { double* factors; int count; };
template <typename T>
__global__ void step(Particle* first, View view, T by, float4* quads) {
    int i = threadIdx.x;
    if (i >= view.count) return;
    first[i].mass *= by * view.factors[i];
    first[i].at[2] = first[i].at[0] + first[i].kind;
    quads[i].z = i;
}
int main() {
    Particle host[3] = {{1, 1.5, {10, 0, 0}}, {2, 2.5, {20, 0, 0}}, {3, 3.5, {30, 0, 0}}};
    float quads[12] = {};
    Particle* device;
    float4* q;
    double* factors;
    cudaMallocManaged(&factors, 16);
    factors[0] = 1;
    factors[1] = 10;
    cudaMalloc(&device, sizeof host);
    cudaMalloc(&q, sizeof quads);
    cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemcpy(q, quads, sizeof quads, cudaMemcpyHostToDevice);
    step<<<1, 32>>>(device + 1, View{factors, 2}, 2.0, q + 1);
    cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(quads, q, sizeof quads, cudaMemcpyDeviceToHost);
    for (const Particle& p : host) printf("%d %.1f %d\n", p.kind, p.mass, p.at[2]);
    printf("%g %g\n", quads[6], quads[10]);
}
)");
    EXPECT_EQ(result.output, "1 1.5 0\n2 5.0 22\n3 70.0 33\n0 1\n");
    EXPECT_THAT(result.findings, IsEmpty());
}

TEST_F(CudaProgram, PointersIntoOneAllocationSeeEachOther) {
    const ProgramResult result = run(R"(
#include <cstdio>
__global__ void copy(const float* from, unsigned* to) { to[threadIdx.x] = __float_as_uint(from[threadIdx.x]); }
int main() {
    float* all;
    cudaMallocManaged(&all, 8 * sizeof(float));
    for (int i = 0; i < 8; ++i) all[i] = i;
    copy<<<1, 4>>>(all, (unsigned*)(all + 4));
    cudaDeviceSynchronize();
    printf("%g %g\n", all[4], all[7]);
}
)");
    EXPECT_EQ(result.output, "0 3\n");
}

TEST_F(CudaProgram, FindingsNameTheLaunch) {
    const ProgramResult result = run(R"(
#include <cstdio>
__global__ void shift(int* p, int n) {
    p[threadIdx.x] = p[threadIdx.x + 1];
}
int main() {
    int* p;
    cudaMalloc(&p, 64 * 4);
    shift<<<1, 32>>>(p, 64);
    cudaMemset(p, 0, 64 * 4);
    shift<<<1, 64>>>(p, 64);
}
)");
    std::vector<std::string> kinds;
    for (const ProgramFinding& found : result.findings) {
        EXPECT_EQ(found.finding.line, 4u) << found.finding.message;
        kinds.push_back(found.finding.kind + (found.first == 1 ? "" : " later"));
    }
    EXPECT_THAT(kinds, testing::IsSupersetOf({"undefined-memory", "invalid-address later", "race"}));
}

TEST_F(CudaProgram, MemoryThatWasFreedIsNoDeviceMemory) {
    const ProgramResult result = run(R"(
__global__ void set(int* p) { p[threadIdx.x] = 1; }
int main() {
    int* p;
    cudaMalloc(&p, 128);
    cudaFree(p);
    set<<<1, 32>>>(p);
    return cudaFree(p) == cudaErrorInvalidValue;
}
)");
    ASSERT_THAT(result.findings, SizeIs(2));
    EXPECT_EQ(result.findings[0].finding.kind, "invalid-address");
    EXPECT_THAT(result.findings[0].finding.message,
                HasSubstr("p points to memory freed by cudaFree on line 6"));
    EXPECT_EQ(result.findings[1].finding.kind, "double-free");
}

TEST_F(CudaProgram, CallsThatFailReturnTheirErrors) {
    const ProgramResult result = run(R"(
#include <cstdio>
__global__ void nothing() {}
int main() {
    int *p, host[4];
    printf("%s\n", cudaGetErrorName(cudaMalloc(&p, 1ull << 60)));
    cudaMalloc(&p, 16);
    printf("%s\n", cudaGetErrorName(cudaMemcpy(p, host, 20, cudaMemcpyHostToDevice)));
    printf("%s\n", cudaGetErrorName(cudaMemcpy(p, host, 16, cudaMemcpyDeviceToHost)));
    cudaGetLastError();
    nothing<<<1, 2048>>>();
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    nothing<<<0, 32>>>();
    printf("%s\n", cudaGetErrorName(cudaGetLastError()));
    nothing<<<1, 32>>>();
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    int devices;
    cudaDeviceProp of;
    cudaGetDeviceCount(&devices);
    cudaGetDeviceProperties(&of, 0);
    printf("%d %d\n", devices, of.warpSize);
}
)");
    EXPECT_EQ(result.output,
              "cudaErrorMemoryAllocation\ncudaErrorInvalidValue\ncudaErrorInvalidValue\n"
              "cudaErrorInvalidConfiguration\ncudaErrorInvalidConfiguration\ncudaSuccess\n1 32\n");
    std::vector<std::string> found;
    for (const ProgramFinding& finding : result.findings)
        found.push_back(fmt::format("{} {}", finding.finding.line, finding.finding.kind));
    EXPECT_THAT(found, testing::ElementsAre("6 failed-call", "8 copy-too-long", "9 failed-call",
                                            "11 invalid-launch", "13 invalid-launch"));
}

TEST_F(CudaProgram, HostCodeCannotUseDeviceMemory) {
    const ProgramResult result = run("int main() { int* p; cudaMalloc(&p, 4); return *p; }");
    EXPECT_EQ(result.ending.end, End::signalled);
    EXPECT_EQ(result.ending.status, SIGSEGV);
}

TEST_F(CudaProgram, HostCodeThatNeverEndsIsStopped) {
    // It never ends, however long one waits.
    const ProgramResult result =
        run("int main() { for (volatile int i = 0;; i = 1 - i) {} }", {}, std::chrono::seconds(2));
    EXPECT_EQ(result.ending.end, End::timed_out);
}

TEST_F(CudaProgram, ElementsOfOtherSizesInOneAllocationAreRefused) {
    const ProgramResult result = run(R"(
__global__ void mix(char* a, int* b) { a[threadIdx.x] = b[threadIdx.x]; }
int main() {
    int* p;
    cudaMalloc(&p, 128);
    mix<<<1, 32>>>((char*)p, p);
}
)");
    EXPECT_THAT(result.refused, HasSubstr("a and b point into the same allocation"));
}

TEST_F(CudaProgram, OtherCallsOfTheRuntimeAreErrorsThatNameThem) {
    const auto result = build_and_run("int main() { cudaExternalMemory_t m; cudaDestroyExternalMemory(m); }");
    ASSERT_FALSE(result);
    EXPECT_THAT(result.error(), HasSubstr("x.cu:1:14: error:"));
    EXPECT_THAT(result.error(), HasSubstr("cudaExternalMemory_t"));
}

// ---- managed variables

TEST_F(CudaProgram, HostAndKernelsUseManagedVariables) {
    const ProgramResult result = run(R"(
#include <cstdio>
struct Pair { int a; double b; };
__device__ __managed__ int total = 5;
__managed__ float values[100];
static __managed__ Pair pairs[3] = {{1, 0.5}, {2, 1.5}};
int plain = 77;
__global__ void k(int n) {
    atomicAdd(&total, n);
    values[threadIdx.x] = threadIdx.x + pairs[1].b;
    if (threadIdx.x == 0) pairs[2].a = pairs[0].a + 10;
}
__global__ void by_pointer(float *v, int *t) { v[threadIdx.x] *= 2; if (threadIdx.x == 0) *t = 1000; }
int main() {
    total += 1;
    k << <1, 32 >> >(2);
    cudaDeviceSynchronize();
    printf("%d %g %d %d\n", total, values[31], pairs[2].a, plain);
    by_pointer<<<1, 32>>>(values, &total);
    cudaDeviceSynchronize();
    float h[2];
    cudaMemcpy(h, values + 30, sizeof h, cudaMemcpyDeviceToHost);
    const int eleven = 11;
    int back = 0;
    printf("%d\n", total);
    cudaMemcpyToSymbol(total, &eleven, sizeof eleven);
    cudaMemcpyFromSymbol(&back, total, sizeof back);
    cudaMemset(values, 0, 8);
    cudaPointerAttributes a;
    cudaPointerGetAttributes(&a, &total);
    printf("%g %g %d %d %g %d\n", h[0], h[1], total, back, values[1], a.type == cudaMemoryTypeManaged);
}
)");
    EXPECT_EQ(result.output, "70 32.5 11 77\n1000\n63 65 11 11 0 1\n");
    EXPECT_THAT(result.findings, IsEmpty());
}

TEST_F(CudaProgram, AManagedArrayHasItsOwnBounds) {
    const ProgramResult result = run(R"(
__managed__ int v[4];
__managed__ int next;
__global__ void k() { v[threadIdx.x] = 1; }
int main() { k<<<1, 5>>>(); cudaDeviceSynchronize(); return v[3] + next; }
)");
    ASSERT_THAT(result.findings, SizeIs(1));
    EXPECT_EQ(result.findings.front().finding.kind, "invalid-address");
    EXPECT_THAT(result.findings.front().finding.message, HasSubstr("v[4], which is outside of v"));
}

// ---- structures of the device

TEST_F(CudaProgram, HostCodeCopiesToStructuresOfTheDevice) {
    const ProgramResult result = run(R"(
#include <cstdio>
struct Config { short tag; int n; float w[3]; double d; };
__constant__ Config config;
__constant__ Config given = {9, 3, {1.5f, 2.5f}, 0.25};
__device__ float3 points[4] = {{1, 2, 3}, {4, 5, 6}};
__device__ int2 pair;
__global__ void k(float *o) {
    const int t = threadIdx.x;
    o[t] = config.n + config.w[t] + config.d + 1000 * config.tag + 10000 * (given.w[1] + given.d + given.tag);
    if (t == 0) pair.y = 42;
}
__global__ void after(float *o) { o[0] = pair.y + points[2].x + points[1].z; }
int main() {
    const Config c = {7, 10, {1, 2, 3}, 0.5};
    cudaMemcpyToSymbol(config, &c, sizeof c);
    float *o, h[2];
    cudaMalloc(&o, sizeof h);
    k<<<1, 2>>>(o);
    cudaMemcpy(h, o, sizeof h, cudaMemcpyDeviceToHost);
    printf("%g %g\n", h[0], h[1]);
    const float3 p = {11, 12, 13};
    cudaMemcpyToSymbol(points, &p, sizeof p, 2 * sizeof p);
    after<<<1, 1>>>(o);
    cudaMemcpy(h, o, sizeof h[0], cudaMemcpyDeviceToHost);
    int2 back;
    cudaMemcpyFromSymbol(&back, pair, sizeof back);
    printf("%g %d %d\n", h[0], back.x, back.y);
}
)");
    EXPECT_EQ(result.output, "124512 124512\n59 0 42\n");
    EXPECT_THAT(result.findings, IsEmpty());
}

TEST_F(CudaProgram, TheErrorOfTheHostIsThatOfTheFinding) {
    const char* const text = R"(
#include <cstdio>
__global__ void outside(int *a) { a[1000] = 1; }
__global__ void apart(short *b) { *(int *)(b + 1 + threadIdx.x) = 1; }
int main(int argc, char **) {
    int *a;
    cudaMalloc(&a, 256);
    if (argc > 1) outside<<<1, 1>>>(a); else apart<<<1, 2>>>((short *)a);
    printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
)";
    EXPECT_EQ(run(text).output, "cudaErrorMisalignedAddress\n");
    EXPECT_EQ(run(text, {"outside"}).output, "cudaErrorIllegalAddress\n");
}

}  // namespace
}  // namespace musimd::kernels::cuda::cuda_program_slow
