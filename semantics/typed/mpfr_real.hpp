#pragma once

#include <mpfr.h>

#include "isa/type.hpp"

namespace musimd::typed {

/// An IEEE 754 binary format, in MPFR's terms: its numbers are ±0, ±inf, NaN and ±0.m · 2^e with m of
/// `precision` bits, the first of them 1, and emin ≤ e ≤ emax; of subnormals m has as many bits as 2^(emin −
/// 1) allows.
struct FloatFormat {
    int precision;
    int emax;

    constexpr int emin() const { return 4 - emax - precision; }            ///< of the least subnormal
    constexpr int least_normal() const { return emin() + precision - 1; }  ///< its e
    constexpr std::uint64_t significands() const { return std::uint64_t{1} << (precision - 1); }
};

/// Of f16, f32 and f64.
constexpr FloatFormat format_of(Type type) {
    constexpr FloatFormat kFormats[] = {{11, 16}, {24, 128}, {53, 1024}};
    return kFormats[static_cast<std::size_t>(type) - static_cast<std::size_t>(Type::f16)];
}

/// A number of MPFR with the precision of a format, in MPFR's own range of exponents, which is larger than
/// that of any format: Rounded brings it into the format's.
class Real {
  public:
    /// A NaN, until something is computed into it.
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

/// The word for a result that MPFR rounded to the nearest in its own range: rounded to the format instead,
/// once, by what `ternary` says of the first rounding. A NaN becomes the canonical one.
Value word_of(Real& result, int ternary, Type type);

}  // namespace musimd::typed
