// Inline PTX, clocks, and memory that is copied by `memcpy`. What is expected is what PTX's manual says,
// computed here in plain C++.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <functional>

#include "kernels/launch/front_end.hpp"
#include "tests/support/cuda_kernels.hpp"

namespace musimd::test::cuda_ptx_test {
namespace {

using testing::HasSubstr;

class CudaPtx : public ::testing::Test {
  protected:
    void SetUp() override {
        if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    }

    /// Of a kernel of 40 threads: its body has `t`, and sets `r`.
    static void expect_of_threads(const std::string& body,
                                  const std::function<std::uint64_t(unsigned)>& expected) {
        Words words;
        for (unsigned t = 0; t < 40; ++t) words.push_back(expected(t));
        expect_words(
            "__global__ void k(unsigned *o) {\nunsigned t = threadIdx.x, r;\n" + body + "\no[t] = r;\n}",
            {{"o", "40:zeros"}}, "o", words, {.block = {40, 1, 1}});
    }
};

TEST_F(CudaPtx, SpecialRegisters) {
    expect_of_threads("asm volatile(\"mov.u32 %0, %%laneid;\" : \"=r\"(r));",
                      [](unsigned t) { return t % 32; });
    expect_of_threads("asm(\"mov.u32 %0, %%warpid;\" : \"=r\"(r));", [](unsigned t) { return t / 32; });
    expect_of_threads("asm(\"mov.u32 %0, %%ntid.x;\" : \"=r\"(r));", [](unsigned) { return 40; });
    const auto mask = [](const char* name) {
        return std::string("asm(\"mov.u32 %0, %%lanemask_") + name + ";\" : \"=r\"(r));";
    };
    expect_of_threads(mask("lt"), [](unsigned t) { return (1u << t % 32) - 1; });
    expect_of_threads(mask("le"), [](unsigned t) { return (2ull << t % 32) - 1; });
    expect_of_threads(mask("eq"), [](unsigned t) { return 1u << t % 32; });
    expect_of_threads(mask("ge"), [](unsigned t) { return 0xffffffffu << t % 32; });
    expect_of_threads(mask("gt"), [](unsigned t) { return 0xfffffffeu << t % 32; });
}

TEST_F(CudaPtx, BitFieldsAndBytes) {
    expect_of_threads("asm(\"bfe.u32 %0, %1, %2, 12;\" : \"=r\"(r) : \"r\"(0xabcd1234u), \"r\"(t));",
                      [](unsigned t) { return t < 32 ? (0xabcd1234u >> t) & 0xfff : 0; });
    expect_of_threads("asm(\"bfe.s32 %0, %1, 8, 4;\" : \"=r\"(r) : \"r\"(t << 8));",
                      [](unsigned t) { return (t & 15) < 8 ? t & 15 : (t & 15) - 16; });
    expect_of_threads("asm(\"bfi.b32 %0, %1, %2, 4, 8;\" : \"=r\"(r) : \"r\"(t), \"r\"(0xffffffffu));",
                      [](unsigned t) { return 0xfffff00fu | t << 4; });
    expect_of_threads("asm(\"prmt.b32 %0, %1, %2, 0x7530;\" : \"=r\"(r) : \"r\"(t), \"r\"(0x44332211u));",
                      [](unsigned t) { return 0x44220000u | t; });
    expect_of_threads("asm(\"prmt.b32 %0, %1, %1, 0x8888;\" : \"=r\"(r) : \"r\"(t << 3));",
                      [](unsigned t) { return t << 3 & 0x80 ? 0xffffffffu : 0; });
    expect_of_threads("asm(\"lop3.b32 %0, %1, 12, 5, 0x6a;\" : \"=r\"(r) : \"r\"(t));",
                      [](unsigned t) { return (t & 12u) ^ 5u; });
    expect_of_threads("asm(\"shl.b32 %0, %1, %2;\" : \"=r\"(r) : \"r\"(3u), \"r\"(t));",
                      [](unsigned t) { return t < 32 ? 3u << t : 0; });
}

TEST_F(CudaPtx, NumbersOfSeveralWidths) {
    expect_of_threads(
        "unsigned long long w; asm(\"mad.wide.u32 %0, %1, %2, %3;\" : \"=l\"(w) : \"r\"(~0u), "
        "\"r\"(t), \"l\"(7ull)); r = w >> 16;",
        [](unsigned t) { return static_cast<unsigned>((0xffffffffull * t + 7) >> 16); });
    expect_of_threads("asm(\"cvt.rn.f16x2.f32 %0, %1, %2;\" : \"=r\"(r) : \"f\"(2.0f), \"f\"(1.0f));",
                      [](unsigned) { return 0x40003c00u; });
    expect_of_threads("unsigned short h; asm(\"cvt.rn.f16.f32 %0, %1;\" : \"=h\"(h) : \"f\"(-2.0f)); r = h;",
                      [](unsigned) { return 0xc000u; });
    expect_of_threads(
        "float x; asm(\"ex2.approx.ftz.f32 %0, %1;\" : \"=f\"(x) : \"f\"((float)(t & 7))); r = x;",
        [](unsigned t) { return 1u << (t & 7); });
    expect_of_threads(
        "unsigned h; asm(\"mov.b64 {%0, %1}, %2;\" : \"=r\"(r), \"=r\"(h) : \"l\"((unsigned long "
        "long)t << 32 | 5)); r += 100 * h;",
        [](unsigned t) { return 5 + 100 * t; });
    expect_of_threads("float one = 1; asm(\"mov.b32 %0, %1;\" : \"=r\"(r) : \"f\"(one));",
                      [](unsigned) { return 0x3f800000u; });
    expect_of_threads("r = t; asm(\"add.u32 %0, %0, %1;\" : \"+r\"(r) : \"n\"(5));",
                      [](unsigned t) { return t + 5; });
    expect_of_threads("asm(\"add.u32 %0, %0, %[by];\" : \"=r\"(r) : \"0\"(t), [by] \"r\"(7));",
                      [](unsigned t) { return t + 7; });
}

// A step of an inclusive sum, as libraries write it.
TEST_F(CudaPtx, RegistersAndPredicates) {
    expect_of_threads(
        "r = 1;\nunsigned mask = t < 32 ? ~0u : 255;\nfor (int d = 1; d < 32; d *= 2) {\nunsigned out;\n"
        "asm volatile(\"{ .reg .u32 r0; .reg .pred p; shfl.sync.up.b32 r0|p, %1, %2, 0, %4; \"\n"
        "\"@p add.u32 r0, r0, %3; mov.u32 %0, r0; }\" : \"=r\"(out) : \"r\"(r), \"r\"(d), \"r\"(r), "
        "\"r\"(mask));\nr = out;\n}",
        [](unsigned t) { return t % 32 + 1; });
    expect_of_threads(
        "asm(\"{ .reg .pred %%p; setp.gt.s32 %%p, %1, 7; selp.b32 %0, 1, 2, %%p; }\" : \"=r\"(r) : "
        "\"r\"((int)t));",
        [](unsigned t) { return t > 7 ? 1 : 2; });
    expect_of_threads(
        "r = 3; asm(\"{ .reg .pred p; setp.ne.b32 p, %1, 0; @!p mov.u32 %0, 9; }\" : \"+r\"(r) : "
        "\"r\"(t & 1));",
        [](unsigned t) { return t & 1 ? 3 : 9; });
    expect_of_threads(
        "asm(\"shfl.sync.bfly.b32 %0, %1, 1, 0x1f, %2;\" : \"=r\"(r) : \"r\"(t), \"r\"(t < 32 ? ~0u "
        ": 255u));",
        [](unsigned t) { return t ^ 1; });
}

TEST_F(CudaPtx, HalvesByTwos) {
    expect_of_threads(
        "asm(\"fma.rn.f16x2 %0, %1, %2, %3;\" : \"=r\"(r) : \"r\"(0x40003c00), \"r\"(0x42004200), "
        "\"r\"(0x3c00bc00));",
        [](unsigned) { return 0x47004000u; });  // 2 · 3 + 1, 1 · 3 - 1
    expect_of_threads("asm(\"sub.f16x2 %0, %1, %2;\" : \"=r\"(r) : \"r\"(0x40003c00), \"r\"(0x3c004000));",
                      [](unsigned) { return 0x3c00bc00u; });
    expect_of_threads("asm(\"cvt.rn.bf16x2.f32 %0, %1, %2;\" : \"=r\"(r) : \"f\"(1.0f), \"f\"(2.01171875f));",
                      [](unsigned) { return 0x3f804001u; });
}

TEST_F(CudaPtx, OneLaneIsElected) {
    expect_of_threads(
        "r = 0;\nasm volatile(\"{ .reg .b32 %%rx; .reg .pred %%px; elect.sync %%rx|%%px, %1; @%%px "
        "mov.s32 %0, 1; }\" : \"+r\"(r) : \"r\"(t < 32 ? ~0u : 0xffu));",
        [](unsigned t) { return t % 32 == 0 ? 1 : 0; });
}

TEST_F(CudaPtx, MemoryIsAccessedByHints) {
    expect_words(
        "__global__ void k(const float4 *in, float *out) {\nfloat4 v;\n"
        "asm volatile(\"ld.global.nc.L1::no_allocate.L2::128B.v4.f32 {%0, %1, %2, %3}, [%4];\" : "
        "\"=f\"(v.x), "
        "\"=f\"(v.y), \"=f\"(v.z), \"=f\"(v.w) : \"l\"(in + threadIdx.x));\n"
        "asm volatile(\"st.global.cs.f32 [%0], %1;\" :: \"l\"(out + threadIdx.x), \"f\"(v.x + v.y * v.z - "
        "v.w));\n}",
        {{"in.x", "1,2"}, {"in.y", "3,4"}, {"in.z", "5,6"}, {"in.w", "7,8"}, {"out", "2:zeros"}}, "out",
        patterns(std::vector<float>{9, 18}), {.block = {2, 1, 1}});
    expect_words(
        "__device__ int second(const void *p) {\nint x;\n"
        "asm(\"ld.global.s32 %0, [%1+4];\" : \"=r\"(x) : \"l\"((size_t)p));\nreturn x;\n}\n"
        "__global__ void k(int *in, int *out) { out[threadIdx.x] = second(in + threadIdx.x); }",
        {{"in", "1,2,3"}, {"out", "2:zeros"}}, "out", {2, 3}, {.block = {2, 1, 1}});
}

TEST_F(CudaPtx, AddressesOfSharedMemoryAreConverted) {
    expect_of_threads(
        "__shared__ unsigned s[40];\ns[t] = 3 * t;\n__syncthreads();\n"
        "const unsigned a = (unsigned)__cvta_generic_to_shared(s + 39 - t);\n"
        "asm volatile(\"ld.shared.u32 %0, [%1];\" : \"=r\"(r) : \"r\"(a));",
        [](unsigned t) { return 3 * (39 - t); });
}

// Without the release and the acquire, `data` would have a race.
TEST_F(CudaPtx, AcquireAndReleaseOrder) {
    const auto text = [](const std::string& release, const std::string& acquire) {
        return "__global__ void k(int *data, int *flag, int *out) {\nif (threadIdx.x == 0) {\ndata[0] = 42;\n"
               "asm volatile(\"st." +
               release +
               ".gpu.global.s32 [%0], %1;\" :: \"l\"(flag), \"r\"(1) : \"memory\");\n"
               "} else if (threadIdx.x == 32) {\nint f = 0;\nwhile (f == 0)\nasm volatile(\"ld." +
               acquire +
               ".gpu.global.s32 %0, [%1];\" : \"=r\"(f) : \"l\"(flag) : \"memory\");\nout[0] = "
               "data[0];\n}\n}";
    };
    const std::map<std::string, std::string> arguments = {
        {"data", "1:zeros"}, {"flag", "1:zeros"}, {"out", "1:zeros"}};
    expect_words(text("release", "acquire"), arguments, "out", {42}, {.block = {64, 1, 1}});
    const CudaKernelRun run = run_cuda(text("relaxed", "relaxed"), arguments, {.block = {64, 1, 1}});
    ASSERT_FALSE(run.run.findings.empty()) << run.messages;
    EXPECT_EQ(run.run.findings.front().kind, "race");
}

TEST_F(CudaPtx, WhatIsUnknownIsAnErrorAtTheAssembly) {
    const auto messages = [](const std::string& assembly) {
        return cuda_messages("__global__ void k(int *p) {\nint r = 0; unsigned a = 0;\n" + assembly +
                             "\np[0] = r;\n}");
    };
    EXPECT_THAT(messages("asm(\"sad.s32 %0, 1, 2, 3;\" : \"=r\"(r));"),
                HasSubstr("x.cu:3:1: error: the PTX `sad.s32` is not supported"));
    EXPECT_THAT(messages("asm(\"mov.u32 %0, %%pm0;\" : \"=r\"(r));"),
                HasSubstr("x.cu:3:1: error: the PTX `%pm0` is not supported"));
    EXPECT_THAT(messages("asm(\"bar.sync 1, 64;\");"),
                HasSubstr("x.cu:3:1: error: the PTX `bar.sync` with these operands is not supported"));
    EXPECT_THAT(messages("asm(\"bra L;\");"),
                HasSubstr("x.cu:3:1: error: `bra` in inline PTX is not supported"));
    EXPECT_THAT(messages("asm(\"ld.shared.u32 %0, [%1];\" : \"=r\"(r) : \"r\"(a));"),
                HasSubstr("x.cu:3:1: error: the address in inline PTX must be a pointer"));
    EXPECT_THAT(messages("asm(\"add.u32 %0, q, 1;\" : \"=r\"(r));"),
                HasSubstr("x.cu:3:1: error: the PTX register 'q' is read before it is written"));
    EXPECT_THAT(messages("asm(\"add.u32 %0, (1;\" : \"=r\"(r));"),
                HasSubstr("x.cu:3:1: error: '(1;' in inline PTX is not supported"));
}

// ---- clocks

TEST_F(CudaPtx, AClockIsAThreadsOwnCounter) {
    expect_of_threads(
        "long long a = clock64(); int i = 0; while (clock64() < a + 10000) ++i;\n"
        "unsigned long long g; asm volatile(\"mov.u64 %0, %%globaltimer;\" : \"=l\"(g));\n"
        "r = i + 100 * (g > a + 10000) + 1000 * (clock() > (int)g);",
        [](unsigned) { return 9 + 100 + 1000; });
}

// ---- memcpy

TEST_F(CudaPtx, BitsAreCopiedByMemcpy) {
    expect_of_threads("float f = t; __builtin_memcpy(&r, &f, sizeof r);",
                      [](unsigned t) { return std::bit_cast<std::uint32_t>(static_cast<float>(t)); });
    expect_of_threads("double d = t; unsigned w[2]; memcpy(w, &d, sizeof d); r = w[1];",
                      [](unsigned t) { return std::bit_cast<std::uint64_t>(static_cast<double>(t)) >> 32; });
    expect_of_threads("unsigned short h[2] = {(unsigned short)t, 7}; memcpy(&r, h, sizeof r);",
                      [](unsigned t) { return 7u << 16 | t; });
}

TEST_F(CudaPtx, AnAtomicMayBeLocal) {
    expect_words(
        "#include <cuda/atomic>\n__global__ void k(cuda::atomic<int> *d, int *o, int n) {\n"
        "const cuda::atomic<int> start = threadIdx.x == 0 ? 0 : n;\nint own = 5;\n"
        "cuda::atomic_ref<int> r(own);\nr += n;\nd[threadIdx.x].store(start);\n"
        "o[threadIdx.x] = d[threadIdx.x].load() + 10 * own;\n}",
        {{"d.value_", "2:zeros"}, {"o", "2:zeros"}, {"n", "3"}}, "o", {80, 83}, {.block = {2, 1, 1}});
}

}  // namespace
}  // namespace musimd::test::cuda_ptx_test
