#pragma once

#include <tl/expected.hpp>

#include "isa/instruction.hpp"
#include "isa/word.hpp"
#include "semantics/rule_id.hpp"

namespace musimd {

/// c1 ⊕ c2 on words: computed in ℤ, then wrapped to the word or trapped if it does not fit. The error is one
/// of division_by_zero, invalid_shift and overflow.
tl::expected<Value, TrapKind> apply(Operation operation, Value c1, Value c2, Word word);

/// The functions of one word. Their meanings are those of isa/instructions.def.
#define MUSIMD_UNARY(function, ...) Value function(Value c, Word word);
#include "isa/instructions.def"

/// The word for an exact result: itself if it fits; else wrapped, or the trap `overflow`.
tl::expected<Value, TrapKind> to_word(Integer exact, Word word);

}  // namespace musimd
