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

/// MPFR's functions under the names of the table, where these differ.
namespace functions {

constexpr auto mpfr_rsqrt = mpfr_rec_sqrt;
constexpr auto mpfr_tgamma = mpfr_gamma;

int mpfr_lgamma(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    int sign = 0;
    return ::mpfr_lgamma(result, &sign, x, mode);
}

}  // namespace functions

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

int apply(Unary function, mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr) {
    return function(result, x, MPFR_RNDZ);
}
int apply(Binary function, mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y) {
    return function(result, x, y, MPFR_RNDZ);
}

/// Truncates f(x, y); returns 0 if it is exact.
int truncate(TypedOperation operation, mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y) {
    using namespace functions;
    switch (operation) {
#define MUSIMD_TYPED_FUNCTION(name, ...) \
    case TypedOperation::name:           \
        return apply(mpfr_##name, result, x, y);
#define MUSIMD_TYPED_OPERATION(name, ...) case TypedOperation::name:
#include "isa/typed_operations.def"
        break;
    }
    return 0;
}

}  // namespace

long double rounded_to_odd(TypedOperation operation, double x, double y) {
    static thread_local const Caches caches;
    const ExponentRange range;
    Number result;
    Number left(x);
    Number right(y);
    const int inexact = truncate(operation, result, left, right);
    const long double truncated = mpfr_get_ld(result, MPFR_RNDZ);
    if (inexact == 0 || truncated == 0) return truncated;
    int exponent = 0;
    const long double digits = std::ldexp(std::frexp(std::fabs(truncated), &exponent), kPrecision);
    if (static_cast<std::uint64_t>(digits) % 2 == 1) return truncated;
    return std::copysign(std::ldexp(digits + 1, exponent - static_cast<int>(kPrecision)), truncated);
}

}  // namespace musimd::fast
