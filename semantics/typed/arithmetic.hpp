#pragma once

#include <array>
#include <tl/expected.hpp>

#include "isa/instruction.hpp"
#include "semantics/rule_id.hpp"

namespace musimd {

/// The words that a typed operation reads, in the order of the text; unused ones are 0.
using TypedOperands = std::array<Value, 3>;

/// op.T(c1, …): the pattern of the T, sign-extended. `from` is the S of cvt.T.S. Integers are computed in ℤ;
/// floats are rounded once, to the nearest, ties to even, and a computed NaN is the canonical one. The error
/// is one of division_by_zero, invalid_shift and overflow.
tl::expected<Value, TrapKind> apply(TypedOperation operation, Type type, Type from,
                                    const TypedOperands& operands);

}  // namespace musimd
