#include "semantics/typed/mpfr_functions.hpp"

#include <cassert>

namespace musimd::typed {
namespace {

// 1 / √x of IEEE 754, which is −inf for −0; MPFR's is +inf.
int reciprocal_square_root(mpfr_ptr result, mpfr_srcptr x) {
    if (mpfr_zero_p(x) == 0) return mpfr_rec_sqrt(result, x, MPFR_RNDN);
    mpfr_set_inf(result, mpfr_signbit(x) != 0 ? -1 : 1);
    return 0;
}

int log_gamma(mpfr_ptr result, mpfr_srcptr x) {
    int sign_of_gamma = 0;
    return mpfr_lgamma(result, &sign_of_gamma, x, MPFR_RNDN);
}

}  // namespace

int compute(TypedOperation operation, mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z) {
    constexpr mpfr_rnd_t kNearest = MPFR_RNDN;
    switch (operation) {
        case TypedOperation::add:
            return mpfr_add(result, x, y, kNearest);
        case TypedOperation::sub:
            return mpfr_sub(result, x, y, kNearest);
        case TypedOperation::mul:
            return mpfr_mul(result, x, y, kNearest);
        case TypedOperation::div:
            return mpfr_div(result, x, y, kNearest);
        case TypedOperation::rem:
            return mpfr_fmod(result, x, y, kNearest);
        case TypedOperation::sqrt:
            return mpfr_sqrt(result, x, kNearest);
        case TypedOperation::fma:
            return mpfr_fma(result, x, y, z, kNearest);
        case TypedOperation::ceil:
            return mpfr_ceil(result, x);
        case TypedOperation::floor:
            return mpfr_floor(result, x);
        case TypedOperation::trunc:
            return mpfr_trunc(result, x);
        case TypedOperation::round:
            return mpfr_roundeven(result, x);
        case TypedOperation::rec:
            return mpfr_ui_div(result, 1, x, kNearest);
        case TypedOperation::rsqrt:
            return reciprocal_square_root(result, x);
        case TypedOperation::sin:
            return mpfr_sin(result, x, kNearest);
        case TypedOperation::cos:
            return mpfr_cos(result, x, kNearest);
        case TypedOperation::tan:
            return mpfr_tan(result, x, kNearest);
        case TypedOperation::asin:
            return mpfr_asin(result, x, kNearest);
        case TypedOperation::acos:
            return mpfr_acos(result, x, kNearest);
        case TypedOperation::atan:
            return mpfr_atan(result, x, kNearest);
        case TypedOperation::atan2:
            return mpfr_atan2(result, x, y, kNearest);
        case TypedOperation::sinh:
            return mpfr_sinh(result, x, kNearest);
        case TypedOperation::cosh:
            return mpfr_cosh(result, x, kNearest);
        case TypedOperation::tanh:
            return mpfr_tanh(result, x, kNearest);
        case TypedOperation::asinh:
            return mpfr_asinh(result, x, kNearest);
        case TypedOperation::acosh:
            return mpfr_acosh(result, x, kNearest);
        case TypedOperation::atanh:
            return mpfr_atanh(result, x, kNearest);
        case TypedOperation::exp:
            return mpfr_exp(result, x, kNearest);
        case TypedOperation::exp2:
            return mpfr_exp2(result, x, kNearest);
        case TypedOperation::exp10:
            return mpfr_exp10(result, x, kNearest);
        case TypedOperation::expm1:
            return mpfr_expm1(result, x, kNearest);
        case TypedOperation::log:
            return mpfr_log(result, x, kNearest);
        case TypedOperation::log2:
            return mpfr_log2(result, x, kNearest);
        case TypedOperation::log10:
            return mpfr_log10(result, x, kNearest);
        case TypedOperation::log1p:
            return mpfr_log1p(result, x, kNearest);
        case TypedOperation::pow:
            return mpfr_pow(result, x, y, kNearest);
        case TypedOperation::cbrt:
            return mpfr_cbrt(result, x, kNearest);
        case TypedOperation::hypot:
            return mpfr_hypot(result, x, y, kNearest);
        case TypedOperation::sinpi:
            return mpfr_sinpi(result, x, kNearest);
        case TypedOperation::cospi:
            return mpfr_cospi(result, x, kNearest);
        case TypedOperation::remainder:
            return mpfr_remainder(result, x, y, kNearest);
        case TypedOperation::lgamma:
            return log_gamma(result, x);
        case TypedOperation::tgamma:
            return mpfr_gamma(result, x, kNearest);
        case TypedOperation::erf:
            return mpfr_erf(result, x, kNearest);
        case TypedOperation::erfc:
            return mpfr_erfc(result, x, kNearest);
        case TypedOperation::neg:
        case TypedOperation::abs:
        case TypedOperation::min:
        case TypedOperation::max:
#define MUSIMD_TYPED_ARITHMETIC(...)
#define MUSIMD_TYPED_FLOATING(...)
#define MUSIMD_TYPED_FUNCTION(...)
#define MUSIMD_TYPED_OPERATION(name, ...) case TypedOperation::name:
#include "isa/typed_operations.def"
            break;
    }
    assert(false && "not an operation on floats that rounds");
    return 0;
}

}  // namespace musimd::typed
