#pragma once

#include "differential/random/dice.hpp"
#include "isa/program.hpp"

namespace musimd::differential {

/// Makes instructions at random, each good for itself, for a machine and a number of variables.
class InstructionMaker {
  public:
    InstructionMaker(Dice& dice, const Program& machine, Variable variables)
        : dice_(dice), machine_(machine), variables_(variables) {}

    /// Targets are 1 … end.
    Instruction make(Opcode opcode, Label end);
    Opcode opcode();
    Opcode data_opcode();
    Operand operand();

  private:
    Operand address();
    Value word();

    Dice& dice_;
    const Program& machine_;
    Variable variables_;
};

}  // namespace musimd::differential
