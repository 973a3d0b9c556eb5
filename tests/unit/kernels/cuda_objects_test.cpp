// Structures in kernels: local arrays of them, parameters with arrays, and variables of the device. What is
// expected is computed here, in plain C++.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/launch/front_end.hpp"
#include "tests/support/cuda_kernels.hpp"

namespace musimd::test::cuda_objects_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class CudaObjects : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }
};

constexpr kernels::cuda::LaunchConfiguration kFour = {.block = {4, 1, 1}};

// ---- local arrays

TEST_F(CudaObjects, ALocalArrayOfVectorsNeedsNoInitialiser) {
    const char* const text =
        "__global__ void k(float *o) {\nfloat2 t[4];\nfloat4 r[2];\n"
        "for (int i = 0; i < 4; ++i) t[i] = make_float2(i, 10 * i);\n"
        "r[0] = make_float4(1, 2, 3, 4);\nr[1] = r[0];\n"
        "o[threadIdx.x] = t[threadIdx.x].x + t[3 - threadIdx.x].y + r[1].w;\n}";
    expect_words(text, {{"o", "4:zeros"}}, "o", patterns(std::vector<float>{34, 25, 16, 7}), kFour);
}

TEST_F(CudaObjects, ElementsOfALocalArrayWithoutAValueAreUndefined) {
    const CudaKernelRun run = run_cuda(
        "__global__ void k(float *o) {\nfloat2 t[2];\nt[0].x = 1;\no[threadIdx.x] = t[threadIdx.x].x;\n}",
        {{"o", "2:zeros"}}, {.block = {2, 1, 1}});
    ASSERT_EQ(run.run.findings.size(), 1U) << run.messages;
    EXPECT_EQ(run.run.findings.front().kind, "undefined-memory");
    EXPECT_EQ(run.run.findings.front().line, 4U);
}

TEST_F(CudaObjects, AConstructorMakesEachElementOfALocalArray) {
    const char* const text =
        "struct Acc { float s = 0; int n = 0; __device__ void add(float x) { s += x; n++; } };\n"
        "struct Id { int id; __device__ Id() : id(7) {} };\n"
        "__global__ void k(float *o) {\nAcc a[3];\nId few[2], many[20];\n"
        "for (int i = 0; i < 7; i++) a[i % 3].add(i);\n"
        "o[threadIdx.x] = a[threadIdx.x % 3].s + 100 * a[threadIdx.x % 3].n + 1000 * few[1].id + "
        "10000 * many[5 * threadIdx.x].id;\n}";
    expect_words(text, {{"o", "4:zeros"}}, "o", patterns(std::vector<float>{77309, 77205, 77207, 77309}),
                 kFour);
}

TEST_F(CudaObjects, ALocalArrayOfVectorsIsCopiedByLargerOnes) {
    expect_words(
        "__global__ void k(const float2 *x, float *o) {\nfloat2 t[2];\n"
        "*(int4 *)(void *)t = *(const int4 *)(const void *)(x + 2 * threadIdx.x);\n"
        "o[threadIdx.x] = t[0].x + t[1].y;\n}",
        {{"x.x", "1,2,3,4"}, {"x.y", "10,20,30,40"}, {"o", "2:zeros"}}, "o",
        patterns(std::vector<float>{21, 43}), {.block = {2, 1, 1}});
}

TEST_F(CudaObjects, ALocalArrayOfHalvesByTwosIsIndexed) {
    expect_words(
        "#include <cuda_fp16.h>\n__global__ void k(half *o) {\nhalf2 r[2];\n"
        "r[0] = __float2half2_rn(1.f);\nr[1] = __floats2half2_rn(2.f, 3.f);\n"
        "o[threadIdx.x] = __high2half(r[threadIdx.x & 1]);\n}",
        {{"o", "2:zeros"}}, "o", {0x3c00, 0x4200}, {.block = {2, 1, 1}});
}

TEST_F(CudaObjects, AStructureIsChosen) {
    expect_words(
        "struct Best { float v; int i; };\n"
        "__device__ Best better(Best a, Best b) { return a.v > b.v ? a : b; }\n"
        "__device__ const Best &other(const Best &a, const Best &b, Best &c) { c = a.i > 1 ? a : b; return "
        "c; }\n"
        "__global__ void k(int *o) {\nconst int t = threadIdx.x;\nBest c, r = better({t * 1.f, t}, {1.5f, "
        "10});\n"
        "o[t] = r.i + 100 * other(r, {0, 7}, c).i;\n}",
        {{"o", "4:zeros"}}, "o", {1010, 1010, 202, 303}, kFour);
}

// ---- parameters

TEST_F(CudaObjects, AnArrayInAParameterIsIndexedByAVariable) {
    const char* const text =
        "struct Info { int sizes[3]; short strides[3]; int dims; };\n"
        "__global__ void k(const __grid_constant__ Info t, int *o) {\nint lin = threadIdx.x, off = 0;\n"
        "for (int d = t.dims - 1; d >= 0; --d) { off += (lin % t.sizes[d]) * t.strides[d]; lin /= "
        "t.sizes[d]; "
        "}\no[threadIdx.x] = off;\n}";
    expect_words(text,
                 {{"t.sizes[0]", "9"},
                  {"t.sizes[1]", "9"},
                  {"t.sizes[2]", "2"},
                  {"t.strides[0]", "0"},
                  {"t.strides[1]", "100"},
                  {"t.strides[2]", "7"},
                  {"t.dims", "3"},
                  {"o", "4:zeros"}},
                 "o", {0, 7, 100, 107}, kFour);
}

TEST_F(CudaObjects, PointersInAParameterAreChosenByAVariable) {
    expect_words(
        "struct P { const int *in[2]; };\n"
        "__global__ void k(P p, int *o) { o[threadIdx.x] = p.in[threadIdx.x & 1][threadIdx.x]; }",
        {{"p.in[0]", "1,2,3,4"}, {"p.in[1]", "5,6,7,8"}, {"o", "4:zeros"}}, "o", {1, 6, 3, 8}, kFour);
}

TEST_F(CudaObjects, ThreadsWriteTheirOwnCopyOfAParameter) {
    expect_words(
        "struct P { int a[4]; };\n__device__ int next(int *p) { return ++*p; }\n"
        "__global__ void k(P p, int n, int *o) {\np.a[threadIdx.x] += 10;\nnext(&n);\nint s = n;\n"
        "for (int i = 0; i < 4; ++i) s += p.a[i];\no[threadIdx.x] = s;\n}",
        {{"p.a[0]", "1"}, {"p.a[1]", "2"}, {"p.a[2]", "3"}, {"p.a[3]", "4"}, {"n", "99"}, {"o", "4:zeros"}},
        "o", {120, 120, 120, 120}, kFour);
}

// ---- variables of the device

constexpr const char* kDeviceStructures =
    "struct Base { short tag; };\n"
    "struct Config : Base { int n; float w[2]; struct { double d; unsigned char c; } in; };\n"
    "__constant__ Config c = {{9}, 3, {1.5f}, {0.25, 4}};\n__device__ float3 points[3] = {{1, 2, 3}, {4, 5, "
    "6}};\n__device__ int2 pair;\n";

TEST_F(CudaObjects, StructuresOfTheDeviceHaveTheirMembersAsArguments) {
    const auto read =
        kernels::read_kernel({.file = "x.cu",
                              .text = std::string(kDeviceStructures) +
                                      "__global__ void k(float *o) { o[0] = c.n + points[pair.x].y; }",
                              .function = "",
                              .options = {}});
    ASSERT_TRUE(read && read->kernel) << (read ? read->messages : read.error());
    std::vector<std::string> names;
    for (const auto& parameter : read->kernel->code.parameters) names.push_back(parameter.name);
    EXPECT_THAT(names, ElementsAre("o", "c.tag", "c.n", "c.w[0]", "c.w[1]", "c.in.d", "c.in.c", "points.x",
                                   "points.y", "points.z", "pair.x", "pair.y"));
    EXPECT_THAT(read->kernel->variables[0].initial, ElementsAre(9));
    EXPECT_THAT(read->kernel->variables[3].initial, ElementsAre(0));
    EXPECT_THAT(read->kernel->variables[7].initial, ElementsAre(0x40000000, 0x40a00000, 0));
    EXPECT_EQ(read->kernel->variables[7].element.numbers[read->kernel->variables[7].member].offset, 4);
}

TEST_F(CudaObjects, StructuresOfTheDeviceAreReadAndWritten) {
    expect_words(std::string(kDeviceStructures) +
                     "__global__ void k(float *o) {\nint t = threadIdx.x;\npoints[t].y = c.w[t & 1] + t;\n"
                     "if (t == 0) pair.y = c.n;\no[t] = points[t].x + c.in.d + c.tag;\n}",
                 {{"o", "3:zeros"},
                  {"c.tag", "9"},
                  {"c.n", "3"},
                  {"c.w[0]", "1.5"},
                  {"c.w[1]", "2.5"},
                  {"c.in.d", "0.25"},
                  {"points.x", "1,4,7"},
                  {"points.y", "3:zeros"},
                  {"points.z", "3:zeros"}},
                 "points.y", patterns(std::vector<float>{1.5, 3.5, 3.5}), {.block = {3, 1, 1}});
}

TEST_F(CudaObjects, AStructureInConstantMemoryIsNotWritten) {
    const CudaKernelRun run =
        run_cuda(std::string(kDeviceStructures) + "__global__ void k(float *o) { *(int *)&c.n = 1; }",
                 {{"o", "1"}}, {});
    ASSERT_EQ(run.run.findings.size(), 1U) << run.messages;
    EXPECT_EQ(run.run.findings.front().kind, "constant-write");
}

// ---- unions and bit-fields

TEST_F(CudaObjects, AMemberOfAUnionMayBeEmpty) {
    expect_words(
        "#include <cuda/std/optional>\n__global__ void k(int *o) {\ncuda::std::optional<int> m;\n"
        "if (threadIdx.x > 1) m = threadIdx.x;\no[threadIdx.x] = m ? *m : 9;\n}",
        {{"o", "4:zeros"}}, "o", {9, 9, 2, 3}, kFour);
}

TEST_F(CudaObjects, MembersOfAUnionMayDifferInSize) {
    const char* const text =
        "#include <cuda_fp16.h>\n"
        "union Pack { uint4 v; half h[8]; half2 h2[4]; float f[4]; unsigned short s[8]; };\n"
        "__device__ Pack doubled(Pack p) { for (int i = 0; i < 8; i++) p.h[i] = __hadd(p.h[i], p.h[i]); "
        "return p; "
        "}\n__global__ void k(const uint4 *in, unsigned *out) {\nint t = threadIdx.x;\nPack p;\np.v = "
        "in[t];\n"
        "const Pack q = doubled(p);\np.h2[0] = q.h2[3];\np.f[1] = 1;\nPack a[2];\na[t].v = p.v;\n"
        "out[3 * t] = q.v.x;\nout[3 * t + 1] = a[t].v.x;\nout[3 * t + 2] = a[t].s[3];\n}";
    // 1 and 2, 0 and -2, and their doubles.
    expect_words(text,
                 {{"in.x", "1073757184,3221225472"},
                  {"in.y", "2:zeros"},
                  {"in.z", "2:zeros"},
                  {"in.w", "15360,1073741824"},
                  {"out", "6:zeros"}},
                 "out", {0x44004000, 0x00004000, 0x3f80, 0xc4000000, 0x44000000, 0x3f80},
                 {.block = {2, 1, 1}});
}

TEST_F(CudaObjects, PartsOfAUnionInAStructure) {
    const char* const text =
        "struct Tagged { int tag; union { unsigned u; struct { unsigned short lo, hi; } p; unsigned char "
        "b[4]; }; };\n"
        "union Small { char c; double d; };\nunion Arg { float f; unsigned char b[4]; };\n"
        "__global__ void k(unsigned *o, Arg a) {\nTagged g;\ng.tag = 7;\ng.u = 0x11223344;\n"
        "o[0] = g.p.hi;\ng.b[1] = 0xff;\no[1] = g.u;\no[2] = g.tag;\nSmall s;\ns.d = 2.0;\ns.c = 1;\n"
        "o[3] = __double_as_longlong(s.d) >> 32;\no[4] = __double_as_longlong(s.d);\na.b[3] ^= 0x80;\n"
        "o[5] = a.f;\nconst Arg two = {2.0f};\no[6] = two.b[3];\n}";
    expect_words(text,
                 {{"o", "7:zeros"}, {"a.b[0]", "0"}, {"a.b[1]", "0"}, {"a.b[2]", "64"}, {"a.b[3]", "192"}},
                 "o", {0x1122, 0x1122ff44, 7, 0x40000000, 1, 3, 0x40}, {.block = {1, 1, 1}});
}

TEST_F(CudaObjects, BitFieldsKeepTheirBits) {
    const char* const text =
        "struct Packed { unsigned kind : 3; unsigned index : 29; int sign : 4; unsigned : 5; bool flag : 1; "
        "};\n"
        "__global__ void k(unsigned *o, int nine) {\nconst unsigned t = threadIdx.x;\nPacked b = "
        "{(unsigned)nine, "
        "5}, c[4];\n"
        "b.index = t;\nb.sign = nine + 6;\nb.kind += nine;\nb.flag = true;\nc[t] = b;\n"
        "o[5 * t] = c[t].kind;\no[5 * t + 1] = c[t].index++;\no[5 * t + 2] = c[t].index;\n"
        "o[5 * t + 3] = b.sign + b.flag;\no[5 * t + 4] = b.kind = nine + 3;\n}";
    expect_words(text, {{"o", "10:zeros"}, {"nine", "9"}}, "o", {2, 0, 1, 0, 4, 2, 1, 2, 0, 4},
                 {.block = {2, 1, 1}});
}

TEST_F(CudaObjects, BitFieldsOutsideAreErrors) {
    for (const char* const text :
         {"struct P { int x : 3; };\n__global__ void k(P *p) { p->x = 1; }",
          "struct P { int x : 3; };\n__global__ void k(P p, int *o) { o[0] = p.x; }",
          "struct P { int x : 3; };\n__device__ P p;\n__global__ void k(int *o) { o[0] = p.x; }"})
        EXPECT_THAT(
            cuda_messages(text),
            HasSubstr("error: structures with bit-fields are supported only in local and shared variables"));
}

// ---- pointers in structures of device memory: the host writes them, so their addresses are unknown here

TEST_F(CudaObjects, AStructureWithAPointerCanBeReadExceptForThePointer) {
    expect_words(
        "struct P { float weight; float *coordinates; long n; };\n"
        "__global__ void k(const P *p, float *o) { o[threadIdx.x] = p[threadIdx.x].weight; }",
        {{"p.weight", "1,2,3,4"}, {"o", "4:zeros"}}, "o", patterns(std::vector<float>{1, 2, 3, 4}), kFour);
}

TEST_F(CudaObjects, APointerInAStructureOfDeviceMemoryIsNotUsed) {
    const std::string structure = "struct P { float w; float *c; };\n__constant__ P given;\n";
    for (const char* const text : {"__global__ void k(P *p, float *o) { o[0] = p[1].c[0]; }",
                                   "__global__ void k(P *p, float *o) { p->c = o; }",
                                   "__global__ void k(P *p, float *o) { P q = p[1]; o[0] = q.w; }",
                                   "__global__ void k(float *o) { o[0] = given.c[0]; }",
                                   "__device__ float f(const P *p) { p += 1; return p->c[0]; }\n"
                                   "__global__ void k(P *p, float *o) { o[0] = f(p); }"})
        EXPECT_THAT(cuda_messages(structure + text),
                    HasSubstr("error: a pointer in a structure of device memory cannot be used in a kernel"));
}

TEST_F(CudaObjects, AStructureMayHaveLargeArrays) {
    expect_words(
        "struct Node { int first; int keys[1000]; bool leaf; };\n"
        "__global__ void k(const Node *n, int *o) { o[threadIdx.x] = n->keys[900 + threadIdx.x]; }",
        {{"n.keys[900]", "5,0"},
         {"n.keys[901]", "6,0"},
         {"n.keys[902]", "7,0"},
         {"n.keys[903]", "8,0"},
         {"o", "4:zeros"}},
        "o", {5, 6, 7, 8}, kFour);
}

TEST_F(CudaObjects, PartsOfTheStandardLibraryHaveTheNamesOfCuda) {
    expect_words(
        "#include <cuda/std/array>\n#include <cuda/std/limits>\n#include <cuda/std/cstdint>\n"
        "__global__ void k(cuda::std::uint32_t *o) {\ncuda::std::array<int, 4> a{1, 2, 3, 4};\n"
        "o[threadIdx.x] = a[threadIdx.x] + cuda::std::numeric_limits<unsigned char>::max();\n}",
        {{"o", "4:zeros"}}, "o", {256, 257, 258, 259}, kFour);
}

}  // namespace
}  // namespace musimd::test::cuda_objects_test
