#pragma once

#include <optional>
#include <vector>

#include "differential/random/dice.hpp"
#include "isa/instruction.hpp"
#include "isa/word.hpp"

// Operations on typed words, and patterns with the special values of their types.

namespace musimd::differential {

/// The types that a program's word holds.
std::vector<Type> types_of(Word word);

/// The word of a T: small numbers, ends of the range, neighbours of powers of two, any bits; of floats also
/// zeros, infinities, NaNs, subnormals, halves and numbers about the ends of the integers' ranges.
Value make_pattern(Dice& dice, Type type);

/// Any operation, of this type or of any that the word holds, without operands and destination.
Instruction make_typed(Dice& dice, Word word, std::optional<Type> type = std::nullopt);

/// Any function of one word (MUSIMD_UNARY).
Opcode unary_opcode(Dice& dice);

/// Any instruction of this opcode, fetch or typed_fetch, of this type or of any that the word holds, without
/// operands and destination.
Instruction make_fetch(Dice& dice, Word word, Opcode opcode, std::optional<Type> type = std::nullopt);

/// Whether it can trap because it has no result: divisions, shifts and checked operations of
/// integers, conversions to integers.
bool may_trap(const Instruction& typed);

/// Sets a constant operand with which the operation does not trap.
void avoid_typed_trap(Dice& dice, Instruction& typed);

/// Sets constant operands at the boundary between a result and a trap: shifts by about the width, quotients
/// by 0 and -1, sums at the ends of the type's range.
void use_typed_boundary_operands(Dice& dice, Instruction& typed);

}  // namespace musimd::differential
