#pragma once

#include <tl/expected.hpp>

#include "semantics/typed/arithmetic.hpp"

namespace musimd::typed {

/// op.T for T a float, of operations but `select` and `cvt`.
Value apply_to_floats(TypedOperation operation, Type type, const TypedOperands& operands);

/// x as a T, which is a float: rounded.
Value float_of(Integer x, Type type);

/// The float that a word holds as an S, as a T: rounded.
Value float_of_float(Value word, Type from, Type type);

/// The float that a word holds as an S, as the integer T: truncated; overflow for NaN and what is out of
/// range.
tl::expected<Value, TrapKind> integer_of_float(Value word, Type from, Type type);

}  // namespace musimd::typed
