// Memory that is accessed as elements of another size than it has: several numbers at once, and parts of one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/launch/front_end.hpp"
#include "tests/support/cuda_kernels.hpp"

namespace musimd::test::cuda_views_test {
namespace {

using testing::HasSubstr;

class CudaViews : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }
};

constexpr kernels::cuda::LaunchConfiguration kTwo = {.block = {2, 1, 1}};

TEST_F(CudaViews, HalvesAreCopiedByEights) {
    expect_words(
        "__global__ void k(const unsigned short *in, unsigned short *out) {\n"
        "uint4 v = reinterpret_cast<const uint4 *>(in)[threadIdx.x];\n"
        "v.y += 0x10000;\n"
        "reinterpret_cast<uint4 *>(out)[1 - threadIdx.x] = v;\n}",
        {{"in", "1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16"}, {"out", "16:zeros"}}, "out",
        {9, 10, 11, 13, 13, 14, 15, 16, 1, 2, 3, 5, 5, 6, 7, 8}, kTwo);
}

TEST_F(CudaViews, WordsAreUnpackedAndPacked) {
    const char* const text =
        "#include <cuda_fp16.h>\n__global__ void k(const half *in, half *out) {\n"
        "uint4 from = ((const uint4 *)in)[threadIdx.x], to;\n"
        "for (int i = 0; i < 8; ++i)\n"
        "reinterpret_cast<half *>(&to)[i] = __float2half(2 * "
        "__half2float(reinterpret_cast<half *>(&from)[7 - i]));\n"
        "((uint4 *)out)[threadIdx.x] = to;\n}";
    expect_words(text, {{"in", "1,2,3,4,5,6,7,8"}, {"out", "8:zeros"}}, "out",
                 {0x4c00, 0x4b00, 0x4a00, 0x4900, 0x4800, 0x4600, 0x4400, 0x4000}, {.block = {1, 1, 1}});
}

TEST_F(CudaViews, BytesOfWordsAreRead) {
    expect_words(
        "__global__ void k(const int *in, int *out) {\nconst signed char *b = (const signed char *)in;\n"
        "out[threadIdx.x] = b[3 * threadIdx.x] + 1000 * *(unsigned short *)(b + 4 - 2 * threadIdx.x);\n}",
        {{"in", "-16711422,2147483647"}, {"out", "2:zeros"}}, "out",
        {static_cast<std::uint64_t>(2 + 1000 * 65535),
         static_cast<std::uint64_t>(-1 + 1000 * 65281) & 0xffffffff},
        kTwo);
}

TEST_F(CudaViews, BytesBecomeDoubles) {
    expect_words(
        "__global__ void k(unsigned char *in, double *out) {\nout[threadIdx.x] = 2 * ((double "
        "*)in)[threadIdx.x];\n"
        "__syncwarp();\n((double *)in)[1 - threadIdx.x] = out[threadIdx.x];\n}",
        {{"in", "0,0,0,0,0,0,240,63,0,0,0,0,0,0,0,64"}, {"out", "2:zeros"}}, "in",
        {0, 0, 0, 0, 0, 0, 16, 64, 0, 0, 0, 0, 0, 0, 0, 64}, kTwo);
}

TEST_F(CudaViews, AMisalignedViewIsFound) {
    const CudaKernelRun made = run_cuda(
        "__global__ void k(unsigned short *in, float *out, int n) {\n"
        "out[threadIdx.x] =\n((float2 *)(in + n))[threadIdx.x].x;\n}",
        {{"in", "16:zeros"}, {"out", "2:zeros"}, {"n", "2"}}, kTwo);
    ASSERT_EQ(made.run.findings.size(), 1u) << made.messages;
    EXPECT_EQ(made.run.findings[0].kind, "misaligned");
    EXPECT_EQ(made.run.findings[0].line, 3u);
}

// A pointer may be converted before the program knows that it is aligned.
TEST_F(CudaViews, OnlyAccessesMustBeAligned) {
    const std::string text =
        "struct Item { char kind; alignas(8) int value; };\n"
        "__global__ void k(const unsigned char *in, int *out, const float *f, int n) {\n"
        "__shared__ float s[8];\ns[threadIdx.x] = threadIdx.x;\n"
        "const int *p = (const int *)(in + n);\nconst float4 *v = (const float4 *)(f + n);\n"
        "float2 *w = (float2 *)(s + n);\nout[threadIdx.x] = 0;\n"
        "if (n % 4 == 0) out[threadIdx.x] = *p + v->x + w->y;\n";
    const std::map<std::string, std::string> arguments = {
        {"in", "8:zeros"}, {"out", "8:zeros"}, {"f", "8:iota"}};
    const auto findings_with = [&](const std::string& access, const std::string& n) {
        auto all = arguments;
        all["n"] = n;
        std::string result;
        for (const auto& found : run_cuda(text + access + "\n}", all, {.block = {8, 1, 1}}).run.findings)
            result += found.kind + ":" + std::to_string(found.line);
        return result;
    };
    EXPECT_EQ(findings_with("", "4"), "");
    EXPECT_EQ(findings_with("", "1"), "");
    EXPECT_EQ(findings_with("out[0] = p[1];", "1"), "misaligned:10");
    EXPECT_EQ(findings_with("out[0] = (*v).x;", "1"), "misaligned:10");
    EXPECT_EQ(findings_with("float4 x = v[1]; out[0] = x.y;", "2"), "misaligned:10");
    EXPECT_EQ(findings_with("w[1].y = 1;", "1"), "misaligned:10");
    EXPECT_EQ(findings_with("((int2 *)(s + 2 * n))[1].y = 1;", "1"), "");
}

TEST_F(CudaViews, WhatIsOutsideIsFound) {
    const CudaKernelRun made = run_cuda(
        "__global__ void k(unsigned char *in, int *out) {\nout[threadIdx.x] = ((int *)in)[threadIdx.x];\n}",
        {{"in", "7:zeros"}, {"out", "2:zeros"}}, kTwo);
    ASSERT_EQ(made.run.findings.size(), 1u) << made.messages;
    EXPECT_EQ(made.run.findings[0].kind, "invalid-address");
    EXPECT_THAT(made.run.findings[0].message, HasSubstr("in[7]"));
}

TEST_F(CudaViews, PartsOfSharedNumbersAreNotWritten) {
    const std::string messages = cuda_messages(
        "__global__ void k(int *a, short *b) {\n((char *)a)[threadIdx.x] = 1;\n"
        "atomicAdd((int *)b, 1);\nint *p = (int *)b;\np++;\n*p = 1;\n}");
    EXPECT_THAT(messages, HasSubstr("x.cu:2:1: error: a part of a number of 4 bytes can be written only in "
                                    "a local or shared variable"));
    EXPECT_THAT(messages,
                HasSubstr("x.cu:3:11: error: elements of 2 bytes cannot be accessed as 'int' here"));
    EXPECT_THAT(messages,
                HasSubstr("x.cu:4:10: error: elements of 2 bytes cannot be accessed as 'int' here"));
}

// ---- references in classes, and statements in expressions

TEST_F(CudaViews, AClassHasReferences) {
    const char* const text =
        "struct Nothing {};\n"
        "struct Store {\nint &count;\nint *list;\nNothing &nothing;\n"
        "__device__ Store(int &count, int *list, Nothing &nothing) : count(count), list(list), "
        "nothing(nothing) {}\n"
        "__device__ void add(int x) { list[atomicAdd(&count, 1)] = x; }\n};\n"
        "struct Pair { int &a; int &b; };\n"
        "__global__ void k(int *out) {\n__shared__ int count, list[4];\n__shared__ char raw[8];\n"
        "if (threadIdx.x == 0) count = 0;\n__syncthreads();\n"
        "Store s(count, list, reinterpret_cast<Nothing &>(raw));\ns.add(5);\n__syncthreads();\n"
        "Pair p{count, list[1]};\nif (threadIdx.x == 0) p.b += 100 * p.a;\n__syncthreads();\n"
        "out[threadIdx.x] = list[threadIdx.x];\n}";
    expect_words(text, {{"out", "4:zeros"}}, "out", {5, 405, 5, 5}, {.block = {4, 1, 1}});
}

TEST_F(CudaViews, StatementsAreValues) {
    expect_words(
        "#define LEAST(x, y) ({ __typeof__(x) _x = (x); __typeof__(y) _y = (y); _x < _y ? _x : _y; })\n"
        "__global__ void k(int *a) {\nfor (int i = 0; i < LEAST(3, (int)threadIdx.x + 1); ++i)\n"
        "a[threadIdx.x] += LEAST(i, 1) + 1;\n}",
        {{"a", "4:zeros"}}, "a", {1, 3, 5, 5}, {.block = {4, 1, 1}});
}

// ---- shared memory of bytes

TEST_F(CudaViews, StructuresInSharedMemoryMayHaveNumbersOfSeveralSizes) {
    const char* const text =
        "struct Null { unsigned char storage[1]; };\n"
        "struct Inner { Null warp; int grid[4]; double total; Null ends[3]; short last; };\n"
        "struct Temp {\nunsigned long long storage[5];\n"
        "__device__ Inner &alias() { return reinterpret_cast<Inner &>(*this); }\n};\n"
        "struct Sum {\nInner &in;\n__device__ Sum(Temp &temp) : in(temp.alias()) {}\n"
        "__device__ int *place(int i) { return &in.grid[0] + i; }\n"
        "__device__ int of(int x) {\n*place(threadIdx.x) = x;\n"
        "if (threadIdx.x == 0) { in.total = 100; in.ends[1].storage[0] = 7; in.last = 1000; "
        "}\n__syncthreads();\n"
        "return *place(3 - threadIdx.x) + (int)in.total + in.ends[1].storage[0] + in.last;\n}\n};\n"
        "__global__ void k(int *out) {\n__shared__ union { Temp temp; float other[2]; } s;\n"
        "out[threadIdx.x] = Sum(s.temp).of(threadIdx.x);\n}";
    expect_words(text, {{"out", "4:zeros"}}, "out", {1110, 1109, 1108, 1107}, {.block = {4, 1, 1}});
}

TEST_F(CudaViews, BytesOfSharedMemoryAreReadAsWhateverWasWritten) {
    const char* const text =
        "extern __shared__ short dynamic[];\n__global__ void k(double *in, int *out) {\n"
        "__shared__ unsigned char bytes[16], from[16];\n__shared__ double whole[2];\nint t = threadIdx.x;\n"
        "if (t < 2) { ((double *)bytes)[t] = in[t]; whole[t] = in[t]; }\n"
        "for (int i = 0; i < 4; ++i) from[4 * t + i] = 10 * t + i;\n"
        "((int *)dynamic)[t] = t << 16 | t;\n__syncthreads();\n"
        "out[t] = bytes[4 * t + 3] << 16 | ((unsigned short *)bytes)[2 * t];\n"
        "out[4 + t] = ((int *)from)[t];\nout[8 + t] = ((const char *)whole)[15 - t];\n"
        "out[12 + t] = dynamic[2 * t + 1] + ((char *)dynamic)[4 * t];\n}";
    expect_words(text, {{"in", "1.5,-3.25"}, {"out", "16:zeros"}}, "out",
                 {0, 0x3f0000, 0, 0xc00000, 0x03020100, 0x0d0c0b0a, 0x17161514, 0x21201f1e, 0xffffffc0, 10, 0,
                  0, 0, 2, 4, 6},
                 {.block = {4, 1, 1}, .shared_bytes = 16});
}

TEST_F(CudaViews, UnwrittenBytesOfSharedNumbersAreFound) {
    const CudaKernelRun made = run_cuda(
        "__global__ void k(int *out) {\n__shared__ unsigned char s[8];\ns[threadIdx.x] = "
        "1;\n__syncthreads();\n"
        "out[threadIdx.x] = ((int *)s)[threadIdx.x / 4];\n}",
        {{"out", "6:zeros"}}, {.block = {6, 1, 1}});
    ASSERT_EQ(made.run.findings.size(), 1u) << made.messages;
    EXPECT_EQ(made.run.findings[0].kind, "undefined-memory");
    EXPECT_THAT(made.run.findings[0].message, HasSubstr("reads s[6]"));
}

TEST_F(CudaViews, SharedMemoryWithAtomicsHasElementsOfOneSizeInEachPart) {
    const std::string text =
        "__global__ void k(int *out) {\n__shared__ unsigned char s[24];\nint t = threadIdx.x;\n"
        "int *count = (int *)(s + 8);\nif (t < 2) { s[t] = t; count[t] = 0; }\n__syncthreads();\n"
        "atomicAdd(count + t % 2, 1);\n__syncthreads();\n";
    expect_words(text + "out[t] = count[t % 2] + s[t % 2];\n}", {{"out", "4:zeros"}}, "out", {2, 3, 2, 3},
                 {.block = {4, 1, 1}});
    EXPECT_THAT(
        cuda_messages(text + "out[t] = ((short *)s)[0];\n}"),
        HasSubstr("x.cu:9:10: error: this accesses elements of size 2 where others of size 1 are accessed, "
                  "in shared memory that has atomic accesses"));
}

// ---- blocks that run after others

TEST_F(CudaViews, BlocksThatAreNotResidentRunLater) {
    const char* const text =
        "__global__ void k(int *a) {\nif (threadIdx.x == 0) a[1 + blockIdx.x] = atomicAdd(a, 1);\n}";
    const CudaKernelRun made = run_cuda(
        text, {{"a", "6:zeros"}}, {.grid = {5, 1, 1}, .model = ThreadModel::lockstep, .resident_blocks = 2});
    ASSERT_EQ(made.run.end, kernels::cuda::LaunchRun::End::stop) << made.messages;
    EXPECT_EQ(made.run.parts, 3);
    EXPECT_EQ(made.buffers.at("a"), (Words{5, 0, 1, 2, 3, 4}));
}

}  // namespace
}  // namespace musimd::test::cuda_views_test
