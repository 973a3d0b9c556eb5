#include "simulator/fast/typed.hpp"

#include <cmath>
#include <cstring>

#include "simulator/fast/math.hpp"

namespace musimd::fast {
namespace {

// Failures are rare, so the type is dispatched at run time here, unlike in the loops.
double float_value(Type type, std::int64_t word) {
    if (type == Type::f64) {
        double x = 0;
        std::memcpy(&x, &word, sizeof x);
        return x;
    }
    if (type == Type::f32) {
        const auto bits = static_cast<std::uint32_t>(word);
        float x = 0;
        std::memcpy(&x, &bits, sizeof x);
        return static_cast<double>(x);
    }
    const auto bits = static_cast<unsigned>(word);
    const int exponent = static_cast<int>(bits >> 10 & 31U);
    const unsigned fraction = bits & 1023U;
    if (exponent == 31) return fraction == 0 ? HUGE_VAL : NAN;
    const double size =
        exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024U + fraction, exponent - 25);
    return (bits >> 15 & 1U) != 0 ? -size : size;
}

bool fits(Type type, double truncated) {
    const int digits = width_of(type) - (is_signed_integer(type) ? 1 : 0);
    const double end = std::ldexp(1.0, digits);
    return truncated < end && truncated >= (is_signed_integer(type) ? -end : 0.0);
}

bool does_not_fit(TypedOperation operation, Type type, std::int64_t x, std::int64_t y) {
    std::int64_t result = 0;
    const bool beyond = operation == TypedOperation::addo   ? __builtin_add_overflow(x, y, &result)
                        : operation == TypedOperation::subo ? __builtin_sub_overflow(x, y, &result)
                                                            : __builtin_mul_overflow(x, y, &result);
    const std::int64_t most = static_cast<std::int64_t>((std::uint64_t{1} << (width_of(type) - 1)) - 1);
    return beyond || result > most || result < -most - 1;
}

}  // namespace

StepKernel typed_kernel(const TypedKernels& kernels, TypedOperation operation, Type type, Type from) {
    if (operation == TypedOperation::cvt)
        return kernels.cvt[static_cast<std::size_t>(type)][static_cast<std::size_t>(from)];
    if (is_float(type) && is_mathematical(operation)) return math_kernel(operation, type);
    return kernels.operation[static_cast<std::size_t>(operation)][static_cast<std::size_t>(type)];
}

std::optional<TrapKind> typed_failure(TypedOperation operation, Type type, Type from, std::int64_t a,
                                      std::int64_t b) {
    if (operation == TypedOperation::cvt) {
        if (is_float(type) || !is_float(from)) return std::nullopt;
        if (fits(type, std::trunc(float_value(from, a)))) return std::nullopt;  // a NaN fits nothing
        return TrapKind::overflow;
    }
    if (is_float(type)) return std::nullopt;
    const FailureMode mode = info(operation).failure;
    if (is_checked(operation)) {
        const bool fails = does_not_fit(operation, type, word_of_pattern(pattern_of_word(a, type), type),
                                        word_of_pattern(pattern_of_word(b, type), type));
        return fails ? std::optional(TrapKind::overflow) : std::nullopt;
    }
    const std::uint64_t right = pattern_of_word(b, type);
    const auto width = static_cast<std::uint64_t>(width_of(type));
    if (shifts(mode) && right >= width) return TrapKind::invalid_shift;
    if (divides(mode) && right == 0) return TrapKind::division_by_zero;
    const bool does_not_fit = is_signed_integer(type) && word_of_pattern(right, type) == -1 &&
                              pattern_of_word(a, type) == std::uint64_t{1} << (width - 1);
    if (mode == FailureMode::quotient && does_not_fit) return TrapKind::overflow;
    return std::nullopt;
}

}  // namespace musimd::fast
