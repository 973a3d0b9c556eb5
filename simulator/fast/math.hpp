#pragma once

#include <cstdint>

#include "isa/typed_operation.hpp"
#include "simulator/fast/kernels.hpp"

// The operations on typed floats that no processor has: mathematical functions, rsqrt and remainders.
// Results are correctly rounded; special values follow Annex F of C.

namespace musimd::fast {

/// The step of `operation.type`, which must be a mathematical operation (is_mathematical) on floats.
StepKernel math_kernel(TypedOperation operation, Type type);

/// The result word for operand words; `b` is ignored for operations with one operand.
std::int64_t math_word(TypedOperation operation, Type type, std::int64_t a, std::int64_t b);

/// f(x, y), truncated to 64 bits of precision if it is exact or its last bit is 1, and otherwise with the
/// last bit set to 1: rounding this value once more, to any format of up to 62 bits, is correct rounding.
/// Uses MPFR; slow. For mathematical operations except the remainders, with finite operands and numeric
/// results.
long double rounded_to_odd(TypedOperation operation, double x, double y);

}  // namespace musimd::fast
