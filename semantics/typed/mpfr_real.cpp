#include "semantics/typed/mpfr_real.hpp"

#include <algorithm>

namespace musimd::typed {
namespace {

// MPFR caches constants like π per thread until the cache is freed.
struct CacheOfThread {
    ~CacheOfThread() { mpfr_free_cache(); }
};

// Sets the range of exponents that MPFR rounds into for its lifetime.
class Range {
  public:
    explicit Range(Type type) {
        mpfr_set_emin(emin_of(type));
        mpfr_set_emax(emax_of(type));
    }
    Range(const Range&) = delete;
    Range& operator=(const Range&) = delete;
    ~Range() {
        mpfr_set_emin(emin_);
        mpfr_set_emax(emax_);
    }

  private:
    mpfr_exp_t emin_ = mpfr_get_emin();
    mpfr_exp_t emax_ = mpfr_get_emax();
};

std::uint64_t sign_bit(Type type) {
    return std::uint64_t{1} << (width_of(type) - 1);
}

// What incrementing the exponent field adds to a pattern: the smallest significand of normal numbers.
std::uint64_t next_exponent(Type type) {
    return std::uint64_t{1} << (precision_of(type) - 1);
}

// The pattern of |x|, which must be a number of the format. Neighbouring numbers have neighbouring patterns:
// the first bit of a normal significand adds one to the exponent field.
std::uint64_t magnitude_of(Real& x, Type type) {
    if (mpfr_inf_p(x.get()) != 0) return infinity_of(type);
    if (mpfr_zero_p(x.get()) != 0) return 0;
    const mpfr_exp_t e = std::max<mpfr_exp_t>(mpfr_get_exp(x.get()), least_normal_of(type));
    mpfr_abs(x.get(), x.get(), MPFR_RNDN);
    mpfr_mul_2si(x.get(), x.get(), precision_of(type) - e, MPFR_RNDN);
    return mpfr_get_ui(x.get(), MPFR_RNDN) +
           static_cast<std::uint64_t>(e - least_normal_of(type)) * next_exponent(type);
}

}  // namespace

Real::Real(Type type) {
    thread_local CacheOfThread cache;
    mpfr_init2(value_, precision_of(type));
}

Real::Real(Value word, Type type) : Real(type) {
    const std::uint64_t pattern = pattern_of_word(word, type);
    const std::uint64_t magnitude = pattern & (sign_bit(type) - 1);
    if (magnitude > infinity_of(type)) return;
    if (magnitude == infinity_of(type)) {
        mpfr_set_inf(value_, 1);
    } else {
        const std::uint64_t exponent = magnitude / next_exponent(type);
        const std::uint64_t fraction = magnitude % next_exponent(type);
        const std::uint64_t significand = exponent == 0 ? fraction : fraction + next_exponent(type);
        const auto above_least = static_cast<mpfr_exp_t>(exponent == 0 ? 0 : exponent - 1);
        mpfr_set_ui_2exp(value_, significand, emin_of(type) - 1 + above_least, MPFR_RNDN);
    }
    if ((pattern & sign_bit(type)) != 0) mpfr_neg(value_, value_, MPFR_RNDN);
}

Value word_of(Real& result, int ternary, Type type) {
    if (mpfr_nan_p(result.get()) != 0) return word_of_pattern(canonical_nan_of(type), type);
    {
        const Range range(type);
        ternary = mpfr_check_range(result.get(), ternary, MPFR_RNDN);
        mpfr_subnormalize(result.get(), ternary, MPFR_RNDN);
    }
    const std::uint64_t sign = mpfr_signbit(result.get()) != 0 ? sign_bit(type) : 0;
    return word_of_pattern(sign | magnitude_of(result, type), type);
}

}  // namespace musimd::typed
