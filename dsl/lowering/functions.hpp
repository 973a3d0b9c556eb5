#pragma once

#include <array>
#include <functional>

#include "dsl/kernel.hpp"
#include "isa/instruction.hpp"
#include "isa/word.hpp"

namespace musimd::dsl {

/// Whether the function returns its operand's word unchanged, as when a pattern is reinterpreted.
bool is_copy(const Expression& apply);

/// The function that a call or an infix operator performs: infix `>>` of a signed value is arithmetic, as in
/// C++.
Function resolve_overload(const Expression& apply);

/// Writes an instruction with a new destination; returns the destination.
using Step = std::function<Operand(const Instruction&)>;

/// The instruction that computes the function of these operands, without its destination. If it takes several
/// instructions, `step` writes all but the last. The call must not be an is_copy.
Instruction instruction_of(const Expression& apply, const std::array<Operand, 3>& operands, const Step& step);

/// Whether the function is one that overflows in C: a sum, difference, product or negation of signed
/// integers.
bool may_overflow(const Expression& apply);

/// As instruction_of, for a function that may overflow: it traps if it does.
Instruction checked_instruction_of(const Expression& apply, std::array<Operand, 3> operands, Word machine);

/// Whether the function is a shift of an integer.
bool is_shift(const Expression& apply);

/// As instruction_of, for a shift: by more bits than the number has, none of them remains.
Instruction clamped_instruction_of(const Expression& apply, const std::array<Operand, 3>& operands,
                                   const Step& step);

}  // namespace musimd::dsl
