// The language of kernels: base classes, shared memory with several types, parts of the standard library,
// 16-bit numbers, and functions of numbers. What is expected is computed here, in plain C++.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/launch/front_end.hpp"
#include "tests/support/cuda_kernels.hpp"

namespace musimd::test::cuda_language_test {
namespace {

using testing::HasSubstr;

class CudaLanguage : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }
};

constexpr kernels::cuda::LaunchConfiguration kFour = {.block = {4, 1, 1}};

// ---- classes

TEST_F(CudaLanguage, BaseClassesAreParts) {
    const char* const text =
        "struct Empty {};\nstruct A { int x; __device__ A(int x) : x(x) {} __device__ int twice() const { "
        "return 2 "
        "* x; } };\n"
        "struct B { int y = 5; };\n"
        "struct C : Empty, A, B {\nint z;\n__device__ C(int x, int z) : A(x), z(z) {}\n"
        "__device__ C(int x) : C(x, 7) {}\n__device__ int sum() const { return x + y + z; }\n};\n"
        "__device__ void add(A &a, int by) { a.x += by; }\n"
        "__device__ int second(const B *b) { return b->y; }\n"
        "__global__ void k(int *a) {\nC c(threadIdx.x);\nadd(c, 100);\nc.y = 6;\nA copy = c;\n"
        "a[threadIdx.x] = c.sum() + 1000 * c.twice() + 1000000 * second(&c) + 10000000 * (copy.x - c.A::x + "
        "1);\n}";
    std::vector<int> expected;
    for (int t = 0; t < 4; ++t)
        expected.push_back((t + 100) + 6 + 7 + 1000 * 2 * (t + 100) + 6000000 + 10000000);
    expect_words(text, {{"a", "4:zeros"}}, "a", patterns(expected), kFour);
}

TEST_F(CudaLanguage, ABaseClassTemplateCallsItsDerivedClass) {
    const char* const text =
        "template <typename D> struct Shape { int id;\n__device__ int area() const { return "
        "static_cast<const D "
        "*>(this)->own() + id; } };\n"
        "struct Square : Shape<Square> { int side; __device__ int own() const { return side * side; } };\n"
        "__global__ void k(int *a) {\nSquare s{{100}, (int)threadIdx.x};\na[threadIdx.x] = s.area();\n}";
    expect_words(text, {{"a", "4:zeros"}}, "a", {100, 101, 104, 109}, kFour);
}

TEST_F(CudaLanguage, ConstructorsAreInherited) {
    const char* const text =
        "struct A { int x, y; __device__ A(int a, int b = 3) : x(a), y(b) {} };\n"
        "struct B : A { using A::A; int z = 5; };\n"
        "template <class T> struct C : B { using B::B; T t = 7; };\n"
        "__global__ void k(int *a) {\nB b(1, 2);\nC<float> c(threadIdx.x);\n"
        "a[threadIdx.x] = b.x + 10 * b.y + 100 * b.z + 1000 * c.x + 10000 * c.y + 100000 * (int)c.t;\n}";
    expect_words(text, {{"a", "4:zeros"}}, "a", {730521, 731521, 732521, 733521}, kFour);
}

TEST_F(CudaLanguage, AStructureWithABaseClassIsPassedByValue) {
    const char* const text =
        "struct Range { int first, last; };\nstruct Job : Range { int *out; };\n"
        "__global__ void k(Job j) { if (threadIdx.x < j.last) j.out[threadIdx.x] = j.first; }";
    expect_words(text, {{"j.first", "9"}, {"j.last", "3"}, {"j.out", "4:zeros"}}, "j.out", {9, 9, 9, 0},
                 kFour);
}

TEST_F(CudaLanguage, AnObjectWithoutCopiesIsReturnedIntoItsVariable) {
    const char* const text =
        "struct V {\nint m[4];\n__device__ explicit V(int x) { for (int i = 0; i < 4; ++i) m[i] = x + i; }\n"
        "V(const V &) = delete;\n};\n"
        "__device__ V inner(int x) { return V(x); }\n__device__ V outer(int x) { return inner(10 * x); }\n"
        "__global__ void k(int *a) {\nauto v = outer(threadIdx.x);\na[threadIdx.x] = v.m[threadIdx.x];\n}";
    expect_words(text, {{"a", "4:zeros"}}, "a", {0, 11, 22, 33}, kFour);
}

TEST_F(CudaLanguage, LambdasCaptureThis) {
    const char* const text =
        "template <class F> __device__ void each(F f) { for (int i = 0; i < 4; ++i) f(i); }\n"
        "template <class F> __device__ void again(F f) { for (int i = 0; i < 4; ++i) f(i); }\n"
        "struct S {\nint m[4], by;\n"
        "__device__ S(int x) : by(x) {\neach([&](int i) {\nm[i] = by * i;\n"
        "again([this](auto j) { if (j == 0) m[j] += 1; });\n});\n}\n};\n"
        "__global__ void k(int *a) {\nS s(threadIdx.x + 1);\na[threadIdx.x] = s.m[threadIdx.x];\n}";
    expect_words(text, {{"a", "4:zeros"}}, "a", {4, 2, 6, 12}, kFour);
}

TEST_F(CudaLanguage, GenericLambdasIndexObjects) {
    const char* const text =
        "template <class F> __device__ void each(F f) { for (int i = 0; i < 4; ++i) f(i); }\n"
        "struct V { int m[4]; __device__ int &operator[](int i) { return m[i]; } };\n"
        "__global__ void k(int *a) {\nV v;\nint w[4];\n"
        "each([&](auto i) { v[i] = i * i; });\neach([&](auto i) { w[i] = v[i] + 1; });\n"
        "each([&](auto i) { if (i == threadIdx.x) a[i] = w[i]; });\n}";
    expect_words(text, {{"a", "4:zeros"}}, "a", {1, 2, 5, 10}, kFour);
}

TEST_F(CudaLanguage, PartsOfAStructureHaveNames) {
    const char* const text =
        "#include <cuda/std/tuple>\nstruct P { int a; float b; };\n"
        "__device__ P both(int t) { return {t, t * 2.f}; }\n"
        "__global__ void k(int *o) {\nauto [a, b] = both(threadIdx.x);\nP p = {1, 2};\nauto &[x, y] = p;\nx "
        "+= 4;\n"
        "int v[2] = {7, 8};\nauto [first, second] = v;\nsecond++;\n"
        "const auto [m, n] = cuda::std::make_tuple(1, (int)threadIdx.x);\n"
        "o[threadIdx.x] = a + b + 100 * p.a + 1000 * (first + second + v[1]) + 100000 * (m + n);\n}";
    expect_words(text, {{"o", "3:zeros"}}, "o", {124500, 224503, 324506}, {.block = {3, 1, 1}});
}

TEST_F(CudaLanguage, LambdasCaptureArrays) {
    expect_words(
        "__global__ void k(int *o, int n) {\nint a[3] = {1, 2, 3};\nauto f = [=](int i) { return a[i] + n; "
        "};\n"
        "a[threadIdx.x] = 50;\no[threadIdx.x] = f(threadIdx.x) + a[threadIdx.x];\n}",
        {{"o", "3:zeros"}, {"n", "100"}}, "o", {151, 152, 153}, {.block = {3, 1, 1}});
}

TEST_F(CudaLanguage, StaticConstantsAreVariablesOfTheDevice) {
    expect_words(
        "__global__ void k(int *o) {\nstatic constexpr int v[2][2] = {{1, 2}, {3, 4}};\n"
        "static const float u[3] = {10, 20, 30};\no[threadIdx.x] = v[threadIdx.x & 1][1] + "
        "u[threadIdx.x];\n}",
        {{"o", "3:zeros"}, {"v", "1,2,3,4"}, {"u", "10,20,30"}}, "o", {12, 24, 32}, {.block = {3, 1, 1}});
}

// ---- memory of several types

TEST_F(CudaLanguage, FloatsAreLoadedByFours) {
    const char* const text =
        "__global__ void k(const float *in, float *out) {\n"
        "float4 v = reinterpret_cast<const float4 *>(in)[threadIdx.x];\n"
        "float2 s = make_float2(v.x + v.y, v.z * v.w);\n*(float2 *)(out + 2 * threadIdx.x) = s;\n}";
    expect_words(text, {{"in", "1,2,3,4,5,6,7,8"}, {"out", "4:zeros"}}, "out",
                 patterns(std::vector<float>{3, 12, 11, 56}), {.block = {2, 1, 1}});
}

TEST_F(CudaLanguage, DynamicSharedMemoryHasSeveralTypes) {
    const char* const text =
        "extern __shared__ char buffer[];\n__global__ void k(const float *in, double *out, int n) {\n"
        "float *f = (float *)buffer;\ndouble *d = reinterpret_cast<double *>(buffer + n * sizeof(float));\n"
        "short *h = (short *)&d[n];\nint t = threadIdx.x;\nf[t] = in[t];\nd[n - 1 - t] = 0.5 * t;\nh[t] = "
        "-t;\n"
        "__syncthreads();\nout[t] = f[n - 1 - t] + d[t] + h[t] + 1000 * (&f[t] - f);\n}";
    std::vector<std::uint64_t> expected;
    for (int t = 0; t < 4; ++t)
        expected.push_back(std::bit_cast<std::uint64_t>(10.0 * (4 - t) + 0.5 * (3 - t) - t + 1000.0 * t));
    expect_words(text, {{"in", "10,20,30,40"}, {"out", "4:zeros"}, {"n", "4"}}, "out", expected,
                 {.block = {4, 1, 1}, .shared_bytes = 4 * (4 + 8 + 2)});
}

TEST_F(CudaLanguage, DynamicSharedMemoryThatIsTooSmallIsFound) {
    const char* const text =
        "extern __shared__ char buffer[];\n__global__ void k(int *a) {\ndouble *d = (double *)buffer;\n"
        "d[threadIdx.x] = 1;\n}";
    const CudaKernelRun made = run_cuda(text, {{"a", "4:zeros"}}, {.block = {4, 1, 1}, .shared_bytes = 24});
    ASSERT_EQ(made.run.findings.size(), 1u) << made.messages;
    EXPECT_EQ(made.run.findings[0].kind, "invalid-address");
    EXPECT_EQ(made.run.findings[0].line, 4u);
}

TEST_F(CudaLanguage, SharedBytesHoldStructures) {
    const char* const text =
        "__global__ void k(int *a) {\n__shared__ __align__(16) unsigned char raw[64];\n"
        "int4 *v = reinterpret_cast<int4 *>(raw);\nint t = threadIdx.x;\nv[t] = make_int4(t, t + 1, t + 2, t "
        "+ 3);\n"
        "__syncthreads();\nconst int *w = (const int *)raw;\na[t] = w[4 * (3 - t) + 2] + 10 * v[t].w;\n}";
    expect_words(text, {{"a", "4:zeros"}}, "a", {5 + 30, 4 + 40, 3 + 50, 2 + 60}, kFour);
}

TEST_F(CudaLanguage, APointerThatMovesCannotPointIntoThem) {
    EXPECT_THAT(
        cuda_messages("extern __shared__ char b[];\n__global__ void k(int *a) {\nint *p = (int *)b;\n"
                      "p++;\n((short *)b)[0] = 1;\na[0] = *p;\n}"),
        HasSubstr("x.cu:3:10: error: a pointer that is assigned, chosen or stored cannot point into shared "
                  "memory that has elements of several sizes"));
}

// ---- the standard library

TEST_F(CudaLanguage, TheStandardLibraryWorksAsFarAsItIsInHeaders) {
    const char* const text =
        "#include <algorithm>\n#include <cstdint>\n#include <limits>\n#include <type_traits>\n#include "
        "<utility>\n"
        "#include <cmath>\n"
        "template <typename T> __device__ std::enable_if_t<std::is_integral<T>::value, T> least() { return "
        "std::numeric_limits<T>::max(); }\n"
        "__global__ void k(std::int32_t *a) {\nint t = threadIdx.x;\nconst int three = 3;\n"
        "int m = std::min(t, three) + 10 * std::max(t, 2) + 100 * std::clamp(t, 1, 2);\n"
        "std::pair<int, int> p(t, 2 * t);\n"
        "a[t] = m + (least<std::uint8_t>() == 255) * 1000 + (int)std::sqrt((float)(t * t)) * 10000 + "
        "p.second * "
        "100000 + std::abs(-t) * 1000000;\n}";
    std::vector<int> expected;
    for (int t = 0; t < 4; ++t)
        expected.push_back(std::min(t, 3) + 10 * std::max(t, 2) + 100 * std::clamp(t, 1, 2) + 1000 +
                           t * 10000 + 2 * t * 100000 + t * 1000000);
    expect_words(text, {{"a", "4:zeros"}}, "a", patterns(expected), kFour);
}

// ---- numbers

TEST_F(CudaLanguage, HalvesRoundAsTheirTypeDoes) {
    const char* const text =
        "#include <cuda_fp16.h>\n__global__ void k(const float *in, float *out) {\nint t = threadIdx.x;\n"
        "half h = __float2half(in[t]);\nhalf2 v = __halves2half2(h, (half)1);\nv = v * v + "
        "__float2half2_rn(0.5f);\n"
        "v += __hfma2(v, v, v);\nfloat2 f = __half22float2(v);\n"
        "out[t] = f.x + f.y + __half2float(hsqrt(h)) + __low2float(v);\n}";
    const auto rounded = [](double x) {  // to the nearest number of 11 digits
        if (x == 0) return x;
        const double step = std::ldexp(1.0, std::ilogb(x) - 10);
        return std::nearbyint(x / step) * step;
    };
    std::vector<float> expected;
    for (const float x : {0.1f, 1.5f, 2.25f, 7.3f}) {
        const double h = rounded(x);
        const double a = rounded(rounded(h * h) + 0.5);
        const double b = 1.5;
        const double v = rounded(a + rounded(a * a + a));
        const double w = rounded(b + rounded(b * b + b));
        const auto fx = static_cast<float>(v);
        expected.push_back(fx + static_cast<float>(w) + static_cast<float>(rounded(std::sqrt(h))) + fx);
    }
    expect_words(text, {{"in", "0.1,1.5,2.25,7.3"}, {"out", "4:zeros"}}, "out", patterns(expected), kFour);
}

TEST_F(CudaLanguage, HalvesAreElementsOfArraysAndAreShuffled) {
    const char* const text =
        "#include <cuda_fp16.h>\n__global__ void k(half *a) {\nhalf x = a[threadIdx.x];\n"
        "a[threadIdx.x] = __shfl_xor_sync(0xf, x, 1) + x * __ushort_as_half(0x4000) - "
        "(half)(__half_as_ushort((half)1) == 0x3c00);\n}";
    // 2x + the neighbour's − 1 of 1, 2, 3, 4: 3, 4, 9, 10
    expect_words(text, {{"a", "1,2,3,4"}}, "a", {0x4200, 0x4400, 0x4880, 0x4900}, kFour);
}

TEST_F(CudaLanguage, AReferenceToATemporaryIsItsValue) {
    const char* const text =
        "struct Least { __device__ int of(const int &a, const int &b) { return a < b ? a : b; } };\n"
        "template <typename T> struct None { __host__ __device__ T get() { return ::nan(\"\"); } };\n"
        "__global__ void k(int *a) {\nLeast least;\nconst int &next = a[threadIdx.x] + 1;\n"
        "a[threadIdx.x] = 0;\nconst int &b = least.of(next, 3);\n"
        "a[threadIdx.x] = 10 * b + next + 100 * (isnan(None<double>().get()) && isnan(nanf(\"\")));\n}";
    expect_words(text, {{"a", "0,1,2,3"}}, "a", {111, 122, 133, 134}, kFour);
}

TEST_F(CudaLanguage, FastFormsAreWithinTheirBounds) {
    const char* const text =
        "__global__ void k(const float *in, float *out) {\nfloat x = in[threadIdx.x];\nfloat s, c;\n"
        "__sincosf(x, &s, &c);\n"
        "out[8 * threadIdx.x] = __expf(x);\nout[8 * threadIdx.x + 1] = __logf(x);\n"
        "out[8 * threadIdx.x + 2] = s;\nout[8 * threadIdx.x + 3] = c;\n"
        "out[8 * threadIdx.x + 4] = __fdividef(x, 3);\nout[8 * threadIdx.x + 5] = rsqrtf(x);\n"
        "out[8 * threadIdx.x + 6] = __powf(x, 1.5f);\nout[8 * threadIdx.x + 7] = __saturatef(x - 1);\n}";
    const CudaKernelRun made = run_cuda(text, {{"in", "0.3,1,2.5,3"}, {"out", "32:zeros"}}, kFour);
    ASSERT_EQ(made.run.end, kernels::cuda::LaunchRun::End::stop) << made.messages << made.run.message;
    const std::vector<float> in = {0.3f, 1, 2.5f, 3};
    for (std::size_t t = 0; t < 4; ++t) {
        const double x = in[t];
        const double exact[] = {std::exp(x), std::log(x),      std::sin(x),      std::cos(x),
                                x / 3,       1 / std::sqrt(x), std::pow(x, 1.5), std::clamp(x - 1, 0.0, 1.0)};
        for (std::size_t i = 0; i < 8; ++i) {
            const auto word = static_cast<std::uint32_t>(made.buffers.at("out")[8 * t + i]);
            EXPECT_NEAR(std::bit_cast<float>(word), exact[i], 2e-7 + 2e-7 * std::abs(exact[i]))
                << t << ", " << i;
        }
    }
}

TEST_F(CudaLanguage, NumbersAreTakenApart) {
    const char* const text =
        "__global__ void k(const double *in, double *out, float *f) {\nint t = threadIdx.x, n;\ndouble "
        "whole;\n"
        "out[4 * t] = frexp(in[t], &n);\nout[4 * t + 1] = n;\nout[4 * t + 2] = modf(in[t], &whole) + 8 * "
        "whole;\n"
        "out[4 * t + 3] = ldexp(in[t], -1030) * 0x1p1000 + llrint(in[t]);\n"
        "f[t] = ldexpf(frexpf((float)in[t], &n), n) + lroundf(in[t]);\n}";
    std::vector<std::uint64_t> expected;
    for (const double x : {0.1, -3.75, 2e18, 0.0}) {
        int n = 0;
        double whole = 0;
        const double fraction = std::frexp(x, &n);
        const double rest = std::modf(x, &whole);
        for (const double number : {fraction, double(n), rest + 8 * whole,
                                    std::ldexp(x, -1030) * 0x1p1000 + static_cast<double>(std::llrint(x))})
            expected.push_back(std::bit_cast<std::uint64_t>(number));
    }
    expect_words(text, {{"in", "0.1,-3.75,2e18,0"}, {"out", "16:zeros"}, {"f", "4:zeros"}}, "out", expected,
                 kFour);
}

TEST_F(CudaLanguage, WidthsOfShufflesMayBeComputed) {
    const char* const text =
        "__global__ void k(int *a, int w) {\nint t = threadIdx.x;\n"
        "a[t] = __shfl_up_sync(0xff, t, 1, w) + 10 * __shfl_down_sync(0xff, t, 2, w) + 100 * "
        "__shfl_xor_sync(0xff, t, 5, w) + 1000 * __shfl_sync(0xff, t, 6, w);\n}";
    for (const int width : {1, 2, 4, 8}) {
        std::vector<int> expected;
        for (int t = 0; t < 8; ++t) {  // as the guide to CUDA says
            const int first = t - t % width;
            const int up = t - 1 < first ? t : t - 1;
            const int down = t + 2 < first + width ? t + 2 : t;
            const int other = (t ^ 5) < first + width ? t ^ 5 : t;
            expected.push_back(up + 10 * down + 100 * other + 1000 * (first + 6 % width));
        }
        expect_words(text, {{"a", "8:zeros"}, {"w", std::to_string(width)}}, "a", patterns(expected),
                     {.block = {8, 1, 1}});
    }
    const CudaKernelRun wrong = run_cuda(text, {{"a", "8:zeros"}, {"w", "3"}}, {.block = {8, 1, 1}});
    ASSERT_EQ(wrong.run.findings.size(), 1u) << wrong.messages;
    EXPECT_EQ(wrong.run.findings[0].line, 3u);
}

TEST_F(CudaLanguage, TilesShuffleStructures) {
    const char* const text =
        "#include <cooperative_groups.h>\nstruct Pair { int a; float b; };\n"
        "__global__ void k(int *a) {\nauto tile = cooperative_groups::tiled_partition<4>("
        "cooperative_groups::this_thread_block());\nint t = threadIdx.x;\n"
        "Pair p = tile.shfl_xor(Pair{t, 0.5f * t}, 1);\nuint2 v = tile.shfl(make_uint2(t, 10 * t), 2);\n"
        "a[t] = p.a + 100 * (int)(2 * p.b) + 10000 * v.x + 100000 * v.y;\n}";
    expect_words(text, {{"a", "4:zeros"}}, "a", {2020101, 2020000, 2020303, 2020202}, kFour);
}

TEST_F(CudaLanguage, BitsAreMoved) {
    const char* const text =
        "__global__ void k(unsigned *a) {\na[0] = __brev(a[0]);\na[1] = __byte_perm(0x33221100, 0x77665544, "
        "0x7531);\n"
        "a[2] = __funnelshift_l(0x80000001, 3, 1);\na[3] = __fns(0b10110, 0, 2) + 100 * __fns(1, 0, 2);\n"
        "a[4] = (unsigned)(__umul64hi(~0ull, 3));\na[5] = (unsigned)__mul64hi(-4, 1ll << 62);\na[6] = "
        "__ldg(&a[6]) + "
        "__sad(3, 5, 1);\n}";
    expect_words(text, {{"a", "6,0,0,0,0,0,7"}}, "a",
                 {0x60000000, 0x77553311, 7, 2 + 100u * 0xffffffffu % (1ull << 32), 2, 0xffffffff, 10},
                 {.block = {1, 1, 1}});
}

TEST_F(CudaLanguage, ReductionsAreTheSameUnderBothModels) {
    std::vector<int> expected;
    for (int i = 0; i < 32; ++i) expected.push_back(7 + 100 * 38 + 10000 * 63 + 1000000 * (i < 16 ? 8 : 24));
    expect_words(
        "__global__ void k(int *a) {\nint x = threadIdx.x;\n"
        "int least = __reduce_min_sync(0xffffffff, x + 7), most = __reduce_max_sync(0xffffffff, x + 7);\n"
        "unsigned any = __reduce_or_sync(0xffffffff, x << 1 | 1u);\n"
        "unsigned half = x < 16 ? 0xffffu : 0xffff0000u;\n"
        "unsigned all = __reduce_and_sync(half, x | 8u);\n"
        "a[x] = least + 100 * most + 10000 * any + 1000000 * all;\n}",
        {{"a", "32:zeros"}}, "a", patterns(expected));
}

TEST_F(CudaLanguage, AttributesOfKernelsAreRead) {
    const char* const text =
        "__device__ __noinline__ int f(int x) { return x + 1; }\nstatic __forceinline__ __device__ int g(int "
        "x) { "
        "return f(x); }\n"
        "__global__ void __launch_bounds__(128, 2) k(int *__restrict__ a) { a[threadIdx.x] = g(threadIdx.x); "
        "}";
    expect_words(text, {{"a", "4:zeros"}}, "a", {1, 2, 3, 4}, kFour);
}

// ---- errors in headers

TEST_F(CudaLanguage, LinesAreThoseOfTheFile) {
    const char* const text =
        "#include <cooperative_groups/memcpy_async.h>\n__global__ void k(int *a, const int *b) {\n"
        "auto g = cooperative_groups::this_thread_block();\n"
        "cooperative_groups::memcpy_async(g, a, b, 32);\n}";
    const CudaKernelRun made = run_cuda(text, {{"a", "4:zeros"}, {"b", "8:zeros"}}, kFour);
    ASSERT_EQ(made.run.findings.size(), 1u) << made.messages;
    EXPECT_EQ(made.run.findings[0].kind, "invalid-address");
    EXPECT_EQ(made.run.findings[0].line, 4u);
}

TEST_F(CudaLanguage, ComparingAndSwappingIsOneInstruction) {
    const char* const text =
        "__global__ void k(int *a) {\nint old = atomicCAS(&a[0], 0, (int)threadIdx.x + 1);\n"
        "a[1 + threadIdx.x] = old == 0;\n}";
    const CudaKernelRun made = run_cuda(text, {{"a", "5:zeros"}}, kFour);
    ASSERT_EQ(made.run.end, kernels::cuda::LaunchRun::End::stop) << made.messages;
    const Words& a = made.buffers.at("a");
    EXPECT_EQ(a[1] + a[2] + a[3] + a[4], 1u);
    EXPECT_GE(a[0], 1u);
    EXPECT_LT(made.run.cost.steps, 20u) << "a loop takes more";
}

// ---- what is not supported

TEST_F(CudaLanguage, AllThatIsNotSupportedIsReportedAtItsToken) {
    const std::string messages = cuda_messages(
        "struct B { virtual __device__ int f() { return 1; } };\n"
        "__device__ int rec(int n) { return n ? rec(n - 1) : 0; }\n"
        "__device__ int add(int a) { return a; }\n"
        "__global__ void k(int *a, cudaTextureObject_t t) {\n"
        "asm(\"brkpt;\");\n"
        "int *p = new int[3];\n"
        "delete[] p;\n"
        "B b;\n"
        "a[2] = rec(3);\n"
        "int (*f)(int) = add;\n"
        "a[3] = f(2);\n"
        "__shared__ int big[20000];\nbig[0] = 1;\n"
        "a[4] = tex2Dgather<float4>(t, 1.f, 2.f).x;\n"
        "int *q = (int *)malloc(16);\n"
        "surf2Dwrite(1.0f, surface<void, 2>(), 4, 5);\n"
        "a[6] = *(int *)(long)threadIdx.x;\n"
        "memcpy(a, a + 2, 7);\n"
        "}\n");
    for (const char* const expected :
         {"x.cu:5:1: error: the PTX `brkpt` is not supported; CUDA C++ has functions for most of PTX",
          "x.cu:6:10: error: `new` and `delete` are not supported in device code; allocate the memory before "
          "the "
          "launch",
          "x.cu:7:1: error: `new` and `delete` are not supported",
          "x.cu:8:3: error: classes with virtual functions or virtual base classes are not supported; pass "
          "the concrete class as a template argument",
          "x.cu:2:40: error: 'rec' calls itself; recursion is not supported",
          "x.cu:10:17: error: pointers to functions and members are not supported; pass a lambda to a "
          "template",
          "x.cu:11:8: error: calls through function pointers are not supported yet",
          "x.cu:12:16: error: with this variable there are 80000 bytes of static shared memory; CUDA allows "
          "49152; "
          "for more, use `extern __shared__`",
          "x.cu:14:8: error: this is not supported; read a texture object by `tex1Dfetch`, `tex1D`, `tex2D` "
          "or `tex3D`",
          "x.cu:15:10: error: allocation in device code is not supported; allocate the memory before the "
          "launch",
          "x.cu:16:1: error: this is not supported; use a surface object",
          "x.cu:17:9: error: this pointer conversion is not supported yet",
          "x.cu:18:18: error: the size is not a multiple of the element size: 'int' has 4 bytes"})
        EXPECT_THAT(messages, HasSubstr(expected));
}

TEST_F(CudaLanguage, WhatTheCompilerRefusesIsReportedByIt) {
    const std::string messages = cuda_messages(
        "__global__ void child(int *a) {}\n__global__ void k(int *a) {\nchild<<<1, 1>>>(a);\n"
        "try {\nthrow 1;\n} catch (...) {\n}\n}");
    EXPECT_THAT(messages, HasSubstr("x.cu:3:1: error: reference to __global__ function 'child'"));
    EXPECT_THAT(messages, HasSubstr("x.cu:4:1: error: cannot use 'try' in __global__ function"));
    EXPECT_THAT(messages, HasSubstr("x.cu:5:1: error: cannot use 'throw' in __global__ function"));
}

}  // namespace
}  // namespace musimd::test::cuda_language_test
