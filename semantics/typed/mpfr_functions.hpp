#pragma once

#include <mpfr.h>

#include "isa/typed_operation.hpp"

namespace musimd::typed {

/// result := op(x, y, z) for the operations on floats that round, rounded to the nearest in the precision of
/// `result` and MPFR's range of exponents; the special values are those of Annex F of C. Returns MPFR's
/// ternary value: the sign of the rounding error.
int compute(TypedOperation operation, mpfr_ptr result, mpfr_srcptr x, mpfr_srcptr y, mpfr_srcptr z);

}  // namespace musimd::typed
