#pragma once

#include <cstdint>

#include "isa/typed_operation.hpp"
#include "simulator/fast/kernels.hpp"

// The operations on typed floats that no processor has: functions of mathematics, rsqrt and remainders.
// Results are correctly rounded; special values are as in Annex F of C.

namespace musimd::fast {

/// Whether it is computed here: in no instruction set's loops.
constexpr bool is_mathematical(TypedOperation operation) {
    return operation == TypedOperation::rem || operation >= TypedOperation::rsqrt;
}

/// The step of `operation.type`, which must be mathematical and of floats.
StepKernel math_kernel(TypedOperation operation, Type type);

/// The word of the result for words of operands; `b` of operations of one operand is anything.
std::int64_t math_word(TypedOperation operation, Type type, std::int64_t a, std::int64_t b);

/// f(x, y), truncated to 64 bits of precision where it is exact or its last bit is 1, and else with the last
/// bit set to 1: a value that has only to be rounded once more, to any format of up to 62 bits, to be
/// correctly rounded. By MPFR, slowly. The mathematical operations but the remainders; finite operands and
/// results that are numbers.
long double rounded_to_odd(TypedOperation operation, double x, double y);

}  // namespace musimd::fast
