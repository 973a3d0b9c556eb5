#pragma once

#include <tl/expected.hpp>

#include "isa/typed_operation.hpp"
#include "semantics/rule_id.hpp"

namespace musimd::typed {

/// The integer that a word holds as a T, one of i8 … u64.
Integer integer_of(Value word, Type type);

/// The word for an integer as a T: its pattern modulo 2^width.
Value word_of(Integer x, Type type);

/// The smallest and the largest T.
Integer least(Type type);
Integer largest(Type type);

/// x op y for all operations on integers but `select` and `cvt`; y is ignored if op has one operand.
tl::expected<Value, TrapKind> apply_to_integers(TypedOperation operation, Type type, Integer x, Integer y);

}  // namespace musimd::typed
