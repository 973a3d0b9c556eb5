#pragma once

#include <array>
#include <functional>

#include "dsl/kernel.hpp"
#include "isa/instruction.hpp"

namespace musimd::dsl {

/// Whether the word that the function gives is that of its operand: a pattern is seen as another type, say.
bool is_copy(const Expression& apply);

/// What an infix operator, or a function, does: infix `>>` is arithmetic where the value is signed, as C++'s
/// is.
Function meant(const Expression& apply);

/// Writes an instruction, with a destination of its own; gives the destination.
using Step = std::function<Operand(const Instruction&)>;

/// The instruction that computes the function of these operands, without its destination. Where it takes
/// several, those before it are done by `step`. The function is no is_copy.
Instruction instruction_of(const Expression& apply, const std::array<Operand, 3>& operands, const Step& step);

}  // namespace musimd::dsl
