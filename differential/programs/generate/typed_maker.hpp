#pragma once

#include <optional>
#include <vector>

#include "differential/random/dice.hpp"
#include "isa/instruction.hpp"
#include "isa/word.hpp"

// Operations on typed words, and patterns that bring out what is special about their types.

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

/// Whether it can trap for want of a result: divisions and shifts of integers, conversions to integers.
bool may_trap(const Instruction& typed);

/// Gives an operation that may trap a constant with which it does not.
void forestall_typed(Dice& dice, Instruction& typed);

/// Gives an operation that may trap constants with which it just traps, or just does not: shifts by about the
/// width, quotients by 0 and -1.
void put_typed_at_the_edge(Dice& dice, Instruction& typed);

}  // namespace musimd::differential
