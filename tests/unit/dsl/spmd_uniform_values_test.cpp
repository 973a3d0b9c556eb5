// Uniform values combined with lane values: where C++ and vectors agree, the machine agrees with them;
// everything else is an error with its line. What does not compile is in tests/compile_fail.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "dsl/spmd/spmd.hpp"

namespace musimd::spmd_uniform_values_test {
namespace {

using testing::HasSubstr;

template <class T>
std::vector<T> numbers() {
    std::vector<T> all = {0, 1, 2, 5, 100, std::numeric_limits<T>::max(), std::numeric_limits<T>::lowest()};
    if (std::is_signed_v<T>) all.insert(all.end(), {T(-1), T(-2), T(-100)});
    return all;
}

// ---- what is the same everywhere, even where compilers warn about it
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wimplicit-const-int-float-conversion"
#endif
#pragma GCC diagnostic ignored "-Wfloat-conversion"
#pragma GCC diagnostic ignored "-Wsign-compare"

// A kernel that stores the expression of x, and the C++ function that returns it.
#define SAME(name, T, keyword, ...)                             \
    spmd_kernel_1d(name, T* out, T* in) keyword x = k_load(in); \
    k_store(out, __VA_ARGS__);                                  \
    spmd_kernel_end T name##_in_cpp(T x) {                      \
        return static_cast<T>(__VA_ARGS__);                     \
    }

// The same for a condition, as 1 or 0.
#define SAME_CONDITION(name, T, keyword, ...)                   \
    spmd_kernel_1d(name, T* out, T* in) keyword x = k_load(in); \
    k_if(__VA_ARGS__) k_store(out, 1);                          \
    k_else k_store(out, 0);                                     \
    k_endif spmd_kernel_end T name##_in_cpp(T x) {              \
        return (__VA_ARGS__) ? 1 : 0;                           \
    }

#define EXPECT_SAME(name, T)                                                             \
    {                                                                                    \
        std::vector<T> in = numbers<T>();                                                \
        std::vector<T> out(in.size());                                                   \
        spmd_launch_kernel_1d(name, 8 * sizeof(T), 1, in.size(), out.data(), in.data()); \
        for (std::size_t i = 0; i < in.size(); ++i)                                      \
            EXPECT_EQ(out[i], name##_in_cpp(in[i])) << #name << " of " << +in[i];        \
    }

// clang-format off
SAME(float_and_int, float, k_float, 3 * x)
SAME(float_and_inexact_int, float, k_float, x + 16777217)
SAME(double_and_float, double, k_float, x * 0.1f)
SAME(unsigned_and_negative, std::uint32_t, k_uint, x + -1)
SAME(long_and_unsigned, std::int64_t, k_int, (x & 255u) + 7u)
SAME(bytes_and_ints, std::int8_t, k_int, x ^ 100)
SAME_CONDITION(float_below_int, float, k_float, x < 3)
SAME_CONDITION(float_below_double, float, k_float, x < 2.5)
SAME_CONDITION(unsigned_below_negative, std::uint32_t, k_uint, x < -1)
SAME_CONDITION(long_below_unsigned, std::int64_t, k_int, x < 5u)
SAME_CONDITION(int_below_long, std::int32_t, k_int, x < 5l)
SAME_CONDITION(byte_below_int, std::int8_t, k_int, 5 > x)
SAME_CONDITION(unsigned_byte_below_int, std::uint8_t, k_uint, x >= 200)
// clang-format on

TEST(SpmdUniformValues, TheMachineAgreesWhereCppAndVectorsAgree) {
    EXPECT_SAME(float_and_int, float);
    EXPECT_SAME(float_and_inexact_int, float);
    EXPECT_SAME(unsigned_and_negative, std::uint32_t);
    EXPECT_SAME(bytes_and_ints, std::int8_t);
    EXPECT_SAME(float_below_int, float);
    EXPECT_SAME(float_below_double, float);
    EXPECT_SAME(unsigned_below_negative, std::uint32_t);
    EXPECT_SAME(long_below_unsigned, std::int64_t);
    EXPECT_SAME(int_below_long, std::int32_t);
    EXPECT_SAME(byte_below_int, std::int8_t);
    EXPECT_SAME(unsigned_byte_below_int, std::uint8_t);
    EXPECT_SAME(double_and_float, double);
    EXPECT_SAME(long_and_unsigned, std::int64_t);
}

// clang-format off
#define FUNCTION(name, T, keyword, ...)  \
    spmd_kernel_1d(name, T* out, T* in)  \
        keyword x = k_load(in);          \
        k_store(out, __VA_ARGS__);       \
    spmd_kernel_end
FUNCTION(min_of_int_and_floats, float, k_float, k_min(1, x))
FUNCTION(max_of_int_and_unsigned, std::uint32_t, k_uint, k_max(1, x))
FUNCTION(sum_of_double_and_floats, float, k_float, k_add(x, 0.1))
// clang-format on

// The order of the operands does not choose the type.
TEST(SpmdUniformValues, FunctionsWorkInTheTypeOfTheLanes) {
    std::vector<float> floats = {0.25F, -7.5F, 1e9F};
    std::vector<float> least(3);
    spmd_launch_kernel_1d(min_of_int_and_floats, 32, 1, 3, least.data(), floats.data());
    std::vector<float> sums(3);
    spmd_launch_kernel_1d(sum_of_double_and_floats, 32, 1, 3, sums.data(), floats.data());
    for (std::size_t i = 0; i < 3; ++i) {
        EXPECT_EQ(least[i], std::fmin(1.0F, floats[i]));
        EXPECT_EQ(sums[i], floats[i] + 0.1F);
    }
    std::vector<std::uint32_t> large = {0, 0x80000000, 5};
    std::vector<std::uint32_t> greatest(3);
    spmd_launch_kernel_1d(max_of_int_and_unsigned, 32, 1, 3, greatest.data(), large.data());
    for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(greatest[i], std::max<std::uint32_t>(1, large[i]));
}

// clang-format off
spmd_kernel_1d(assigns, std::int8_t* out, std::int8_t* in)
    k_int x = 300;
    k_store(out, k_add(x, k_load(in)));
    k_set(x, -2.75);
    k_store((out + 1), x);
    k_store((out + 2), 200u);
spmd_kernel_end
// clang-format on

TEST(SpmdUniformValues, AssignmentsConvertAsInCpp) {
    std::int8_t in = 1;
    std::int8_t out[3] = {};
    spmd_launch_kernel_1d(assigns, 8, 1, 1, out, &in);
    EXPECT_EQ(out[0], static_cast<std::int8_t>(300) + 1);
    EXPECT_EQ(out[1], static_cast<std::int8_t>(-2.75));
    EXPECT_EQ(out[2], static_cast<std::int8_t>(200U));
}

// clang-format off
spmd_kernel_1d(reinterprets, float* out)
    k_store(out, k_reinterpret(k_float, 0x40490fdbu));
spmd_kernel_end
// clang-format on

TEST(SpmdUniformValues, ReinterpretationsKeepTheirBits) {
    float out = 0;
    spmd_launch_kernel_1d(reinterprets, 32, 1, 1, &out);
    EXPECT_EQ(out, 3.14159274F);
}

// ---- errors while recording a kernel

spmd::ErrorDetails error_of(const std::function<void()>& launch) {
    const spmd::ErrorHandler before = spmd::on_error(spmd::throw_error);
    spmd::ErrorDetails details = {"", 0, "", "", -1, "none"};
    try {
        launch();
    } catch (const spmd::Error& error) {
        details = error.details();
    }
    spmd::on_error(before);
    return details;
}

// A kernel with an error in its second line: `s` is a uniform parameter, so its value is not known earlier.
#define WRONG(name, T, S, keyword, ...)                              \
    spmd_kernel_1d(name, T* memory, S s) keyword x = k_load(memory); \
    k_bool c = k_to_bool(x == x);                                    \
    __VA_ARGS__;                                                     \
    k_if(c) k_store(memory, x);                                      \
    k_endif spmd_kernel_end constexpr std::uint32_t name##_line = __LINE__;

#define EXPECT_ERROR(name, T, S, value, text)                                                          \
    {                                                                                                  \
        T memory[4] = {};                                                                              \
        const auto error = error_of(                                                                   \
            [&] { spmd_launch_kernel_1d(name, 8 * sizeof(T), 1, 4, memory, static_cast<S>(value)); }); \
        EXPECT_THAT(error.message, HasSubstr(text)) << #name;                                          \
        EXPECT_EQ(error.line, name##_line) << #name;                                                   \
    }
#define EXPECT_NO_ERROR(name, T, S, value)                                                             \
    {                                                                                                  \
        T memory[4] = {};                                                                              \
        const auto error = error_of(                                                                   \
            [&] { spmd_launch_kernel_1d(name, 8 * sizeof(T), 1, 4, memory, static_cast<S>(value)); }); \
        EXPECT_EQ(error.message, "none") << #name;                                                     \
    }

// clang-format off
WRONG(byte_less_than, std::int8_t, int, k_int, k_set(c, k_to_bool(x < s)))
WRONG(byte_plus, std::int8_t, int, k_int, k_set(x, x + s))
WRONG(byte_min, std::uint8_t, int, k_uint, k_set(x, k_min(x, s)))
WRONG(int_less_than, std::int32_t, std::int64_t, k_int, k_set(c, k_to_bool(x < s)))
WRONG(float_less_than, float, double, k_float, k_set(c, k_to_bool(x < s)))
WRONG(float_add, float, double, k_float, k_set(x, k_add(x, s)))
WRONG(float_assigned, float, double, k_float, k_set(x, s))
WRONG(int_assigned, std::int32_t, double, k_int, k_set(x, s))
WRONG(int_converted, std::int32_t, double, k_int, k_set(x, k_cvt(k_int, s)))
WRONG(condition_assigned, std::int32_t, int, k_int, k_set(c, s))
WRONG(shifted, std::int32_t, std::int64_t, k_int, k_set(x, x << s))
// clang-format on

TEST(SpmdUniformValues, AValueThatChangesItsMeaningIsAnErrorWithItsLine) {
    EXPECT_ERROR(
        byte_less_than, std::int8_t, int, 300,
        "300 is not a value of type i8: C++ computes with i32 here, vectors with i8; convert it, as in "
        "(i8)300");
    EXPECT_NO_ERROR(byte_less_than, std::int8_t, int, -128);
    EXPECT_ERROR(byte_plus, std::int8_t, int, 128, "128 is not a value of type i8");
    EXPECT_ERROR(byte_min, std::uint8_t, int, -1, "-1 is not a value of type u8");
    EXPECT_NO_ERROR(byte_min, std::uint8_t, int, 255);
    EXPECT_ERROR(int_less_than, std::int32_t, std::int64_t, 0x80000000,
                 "2147483648 is not a value of type i32");
    EXPECT_ERROR(float_less_than, float, double, 0.1,
                 "0.1 is not a value of type f32: C++ computes with f64");
    EXPECT_NO_ERROR(float_less_than, float, double, 0.5);
    EXPECT_NO_ERROR(float_add, float, double, 0.1);
    EXPECT_ERROR(float_add, float, double, 1e40, "1e+40 is out of range for type f32");
    EXPECT_ERROR(float_assigned, float, double, -1e40, "-1e+40 is out of range for type f32");
    EXPECT_NO_ERROR(float_assigned, float, double, std::numeric_limits<double>::infinity());
    EXPECT_ERROR(int_assigned, std::int32_t, double, 2147483648.0, "is out of range for type i32");
    EXPECT_NO_ERROR(int_assigned, std::int32_t, double, -2147483648.75);
    EXPECT_ERROR(int_assigned, std::int32_t, double, std::nan(""), "nan is out of range for type i32");
    EXPECT_ERROR(int_converted, std::int32_t, double, 1.5, "targets convert 1.5 to i32 differently");
    EXPECT_NO_ERROR(int_converted, std::int32_t, double, -3);
    EXPECT_ERROR(condition_assigned, std::int32_t, int, 256, "0 or 1");
    EXPECT_NO_ERROR(condition_assigned, std::int32_t, int, 1);
    EXPECT_ERROR(shifted, std::int32_t, std::int64_t, 0x100000000, "the shift count");
}

}  // namespace
}  // namespace musimd::spmd_uniform_values_test
