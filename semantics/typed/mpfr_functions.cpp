#include "semantics/typed/mpfr_functions.hpp"

#include <cassert>

namespace musimd::typed {
namespace {

/// MPFR's functions under the names of the table, where these differ.
namespace functions {

// 1 / √x of IEEE 754, which is −inf for −0; MPFR's is +inf.
int mpfr_rsqrt(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    if (mpfr_zero_p(x) == 0) return mpfr_rec_sqrt(result, x, mode);
    mpfr_set_inf(result, mpfr_signbit(x) != 0 ? -1 : 1);
    return 0;
}

int mpfr_lgamma(mpfr_ptr result, mpfr_srcptr x, mpfr_rnd_t mode) {
    int sign_of_gamma = 0;
    return ::mpfr_lgamma(result, &sign_of_gamma, x, mode);
}

constexpr auto mpfr_tgamma = mpfr_gamma;

}  // namespace functions

using Unary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Binary = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);

int apply(Unary function, mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr) {
    return function(result, x, MPFR_RNDN);
}
int apply(Binary function, mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y) {
    return function(result, x, y, MPFR_RNDN);
}

}  // namespace

int compute(TypedOperation operation, mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z) {
    using namespace functions;
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
#define MUSIMD_TYPED_FUNCTION(name, ...) \
    case TypedOperation::name:           \
        return apply(mpfr_##name, result, x, y);
#include "isa/typed_operations.def"
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
