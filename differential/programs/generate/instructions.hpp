#pragma once

#include <vector>

#include "isa/program.hpp"

// Builders for instructions and programs.

namespace musimd::differential {

inline Instruction plain(Opcode opcode) {
    Instruction result;
    result.opcode = opcode;
    return result;
}

inline Instruction jump_to(Label target) {
    Instruction result = plain(Opcode::jump);
    result.target = target;
    return result;
}

/// bz, bnz or branch_mask.
inline Instruction branch(Opcode opcode, Operand on, Label target) {
    Instruction result = plain(opcode);
    result.operands[0] = on;
    result.target = target;
    return result;
}

/// The instructions with a destination and one operand: ld, atomic_inc, copy and shfl.
inline Instruction unary(Opcode opcode, Variable v, Operand o) {
    Instruction result = plain(opcode);
    result.destination = v;
    result.operands[0] = o;
    return result;
}

inline Instruction copy(Variable v, Operand o) {
    return unary(Opcode::copy, v, o);
}

inline Instruction binary(Variable v, Operand left, Operation operation, Operand right) {
    Instruction result = unary(Opcode::bp, v, left);
    result.operation = operation;
    result.operands[1] = right;
    return result;
}

inline Instruction store(Operand address, Operand value) {
    Instruction result = plain(Opcode::st);
    result.operands = {address, value};
    return result;
}

/// Makes the program canonical, as if it were read from its text: variables are numbered by their first
/// mention and unused ones removed, labels are in the order of the text, and each target has one.
void make_canonical(Program& program);

/// Inserts instructions before instruction number `at`; a branch to `at` goes to the first of them. The
/// targets of the inserted ones are numbers of the result.
Program with_inserted(Program program, Label at, const std::vector<Instruction>& instructions);

/// The program without `count` instructions from number `first` on; a branch to one of them goes to the next
/// one that remains.
Program without(Program program, Label first, Label count);

}  // namespace musimd::differential
