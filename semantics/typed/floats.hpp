#pragma once

#include <tl/expected.hpp>

#include "semantics/typed/arithmetic.hpp"

namespace musimd::typed {

/// op.T for a float T, for all operations but `select` and `cvt`.
Value apply_to_floats(TypedOperation operation, Type type, const TypedOperands& operands);

/// x as a float T, rounded.
Value float_of(Integer x, Type type);

/// The float that a word holds as an S, as a float T, rounded.
Value float_of_float(Value word, Type from, Type type);

/// The float that a word holds as an S, as the integer T: truncated; overflow for NaN and numbers out of
/// range.
tl::expected<Value, TrapKind> integer_of_float(Value word, Type from, Type type);

}  // namespace musimd::typed
