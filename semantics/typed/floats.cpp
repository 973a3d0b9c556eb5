#include "semantics/typed/floats.hpp"

#include <cassert>

#include "semantics/typed/integers.hpp"
#include "semantics/typed/mpfr_functions.hpp"
#include "semantics/typed/mpfr_real.hpp"

namespace musimd::typed {
namespace {

// ---- operations on patterns, which keep those of NaN

Value negated(Value word, Type type) {
    return word_of_pattern(pattern_of_word(word, type) ^ std::uint64_t{1} << (width_of(type) - 1), type);
}

Value absolute(Value word, Type type) {
    return word_of_pattern(pattern_of_word(word, type) & ~(std::uint64_t{1} << (width_of(type) - 1)), type);
}

// ---- comparisons

// Comparisons with a NaN return 0, `ne` returns 1.
bool compare(TypedOperation operation, const Real& x, const Real& y) {
    switch (operation) {
        case TypedOperation::eq:
            return mpfr_equal_p(x.get(), y.get()) != 0;
        case TypedOperation::ne:
            return mpfr_equal_p(x.get(), y.get()) == 0;
        case TypedOperation::lt:
            return mpfr_less_p(x.get(), y.get()) != 0;
        case TypedOperation::le:
            return mpfr_lessequal_p(x.get(), y.get()) != 0;
        case TypedOperation::gt:
            return mpfr_greater_p(x.get(), y.get()) != 0;
        case TypedOperation::ge:
            return mpfr_greaterequal_p(x.get(), y.get()) != 0;
#define MUSIMD_TYPED_COMPARISON(...)
#define MUSIMD_TYPED_OPERATION(name, ...) case TypedOperation::name:
#include "isa/typed_operations.def"
            break;
    }
    assert(false && "no comparison");
    return false;
}

// Whether minimumNumber of IEEE 754-2019 of x and y is x: a number precedes a NaN, −0 precedes +0.
bool is_less(const Real& x, const Real& y) {
    if (mpfr_nan_p(x.get()) != 0 || mpfr_nan_p(y.get()) != 0) return mpfr_nan_p(y.get()) != 0;
    if (mpfr_equal_p(x.get(), y.get()) != 0) return mpfr_signbit(x.get()) != 0;
    return mpfr_less_p(x.get(), y.get()) != 0;
}

// minimumNumber or maximumNumber.
Value extremum(TypedOperation operation, Type type, const Real& x, const Real& y) {
    Real result(type);
    const bool smaller = operation == TypedOperation::min;
    const bool is_nan = mpfr_nan_p(x.get()) != 0 || mpfr_nan_p(y.get()) != 0;
    const bool first = is_nan || smaller ? is_less(x, y) : !is_less(x, y);
    mpfr_set(result.get(), first ? x.get() : y.get(), MPFR_RNDN);
    return word_of(result, 0, type);
}

}  // namespace

Value apply_to_floats(TypedOperation operation, Type type, const TypedOperands& operands) {
    if (operation == TypedOperation::neg) return negated(operands[0], type);
    if (operation == TypedOperation::abs) return absolute(operands[0], type);
    const Real x(operands[0], type);
    const Real y(operands[1], type);
    if (is_comparison(operation)) return compare(operation, x, y) ? 1 : 0;
    if (operation == TypedOperation::min || operation == TypedOperation::max) {
        return extremum(operation, type, x, y);
    }
    const Real z(operands[2], type);
    Real result(type);
    const int ternary = compute(operation, result.get(), x.get(), y.get(), z.get());
    return word_of(result, ternary, type);
}

Value float_of(Integer x, Type type) {
    Real result(type);
    const int ternary = x < 0 ? mpfr_set_si(result.get(), static_cast<std::int64_t>(x), MPFR_RNDN)
                              : mpfr_set_ui(result.get(), static_cast<std::uint64_t>(x), MPFR_RNDN);
    return word_of(result, ternary, type);
}

Value float_of_float(Value word, Type from, Type type) {
    const Real x(word, from);
    Real result(type);
    const int ternary = mpfr_set(result.get(), x.get(), MPFR_RNDN);
    return word_of(result, ternary, type);
}

tl::expected<Value, TrapKind> integer_of_float(Value word, Type from, Type type) {
    Real x(word, from);
    mpfr_trunc(x.get(), x.get());
    const bool negative = mpfr_signbit(x.get()) != 0;
    mpfr_abs(x.get(), x.get(), MPFR_RNDN);
    // Every T is below 2^64, so MPFR's integers are wide enough.
    if (mpfr_fits_ulong_p(x.get(), MPFR_RNDN) == 0) return tl::unexpected(TrapKind::overflow);
    const Integer magnitude = mpfr_get_ui(x.get(), MPFR_RNDN);
    const Integer truncated = negative ? -magnitude : magnitude;
    if (truncated < least(type) || truncated > largest(type)) return tl::unexpected(TrapKind::overflow);
    return word_of(truncated, type);
}

}  // namespace musimd::typed
