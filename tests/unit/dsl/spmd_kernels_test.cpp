// Kernels of the DSL run on the machine, by each engine; the expected results are computed in plain C++.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "dsl/spmd/spmd.hpp"

namespace musimd::spmd_kernels_test {
namespace {

class SpmdKernels : public testing::TestWithParam<const char*> {
  protected:
    SpmdKernels() : handler_(spmd::on_error(spmd::throw_error)) { spmd::engine(GetParam()); }
    ~SpmdKernels() override {
        spmd::on_error(handler_);
        spmd::options() = {};
    }

  private:
    spmd::ErrorHandler handler_;
};

template <class T>
std::vector<T> ascending(int count, int first = 0) {
    std::vector<T> result(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) result[static_cast<std::size_t>(i)] = static_cast<T>(first + i);
    return result;
}

/// f(element) for each of them.
template <class F, class T>
std::vector<T> mapped(std::vector<T> elements, F f) {
    std::ranges::transform(elements, elements.begin(), f);
    return elements;
}

// clang-format off

spmd_kernel_1d(collatz, int *dst, int *src, int most)
    k_int x = k_load(src), steps(0);
    k_while (x != 1)
        k_if (steps >= most)
            k_set(steps, -1);
            k_break;
        k_endif
        k_set(steps, steps + 1);
        k_if ((x & 1) == 0)
            k_set(x, x >> 1);
            k_continue;
        k_endif
        k_set(x, 3 * x + 1);
    k_endwhile
    k_store(dst, steps);
spmd_kernel_end

int collatz_steps(int x, int most) {
    int steps = 0;
    while (x != 1) {
        if (steps >= most) return -1;
        ++steps;
        x = x % 2 == 0 ? x / 2 : 3 * x + 1;
    }
    return steps;
}

TEST_P(SpmdKernels, LoopsThatLanesLeaveAtDifferentTimes) {
    std::vector<int> src = ascending<int>(60, 1), dst(60);
    spmd_launch_kernel_1d(collatz, 32, 1, 60, dst.data(), src.data(), 100);
    EXPECT_EQ(dst, mapped(src, [](int x) { return collatz_steps(x, 100); }));
}

spmd_kernel_1d(classes, float *dst, float *a)
    k_float x;
    k_set(x, k_load(a));
    k_if (x > 15.0f) k_store(dst, 15);
    k_elseif (x > 10.0f) k_store(dst, 10.0f);
    k_elseif (x == 7) k_return;
    k_else k_store(dst, x * 0.5f);
    k_endif
    k_store((dst + 20), 1);
spmd_kernel_end

TEST_P(SpmdKernels, ElseIfsAndReturns) {
    std::vector<float> a = ascending<float>(20), dst(40, -1.0f);
    spmd_launch_kernel_1d(classes, 32, 1, 20u, dst.data(), a.data());
    for (std::size_t i = 0; i < 20; ++i) {
        const float x = a[i];
        EXPECT_EQ(dst[i], x > 15 ? 15 : x > 10 ? 10 : x == 7 ? -1 : x / 2) << x;
        EXPECT_EQ(dst[20 + i], x == 7 ? -1 : 1) << x;
    }
}

spmd_dev_func(k_int gcd, k_int a, k_int b)
    k_while (true)
        k_if (b == 0) k_return; k_endif
        k_int r = a - a / b * b;
        k_set(a, b);
        k_set(b, r);
    k_endwhile
    return a;
spmd_dev_func_end

spmd_kernel_1d(gcds, int *dst, int *a, int *b)
    k_store(dst, spmd_call_dev_func(gcd, k_load(a), k_load(b)) + 1000);
spmd_kernel_end

TEST_P(SpmdKernels, AReturnOfADeviceFunctionEndsTheCallOnly) {
    std::vector<int> a = ascending<int>(30, 6), b = ascending<int>(30, 12), dst(30);
    std::ranges::reverse(b);
    spmd_launch_kernel_1d(gcds, 32, 1, 30, dst.data(), a.data(), b.data());
    for (std::size_t i = 0; i < 30; ++i) EXPECT_EQ(dst[i], std::gcd(a[i], b[i]) + 1000);
}

spmd_tmpl_kernel_1d(arithmetic, T, T *dst, T *a, T *b)
    k_store(dst, k_sub(k_mul(k_load(a), k_load(b)), k_adds(k_load(a), k_max(k_load(b), (T)100))));
spmd_kernel_end

template <class T, int Bits>
void expect_arithmetic() {
    std::vector<T> a = ascending<T>(40, 100), b = ascending<T>(40, 90), dst(40);
    spmd_launch_tmpl_kernel_1d(arithmetic, T, Bits, 1, 40, dst.data(), a.data(), b.data());
    for (std::size_t i = 0; i < 40; ++i) {
        const auto product = static_cast<std::uint64_t>(a[i]) * static_cast<std::uint64_t>(b[i]);
        const auto sum = static_cast<std::int64_t>(a[i]) + static_cast<std::int64_t>(std::max(b[i], T(100)));
        const std::int64_t saturated = sum > 127 && sizeof(T) == 1 && std::is_signed_v<T> ? 127
                                       : sum > 255 && sizeof(T) == 1                      ? 255
                                                                                          : sum;
        EXPECT_EQ(dst[i], static_cast<T>(product - static_cast<std::uint64_t>(saturated))) << Bits << " bits, element " << i;
    }
}

TEST_P(SpmdKernels, IntegersOfEveryWidth) {
    expect_arithmetic<i8, 8>();
    expect_arithmetic<u8, 8>();
    expect_arithmetic<i16, 16>();
    expect_arithmetic<u16, 16>();
    expect_arithmetic<i32, 32>();
    expect_arithmetic<u32, 32>();
    expect_arithmetic<i64, 64>();
    expect_arithmetic<u64, 64>();
}

spmd_tmpl_kernel_1d(floats, T, T *dst, T *a)
    k_float x = k_load(a);
    k_store(dst, k_sqrt(k_fma(x, x, (T)0.25)) / 3 - k_floor(x));
spmd_kernel_end

TEST_P(SpmdKernels, FloatsOfBothWidths) {
    std::vector<float> a = ascending<float>(20), single(20);
    std::vector<double> b = ascending<double>(20), twice(20);
    spmd_launch_tmpl_kernel_1d(floats, float, 32, 1, 20, single.data(), a.data());
    spmd_launch_tmpl_kernel_1d(floats, double, 64, 1, 20, twice.data(), b.data());
    for (std::size_t i = 0; i < 20; ++i) {
        const float squared = std::sqrt(std::fma(a[i], a[i], 0.25f));
        EXPECT_EQ(single[i], squared / 3 - a[i]);
        EXPECT_EQ(twice[i], std::sqrt(std::fma(b[i], b[i], 0.25)) / 3 - b[i]);
    }
}

spmd_kernel_1d(half, f16 *dst, f16 *a, u16 *bits)
    k_float x = k_load(a);
    k_if (x < k_f32_to_f16(8.0f)) k_store(dst, k_add(x, k_f32_to_f16(0.5f))); k_endif
    k_store(bits, k_reinterpret(k_uint, x));
spmd_kernel_end

TEST_P(SpmdKernels, HalfPrecision) {
    std::vector<f16> a, dst(20);
    for (int i = 0; i < 20; ++i) a.emplace_back(i);
    std::vector<u16> bits(20);
    spmd_launch_kernel_1d(half, 16, 1, 20, dst.data(), a.data(), bits.data());
    for (int i = 0; i < 20; ++i) {
        const auto k = static_cast<std::size_t>(i);
        EXPECT_EQ(static_cast<float>(dst[k]), i < 8 ? static_cast<float>(i) + 0.5f : 0.0f);
        EXPECT_EQ(bits[k], a[k].bits());
    }
}

spmd_kernel_1d(masks, u32 *dst, u32 *a)
    k_uint x = k_load(a);
    k_bool even = k_eq(k_andb(x, 1), 0);
    k_bool small;
    k_set(small, x < 8u);
    k_store(dst, k_to_mask(k_uint, k_andnotl(even, small)));
    k_if (k_xorl(even, small) || !k_to_logical(x)) k_store((dst + 16), k_shl(x, 4)); k_endif
spmd_kernel_end

TEST_P(SpmdKernels, ConditionsAsValues) {
    std::vector<u32> a = ascending<u32>(16), dst(32, 7);
    spmd_launch_kernel_1d(masks, 32, 1, 16, dst.data(), a.data());
    for (u32 x = 0; x < 16; ++x) {
        const bool even = x % 2 == 0;
        EXPECT_EQ(dst[x], even && x >= 8 ? 0xffffffffu : 0u);
        EXPECT_EQ(dst[16 + x], even != (x < 8) || x == 0 ? x << 4 : 7u);
    }
}

// ---- buffers

spmd_kernel_1d(shifted, int *dst, int *src)
    k_store(dst, k_load(src) + k_load((src + 1)) + k_load((src - 1)));
spmd_kernel_end

TEST_P(SpmdKernels, OffsetsIntoABuffer) {
    std::vector<int> src = ascending<int>(12), dst(10);
    spmd_launch_kernel_1d(shifted, 32, 1, 10, dst.data(), src.data() + 1);
    EXPECT_EQ(dst, mapped(ascending<int>(10, 1), [](int x) { return 3 * x; }));
}

spmd_kernel_1d(reversed_bits, u32 *bits, float *same)
    k_store(bits, k_load(bits) ^ 0x80000000u);
    k_store(same, k_load(same) * 2);
spmd_kernel_end

TEST_P(SpmdKernels, BuffersThatAreTheSameMemory) {
    std::vector<float> memory = ascending<float>(10, 1);
    spmd_launch_kernel_1d(reversed_bits, 32, 1, 10, reinterpret_cast<u32*>(memory.data()), memory.data());
    EXPECT_EQ(memory, mapped(ascending<float>(10, 1), [](float x) { return -2 * x; }));
}

spmd_kernel_1d(doubled, int *dst, int *src)
    k_store(dst, k_load(src) * 2);
spmd_kernel_end

TEST_P(SpmdKernels, ZeroElementsAreANoOp) {
    spmd_launch_kernel_1d(doubled, 32, 1, 0, static_cast<int*>(nullptr), static_cast<int*>(nullptr));
}

TEST_P(SpmdKernels, MoreElementsThanAWarpHas) {
    spmd::options().warp_width = 32;
    std::vector<int> src = ascending<int>(1001), dst(1001);
    spmd_launch_kernel_1d(doubled, 32, 1, src.size(), dst.data(), src.data());
    EXPECT_EQ(dst, mapped(src, [](int x) { return 2 * x; }));
}

// ---- variants of the unmasked forms

spmd_kernel_1d(unmasked, int *dst, int *src)
    k_int x(0);
    k_if (k_load(src) > 4)
        k_unmasked_set(x, 1);
        k_unmasked_store((dst + 10), k_unmasked_load(src) + 1);
    k_endif
    k_store(dst, x);
spmd_kernel_end

TEST_P(SpmdKernels, UnmaskedFormsActInEveryLaneOrTheActiveOnes) {
    std::vector<int> src = ascending<int>(10);
    for (const auto reading : {dsl::UnmaskedReading::every_lane, dsl::UnmaskedReading::active_lanes}) {
        std::vector<int> dst(20);
        spmd::options().unmasked = reading;
        spmd_launch_kernel_1d(unmasked, 32, 1, 10, dst.data(), src.data());
        for (std::size_t i = 0; i < 10; ++i) {
            const bool acts = i > 4 || reading == dsl::UnmaskedReading::every_lane;
            EXPECT_EQ(dst[i], acts ? 1 : 0);
            EXPECT_EQ(dst[10 + i], acts ? static_cast<int>(i) + 1 : 0);
        }
    }
}

// ---- every function

template <class K>
spmd::Error error_of(K kernel) {
    try {
        kernel();
    } catch (const spmd::Error& error) {
        return error;
    }
    return spmd::Error({"", 0, "", "", -1, "none"});
}

spmd_kernel_1d(float_functions, double *dst, double *a, double *b)
    k_float x = k_load(a), y = k_load(b);
    double *p = dst;
#define PUT(...) k_store(p, __VA_ARGS__); p += 4
    PUT(k_sin_u10(x)); PUT(k_sin_u35(x)); PUT(k_cos_u10(x)); PUT(k_cos_u35(x)); PUT(k_tan_u10(x)); PUT(k_tan_u35(x));
    PUT(k_asin_u10(x)); PUT(k_asin_u35(x)); PUT(k_acos_u10(x)); PUT(k_acos_u35(x)); PUT(k_atan_u10(x));
    PUT(k_atan_u35(x)); PUT(k_atan2_u10(x, y)); PUT(k_atan2_u35(x, y)); PUT(k_log_u10(x)); PUT(k_log_u35(x));
    PUT(k_cbrt_u10(x)); PUT(k_cbrt_u35(x)); PUT(k_sinh_u10(x)); PUT(k_sinh_u35(x)); PUT(k_cosh_u10(x));
    PUT(k_cosh_u35(x)); PUT(k_tanh_u10(x)); PUT(k_tanh_u35(x)); PUT(k_exp2_u10(x)); PUT(k_exp2_u35(x));
    PUT(k_exp10_u10(x)); PUT(k_exp10_u35(x)); PUT(k_log2_u10(x)); PUT(k_log2_u35(x)); PUT(k_exp_u10(x));
    PUT(k_pow_u10(x, y)); PUT(k_asinh_u10(x)); PUT(k_acosh_u10(y)); PUT(k_atanh_u10(x)); PUT(k_expm1_u10(x));
    PUT(k_log10_u10(x)); PUT(k_log1p_u10(x)); PUT(k_lgamma_u10(x)); PUT(k_tgamma_u10(x)); PUT(k_erf_u10(x));
    PUT(k_erfc_u15(x)); PUT(k_sinpi_u05(x)); PUT(k_cospi_u05(x)); PUT(k_hypot_u05(x, y)); PUT(k_hypot_u35(x, y));
    PUT(k_remainder(y, x)); PUT(k_fmod(y, x)); PUT(k_sqrt(x)); PUT(k_rec(x)); PUT(k_rec11(x)); PUT(k_rec8(x));
    PUT(k_rsqrt11(x)); PUT(k_rsqrt8(x)); PUT(k_ceil(y)); PUT(k_floor(y)); PUT(k_trunc(y)); PUT(k_round_to_even(y));
    PUT(k_fma(x, y, x)); PUT(k_fnma(x, y, x)); PUT(k_fms(x, y, x)); PUT(k_fnms(x, y, x)); PUT(k_neg(x));
    PUT(k_abs(k_neg(x))); PUT(k_min(x, y)); PUT(k_max(x, y));
#undef PUT
spmd_kernel_end

TEST_P(SpmdKernels, FunctionsOfFloats) {
    std::vector<double> a = {0.125, 0.3, 0.5, 0.9}, b = {1.5, 2.25, 3.5, 4.75}, dst(4 * 80, -77);
    spmd_launch_kernel_1d(float_functions, 64, 1, 4, dst.data(), a.data(), b.data());
    const double pi = std::acos(-1.0);
    for (std::size_t i = 0; i < 4; ++i) {
        const double x = a[i], y = b[i];
        const std::vector<double> expected = {
            std::sin(x), std::sin(x), std::cos(x), std::cos(x), std::tan(x), std::tan(x), std::asin(x), std::asin(x),
            std::acos(x), std::acos(x), std::atan(x), std::atan(x), std::atan2(x, y), std::atan2(x, y), std::log(x),
            std::log(x), std::cbrt(x), std::cbrt(x), std::sinh(x), std::sinh(x), std::cosh(x), std::cosh(x),
            std::tanh(x), std::tanh(x), std::exp2(x), std::exp2(x), std::pow(10.0, x), std::pow(10.0, x),
            std::log2(x), std::log2(x), std::exp(x), std::pow(x, y), std::asinh(x), std::acosh(y), std::atanh(x),
            std::expm1(x), std::log10(x), std::log1p(x), std::lgamma(x), std::tgamma(x), std::erf(x), std::erfc(x),
            std::sin(pi * x), std::cos(pi * x), std::hypot(x, y), std::hypot(x, y), std::remainder(y, x),
            std::fmod(y, x), std::sqrt(x), 1 / x, 1 / x, 1 / x, 1 / std::sqrt(x), 1 / std::sqrt(x), std::ceil(y),
            std::floor(y), std::trunc(y), std::nearbyint(y), std::fma(x, y, x), std::fma(-x, y, x),
            std::fma(x, y, -x), std::fma(-x, y, -x), -x, x, x, y};
        for (std::size_t k = 0; k < expected.size(); ++k)
            EXPECT_NEAR(dst[4 * k + i], expected[k], 1e-14 + std::abs(expected[k]) * 1e-14) << k << " of " << x;
        EXPECT_EQ(dst[4 * expected.size() + i], -77);
    }
}

spmd_kernel_1d(integer_functions, int *dst, int *a, int *b)
    k_int x = k_load(a), y = k_load(b);
    int *p = dst;
#define PUT(...) k_store(p, __VA_ARGS__); p += 4
    PUT(k_orb(x, y)); PUT(k_andb(x, y)); PUT(k_andnotb(x, y)); PUT(k_xorb(x, y)); PUT(k_notb(x));
    PUT(k_add(x, y)); PUT(k_sub(x, y)); PUT(k_mul(x, y)); PUT(k_div(x, y)); PUT(k_neg(x)); PUT(k_abs(x));
    PUT(k_min(x, y)); PUT(k_max(x, y)); PUT(k_adds(x, 2147483647)); PUT(k_subs(x, y));
    PUT(k_fma(x, y, x)); PUT(k_fnma(x, y, x)); PUT(k_fms(x, y, x)); PUT(k_fnms(x, y, x));
    PUT(k_shl(x, 3)); PUT(k_shr(x, 3)); PUT(k_shra(x, 3)); PUT(k_ceil(x)); PUT(k_round_to_even(x));
    PUT(k_to_mask(k_int, k_eq(x, y))); PUT(k_to_mask(k_int, k_ne(x, y))); PUT(k_to_mask(k_int, k_gt(x, y)));
    PUT(k_to_mask(k_int, k_ge(x, y))); PUT(k_to_mask(k_int, k_lt(x, y))); PUT(k_to_mask(k_int, k_le(x, y)));
    PUT(k_to_mask(k_int, k_orl(x > 0, y > 3))); PUT(k_to_mask(k_int, k_andl(x > 0, y > 3)));
    PUT(k_to_mask(k_int, k_notl(x > 0)));
    PUT(x | y); PUT(x & y); PUT(x ^ y); PUT(~x); PUT(-x); PUT(x << 2);
#undef PUT
spmd_kernel_end

TEST_P(SpmdKernels, FunctionsOfIntegers) {
    std::vector<int> a = {-7, 0, 5, 123456}, b = {3, 4, 5, -6}, dst(4 * 50, -77);
    spmd_launch_kernel_1d(integer_functions, 32, 1, 4, dst.data(), a.data(), b.data());
    for (std::size_t i = 0; i < 4; ++i) {
        const int x = a[i], y = b[i];
        const auto logical = static_cast<int>(static_cast<unsigned>(x) >> 3);
        const int xs = x > 0 ? 2147483647 : x + 2147483647;
        const std::vector<int> expected = {
            x | y, x & y, x & ~y, x ^ y, ~x, x + y, x - y, x * y, x / y, -x, std::abs(x), std::min(x, y),
            std::max(x, y), xs, x - y, x * y + x, -x * y + x, x * y - x, -x * y - x, x * 8, logical, x >> 3, x, x,
            -(x == y), -(x != y), -(x > y), -(x >= y), -(x < y), -(x <= y), -(x > 0 || y > 3), -(x > 0 && y > 3),
            -!(x > 0), x | y, x & y, x ^ y, ~x, -x, x * 4};
        for (std::size_t k = 0; k < expected.size(); ++k) EXPECT_EQ(dst[4 * k + i], expected[k]) << k << " of " << x;
        EXPECT_EQ(dst[4 * expected.size() + i], -77);
    }
}

// ---- errors

spmd_kernel_1d(divides, int *dst, int *a)
    k_int x = k_load(a);

    k_store(dst, 100 / x);
spmd_kernel_end
const std::uint32_t line_of_division = __LINE__ - 2;

TEST_P(SpmdKernels, ATrapNamesItsLineAndElement) {
    std::vector<int> a = {1, 2, 5, 0, 4, 0}, dst(6, 7);
    const spmd::Error error = error_of([&] { spmd_launch_kernel_1d(divides, 32, 1, 6, dst.data(), a.data()); });
    EXPECT_EQ(error.details().trap, "division-by-zero");
    EXPECT_EQ(error.details().element, 3);
    EXPECT_EQ(error.details().line, line_of_division);
    EXPECT_EQ(error.details().kernel, "divides");
    EXPECT_EQ(dst, std::vector<int>(6, 7)) << "no partial stores";
}

TEST_P(SpmdKernels, ARegisteredBufferHasABound) {
    std::vector<int> src = ascending<int>(12), dst(10);
    const auto launch = [&] { spmd_launch_kernel_1d(shifted, 32, 1, 10, dst.data(), src.data() + 1); };
    {
        const auto whole = spmd::buffer(src.data(), 12);
        EXPECT_EQ(error_of(launch).details().message, "none");
    }
    const auto shorter = spmd::buffer(src.data(), 11);
    const spmd::Error error = error_of(launch);
    EXPECT_EQ(error.details().trap, "invalid-address");
    EXPECT_EQ(error.details().element, 9);
}

TEST_P(SpmdKernels, MemoryThatHoldsNothingIsNotRead) {
    std::vector<int> src = ascending<int>(10), dst(10);
    const auto nothing = spmd::undefined(src.data() + 4, 2);
    const spmd::Error error =
        error_of([&] { spmd_launch_kernel_1d(doubled, 32, 1, 10, dst.data(), src.data()); });
    EXPECT_EQ(error.details().trap, "undefined-memory");
    EXPECT_EQ(error.details().element, 4);
}

spmd_kernel_1d(reads_nothing, int *dst)
    k_int x, y;
    k_if (k_load(dst) > 5) k_set(x, 1); k_endif
    k_store(dst, x);
spmd_kernel_end

TEST_P(SpmdKernels, AVariableThatWasNotSetIsReported) {
    std::vector<int> dst = {9, 8, 3, 7};
    const spmd::Error error = error_of([&] { spmd_launch_kernel_1d(reads_nothing, 32, 1, 4, dst.data()); });
    EXPECT_EQ(error.details().trap, "undefined-variable");
    EXPECT_EQ(error.details().element, 2);
}

spmd_kernel_1d(never_ends, int *dst)
    k_int x = k_load(dst);
    k_while (x >= 0) k_set(x, x & 1); k_endwhile
    k_store(dst, x);
spmd_kernel_end

TEST_P(SpmdKernels, AKernelThatDoesNotEndIsReported) {
    spmd::options().max_steps = 10'000;
    std::vector<int> dst(4);
    const spmd::Error error = error_of([&] { spmd_launch_kernel_1d(never_ends, 32, 1, 4, dst.data()); });
    EXPECT_EQ(error.details().message, "the kernel did not end within 10000 steps");
}
// clang-format on

INSTANTIATE_TEST_SUITE_P(Engines, SpmdKernels, testing::Values("fast", "rules"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace musimd::spmd_kernels_test
