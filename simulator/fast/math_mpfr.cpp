#include <mpfr.h>

#include <cfloat>
#include <cmath>

#include "simulator/fast/math.hpp"

namespace musimd::fast {
namespace {

static_assert(LDBL_MANT_DIG >= 64, "64-bit results are passed as long double");

constexpr mpfr_prec_t kPrecision = 64;
constexpr mpfr_exp_t kLargestExponent = 16383;  // of long double, with room: far beyond f64's

/// An MPFR number.
class Number {
  public:
    Number() { mpfr_init2(value_, kPrecision); }
    explicit Number(double x) : Number() { mpfr_set_d(value_, x, MPFR_RNDN); }
    ~Number() { mpfr_clear(value_); }
    Number(const Number&) = delete;
    Number& operator=(const Number&) = delete;

    operator mpfr_ptr() { return value_; }

  private:
    mpfr_t value_;
};

/// The exponent range is per thread, and other code uses MPFR, too.
class ExponentRange {
  public:
    ExponentRange() {
        mpfr_set_emin(-kLargestExponent);
        mpfr_set_emax(kLargestExponent);
    }
    ~ExponentRange() {
        mpfr_set_emin(least_);
        mpfr_set_emax(largest_);
    }
    ExponentRange(const ExponentRange&) = delete;
    ExponentRange& operator=(const ExponentRange&) = delete;

  private:
    mpfr_exp_t least_ = mpfr_get_emin();
    mpfr_exp_t largest_ = mpfr_get_emax();
};

/// MPFR caches constants such as π per thread; they are freed when the thread ends.
struct Caches {
    Caches() = default;
    ~Caches() { mpfr_free_cache(); }
    Caches(const Caches&) = delete;
    Caches& operator=(const Caches&) = delete;
};

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

int lgamma_of(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    int sign = 0;
    return mpfr_lgamma(result, &sign, x, mode);
}

Unary unary_of(TypedOperation operation) {
    using Op = TypedOperation;
    switch (operation) {
        case Op::rsqrt:
            return mpfr_rec_sqrt;
        case Op::sin:
            return mpfr_sin;
        case Op::cos:
            return mpfr_cos;
        case Op::tan:
            return mpfr_tan;
        case Op::asin:
            return mpfr_asin;
        case Op::acos:
            return mpfr_acos;
        case Op::atan:
            return mpfr_atan;
        case Op::sinh:
            return mpfr_sinh;
        case Op::cosh:
            return mpfr_cosh;
        case Op::tanh:
            return mpfr_tanh;
        case Op::asinh:
            return mpfr_asinh;
        case Op::acosh:
            return mpfr_acosh;
        case Op::atanh:
            return mpfr_atanh;
        case Op::exp:
            return mpfr_exp;
        case Op::exp2:
            return mpfr_exp2;
        case Op::exp10:
            return mpfr_exp10;
        case Op::expm1:
            return mpfr_expm1;
        case Op::log:
            return mpfr_log;
        case Op::log2:
            return mpfr_log2;
        case Op::log10:
            return mpfr_log10;
        case Op::log1p:
            return mpfr_log1p;
        case Op::cbrt:
            return mpfr_cbrt;
        case Op::sinpi:
            return mpfr_sinpi;
        case Op::cospi:
            return mpfr_cospi;
        case Op::lgamma:
            return lgamma_of;
        case Op::tgamma:
            return mpfr_gamma;
        case Op::erf:
            return mpfr_erf;
        case Op::erfc:
            return mpfr_erfc;
        case Op::atan2:
        case Op::pow:
        case Op::hypot:
        case Op::remainder:
#define MUSIMD_TYPED_FUNCTION(...)
#define MUSIMD_TYPED_OPERATION(name, ...) case Op::name:
#include "isa/typed_operations.def"
            break;
    }
    return nullptr;
}

Binary binary_of(TypedOperation operation) {
    if (operation == TypedOperation::atan2) return mpfr_atan2;
    return operation == TypedOperation::pow ? mpfr_pow : mpfr_hypot;
}

}  // namespace

long double rounded_to_odd(TypedOperation operation, double x, double y) {
    static thread_local const Caches caches;
    const ExponentRange range;
    Number result;
    Number left(x);
    Number right(y);
    const Unary unary = unary_of(operation);
    const int inexact = unary != nullptr ? unary(result, left, MPFR_RNDZ)
                                         : binary_of(operation)(result, left, right, MPFR_RNDZ);
    const long double truncated = mpfr_get_ld(result, MPFR_RNDZ);
    if (inexact == 0 || truncated == 0) return truncated;
    int exponent = 0;
    const long double digits = std::ldexp(std::frexp(std::fabs(truncated), &exponent), kPrecision);
    if (static_cast<std::uint64_t>(digits) % 2 == 1) return truncated;
    return std::copysign(std::ldexp(digits + 1, exponent - static_cast<int>(kPrecision)), truncated);
}

}  // namespace musimd::fast
