#pragma once

#include <mpfr.h>

#include "isa/type.hpp"

namespace musimd::typed {

/// A float format in MPFR's terms: its numbers are ±0, ±inf, NaN and ±0.m · 2^e with m of precision_of(type)
/// bits, the first of them 1, and emin ≤ e ≤ emax. A subnormal's m has as many bits as 2^(emin − 1) allows.
constexpr mpfr_exp_t emax_of(Type type) {
    return max_exponent_of(type) + 1;
}
constexpr mpfr_exp_t least_normal_of(Type type) {
    return 2 - max_exponent_of(type);
}
constexpr mpfr_exp_t emin_of(Type type) {
    return least_normal_of(type) - precision_of(type) + 1;
}

/// A number of MPFR with the precision of a format, in MPFR's own range of exponents, which is larger than
/// that of any format: word_of brings it into the format's.
class Real {
  public:
    /// Initially NaN.
    explicit Real(Type type);
    /// The number that a word holds as a T.
    Real(Value word, Type type);
    Real(const Real&) = delete;
    Real& operator=(const Real&) = delete;
    ~Real() { mpfr_clear(value_); }

    mpfr_ptr get() { return value_; }
    mpfr_srcptr get() const { return value_; }

  private:
    mpfr_t value_;
};

/// The word for a result that MPFR rounded to the nearest in its own range, rounded to the format as if only
/// once; `ternary` describes the first rounding. A NaN becomes the canonical one.
Value word_of(Real& result, int ternary, Type type);

}  // namespace musimd::typed
