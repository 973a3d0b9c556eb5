// The tree that the DSL's header records from a kernel's C++.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "dsl/spmd/replay.hpp"
#include "dsl/spmd/spmd.hpp"
#include "tests/support/kernel_text.hpp"
#include "tests/support/process.hpp"

namespace musimd::spmd_recording_test {
namespace {

/// The only recorded kernel, as text; replaying it must reproduce it.
std::string recorded(const spmd::RecordOnly& recorder) {
    if (recorder.kernels().size() != 1) return "not one kernel";
    const dsl::Kernel& kernel = recorder.kernels().front();
    EXPECT_TRUE(dsl::same(kernel, spmd::replay(kernel)));
    return support::text_of(kernel);
}

float floats[64];
int ints[64];

// clang-format off
#define EXPECT_RECORDED(text, kernel, bits, ...)                          \
    {                                                                     \
        const spmd::RecordOnly recorder;                                  \
        spmd_launch_kernel_1d(kernel, bits, 1, 10, __VA_ARGS__);          \
        EXPECT_EQ(recorded(recorder), text);                              \
    }

// ---- straight lines

spmd_kernel_1d(straight, float *dst, float *a, float *b)
    k_float x = k_load(a);
    k_float y(x), z;
    k_set(z, x * 2 + k_load((b + 1)));
    k_store((dst - 1), k_fma(x, y, z));
    k_store(dst, 1);
spmd_kernel_end

TEST(SpmdRecording, StatementsInOrder) {
    EXPECT_RECORDED("declare f1 = load(a)\n"
                    "declare f2 = f1\n"
                    "declare f3\n"
                    "set f3 = add'(mul'(f1, 0x40000000:f32), load(b+1))\n"
                    "store dst-1 = fma(f1, f2, f3)\n"
                    "store dst = 0x3f800000:f32\n",
                    straight, 32, floats, floats + 20, floats + 40);
}

TEST(SpmdRecording, AKernelKnowsItsNameAndLocation) {
    const spmd::RecordOnly recorder;
    spmd_launch_kernel_1d(straight, 32, 1, 10, floats, floats + 20, floats + 40)
    const dsl::Kernel& kernel = recorder.kernels().at(0);
    EXPECT_EQ(kernel.name, "straight");
    EXPECT_EQ(kernel.bits, 32);
    ASSERT_EQ(kernel.buffers.size(), 3u);
    EXPECT_EQ(kernel.buffers[0].name, "dst");
    EXPECT_EQ(kernel.buffers[2].name, "b");
    EXPECT_EQ(kernel.buffers[2].element, Type::f32);
    EXPECT_TRUE(kernel.file.ends_with("spmd_recording_test.cpp"));
    EXPECT_EQ(kernel.body[0].line + 1, kernel.body[1].line);
    EXPECT_EQ(kernel.body[2].line, kernel.body[1].line);
    EXPECT_EQ(kernel.body[3].value->line, kernel.body[3].line);
    EXPECT_EQ(kernel.body[4].line, kernel.body[2].line + 2);
}

spmd_kernel_1d(uniform, int *dst, int s, bool flag, float f, int count)
    for (int i = 0; i < count; ++i) k_store((dst + i), k_load(dst) + s);
    if (flag) k_store(dst, k_cvt(k_int, 4 * f));
    k_if (flag)
        k_store(dst, f);
    k_endif
spmd_kernel_end

TEST(SpmdRecording, UniformArgumentsAreBakedIn) {
    EXPECT_RECORDED("store dst = add'(load(dst), 0x7:i32)\n"
                    "store dst+1 = add'(load(dst), 0x7:i32)\n"
                    "store dst = 0xfffffff1:i32\n"
                    "if true\n"
                    "  store dst = 0xfffffffd:i32\n",
                    uniform, 32, ints, 7, true, -3.75f, 2);
}

// ---- control

spmd_kernel_1d(branches, int *dst)
    k_int x(k_load(dst));
    k_if (x > 10)
        k_store(dst, 1);
    k_elseif (x > 5 && !(x == 7))
        k_int y;
        k_set(y, 2);
    k_else
        k_return;
    k_endif
    k_store(dst, 3);
spmd_kernel_end

TEST(SpmdRecording, AnElseIfIsAnIfInTheElse) {
    EXPECT_RECORDED("declare i1 = load(dst)\n"
                    "if gt'(i1, 0xa:i32)\n"
                    "  store dst = 0x1:i32\n"
                    "else\n"
                    "  if andl'(gt'(i1, 0x5:i32), notl'(eq'(i1, 0x7:i32)))\n"
                    "    declare i2\n"
                    "    set i2 = 0x2:i32\n"
                    "  else\n"
                    "    return\n"
                    "store dst = 0x3:i32\n",
                    branches, 32, ints);
}

spmd_dev_func(k_int next, k_int x)
    return x + 1;
spmd_dev_func_end

spmd_kernel_1d(loops, int *dst)
    k_int x(k_load(dst));
    k_while (spmd_call_dev_func(next, x) < 9)
        k_if (x == 3) k_break; k_endif
        k_set(x, x + 2);
        k_continue;
    k_endwhile
    k_if (x < 0)
    k_elseif (spmd_call_dev_func(next, x) > 4)
        k_store(dst, x);
    k_endif
spmd_kernel_end

TEST(SpmdRecording, WhatAConditionNeedsPrecedesItsTest) {
    EXPECT_RECORDED("declare i1 = load(dst)\n"
                    "while\n"
                    "    call next(x = i1)\n"
                    "      i3 = result add'(x, 0x1:i32)\n"
                    "  test lt'(i3, 0x9:i32)\n"
                    "  if eq'(i1, 0x3:i32)\n"
                    "    break\n"
                    "  set i1 = add'(i1, 0x2:i32)\n"
                    "  continue\n"
                    "if lt'(i1, 0x0:i32)\n"
                    "else\n"
                    "  call next(x_2 = i1)\n"
                    "    i5 = result add'(x_2, 0x1:i32)\n"
                    "  if gt'(i5, 0x4:i32)\n"
                    "    store dst = i1\n",
                    loops, 32, ints);
}

// ---- device functions

spmd_dev_func(k_float scaled, k_float a, float s, k_float const b)
    k_float r = a;
    k_if (b < 0)
        k_set(r, -r);
        k_return;
    k_endif
    k_set(r, r * s);
    return r;
spmd_dev_func_end

spmd_dev_func(void put, float *p, k_float v)
    k_store(p, v);
spmd_dev_func_end

spmd_dev_func(k_float same, k_float v)
    return v;
spmd_dev_func_end

spmd_dev_func(void doubled, k_float &v)
    k_set(v, v + v);
spmd_dev_func_end

spmd_dev_func(k_float two)
    return k_float(2);
spmd_dev_func_end

spmd_kernel_1d(calls, float *dst)
    k_float x = k_load(dst);
    spmd_call_dev_func(put, dst + 1, spmd_call_dev_func(scaled, x, 2.0f, x));
    spmd_call_dev_func(doubled, x);
    k_store(dst, spmd_call_dev_func(same, spmd_call_dev_func(same, x) + 1));
    k_store(dst, spmd_call_dev_func(two));
spmd_kernel_end

TEST(SpmdRecording, DeviceFunctionsAreCalls) {
    EXPECT_RECORDED("declare f1 = load(dst)\n"
                    "call scaled(a = f1, b = f1)\n"
                    "  declare f4 = a\n"
                    "  if lt'(b, 0x0:f32)\n"
                    "    set f4 = neg'(f4)\n"
                    "    return\n"
                    "  set f4 = mul'(f4, 0x40000000:f32)\n"
                    "  f5 = result f4\n"
                    "call put(v = f5)\n"
                    "  store dst+1 = v\n"
                    "call doubled()\n"
                    "  set f1 = add'(f1, f1)\n"
                    "call same(v_2 = f1)\n"
                    "  f7 = result v_2\n"
                    "call same(v_3 = add'(f7, 0x3f800000:f32))\n"
                    "  f9 = result v_3\n"
                    "store dst = f9\n"
                    "call two()\n"
                    "  f10 = result 0x40000000:f32\n"
                    "store dst = f10\n",
                    calls, 32, floats);
}

struct Product {
    spmd_dev_func(static k_float apply, k_float a, k_float b)
        return a * b;
    spmd_dev_func_end
};

spmd_tmpl_dev_func(k_float through, Op, k_float a, k_float b)
    return Op::template spmd_call_dev_func(apply, a, b);
spmd_dev_func_end

spmd_tmpl_kernel_1d(templates, Op, float *dst, float *a)
    k_store(dst, spmd_call_tmpl_dev_func(through, Op, k_load(a), 3));
spmd_kernel_end

TEST(SpmdRecording, TemplatesAndMembersOfStructs) {
    const spmd::RecordOnly recorder;
    spmd_launch_tmpl_kernel_1d(templates, Product, 32, 1, 10, floats, floats + 20);
    EXPECT_EQ(recorded(recorder),
              "call through(a_2 = load(a), b = 0x40400000:f32)\n"
              "  call apply(a_3 = a_2, b_2 = b)\n"
              "    f5 = result mul'(a_3, b_2)\n"
              "  f6 = result f5\n"
              "store dst = f6\n");
}

// ---- values declared with auto

spmd_kernel_1d(kept, int *dst)
    k_int x = k_load(dst);
    auto before = x + 1;
    k_set(x, 5);
    k_store(dst, before);
    k_store((dst + 1), x);
spmd_kernel_end

TEST(SpmdRecording, AValueKeepsWhatItWasWhenComputed) {
    EXPECT_RECORDED("declare i1 = load(dst)\n"
                    "declare i2 = add'(i1, 0x1:i32)\n"
                    "set i1 = 0x5:i32\n"
                    "store dst = i2\n"
                    "store dst+1 = i1\n",
                    kept, 32, ints);
}

spmd_kernel_1d(kept_over_a_store, int *dst)
    auto loaded = k_load((dst + 1));
    k_store(dst, 5);
    k_store(dst, loaded);
spmd_kernel_end

TEST(SpmdRecording, ALoadedValueIsNotLoadedAgain) {
    EXPECT_RECORDED("declare i1 = load(dst+1)\n"
                    "store dst = 0x5:i32\n"
                    "store dst = i1\n",
                    kept_over_a_store, 32, ints);
}

spmd_kernel_1d(kept_in_a_loop, int *dst)
    k_int x = k_load(dst);
    auto positive = x > 0;
    auto twice = x + x;
    k_while (positive)
        k_set(x, x - 1);
        k_if (x < 5) k_store(dst, twice); k_break; k_endif
    k_endwhile
spmd_kernel_end

TEST(SpmdRecording, AValueIsNotRecomputedInALoop) {
    EXPECT_RECORDED("declare i1 = load(dst)\n"
                    "declare c2 = gt'(i1, 0x0:i32)\n"
                    "declare i3 = add'(i1, i1)\n"
                    "while\n"
                    "  test c2\n"
                    "  set i1 = sub'(i1, 0x1:i32)\n"
                    "  if lt'(i1, 0x5:i32)\n"
                    "    store dst = i3\n"
                    "    break\n",
                    kept_in_a_loop, 32, ints);
}

spmd_kernel_1d(kept_for_two, int *dst)
    auto square = k_load(dst) * k_load(dst);
    k_store(dst, square);
    k_store((dst + 1), square);
spmd_kernel_end

TEST(SpmdRecording, AValueThatIsUsedTwiceIsAVariable) {
    EXPECT_RECORDED("declare i1 = mul'(load(dst), load(dst))\n"
                    "store dst = mul'(load(dst), load(dst))\n"
                    "store dst+1 = i1\n",
                    kept_for_two, 32, ints);
}

// ---- conditions, conversions, unmasked forms

spmd_kernel_1d(conditions, int *dst)
    k_bool c(true), d = k_load(dst) == 0;
    k_set(c, d || 1 > k_load(dst));
    k_unmasked_set(d, false);
    k_store(dst, k_to_mask(k_int, k_xorl(c, d)));
    k_unmasked_store(dst, k_reinterpret(k_int, k_cvt(k_float, k_unmasked_load(dst))));
    k_if (k_to_bool(k_to_logical(k_load(dst)))) k_store(dst, ~k_load(dst) >> 3); k_endif
spmd_kernel_end

TEST(SpmdRecording, ConditionsConversionsAndUnmaskedForms) {
    EXPECT_RECORDED("declare c1 = true\n"
                    "declare c2 = eq'(load(dst), 0x0:i32)\n"
                    "set c1 = orl'(c2, gt'(0x1:i32, load(dst)))\n"
                    "unmasked_set c2 = false\n"
                    "store dst = to_mask(i32, xorl(c1, c2))\n"
                    "unmasked_store dst = reinterpret(i32, cvt(f32, unmasked_load(dst)))\n"
                    "if to_bool(to_logical(load(dst)))\n"
                    "  store dst = shra'(notb'(load(dst)), 0x3:i32)\n",
                    conditions, 32, ints);
}

spmd_kernel_1d(halves, f16 *dst)
    k_if (k_load(dst) < k_f32_to_f16(4.0f)) k_store(dst, 0.5); k_endif
    k_uint u = k_reinterpret(k_uint, k_load(dst)) >> 1;
spmd_kernel_end

TEST(SpmdRecording, SixteenBits) {
    f16 data[16] = {};
    EXPECT_RECORDED("if lt'(load(dst), 0x4400:f16)\n"
                    "  store dst = 0x3800:f16\n"
                    "declare u1 = shr'(reinterpret(u16, load(dst)), 0x1:i32)\n",
                    halves, 16, data);
}
// clang-format on

// ---- pointers

spmd_kernel_1d(pointers, int* a, int* b, float* f) {
    k_store(a, k_load(b));
    k_store((b + 2), k_load((a + 1)));
    k_store(f, k_cvt(k_float, k_load((b - 1))));
    static unsigned elsewhere[16];
    k_store(elsewhere, 1);
}
spmd_kernel_end

TEST(SpmdRecording, APointerIsTheNearestParameterOfItsType) {
    EXPECT_RECORDED(
        "store a = load(b)\n"
        "store b+2 = load(a+1)\n"
        "store f = cvt(f32, load(b-1))\n"
        "store p = 0x1:u32\n",
        pointers, 32, ints, ints + 30, floats);
}

TEST(SpmdRecording, EachFunctionHasItsKeyword) {
    const std::string keywords =
        support::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / "dsl/spmd/keywords.hpp");
    for (const dsl::FunctionInfo& row : dsl::function_table())
        EXPECT_THAT(keywords, testing::HasSubstr("#define k_" + std::string(row.name) + "("));
}

}  // namespace
}  // namespace musimd::spmd_recording_test
