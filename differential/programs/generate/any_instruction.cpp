#include "differential/programs/generate/any_instruction.hpp"

#include "differential/programs/generate/instructions.hpp"
#include "differential/programs/generate/machine_config.hpp"
#include "differential/programs/generate/typed_maker.hpp"

namespace musimd::differential {

Opcode InstructionMaker::opcode() {
    switch (dice_.weighted({3, 3, 1, 2, 5, 2, 2, 2, 2, 12})) {
        case 0:
            return Opcode::bz;
        case 1:
            return Opcode::bnz;
        case 2:
            return Opcode::branch_mask;
        case 3:
            return Opcode::jump;
        case 4:
            return Opcode::sync;
        case 5:
            return Opcode::stop;
        case 6:
            return Opcode::everywhere;
        case 7:
            return Opcode::end_everywhere;
        case 8:
            return Opcode::barrier;
        default:
            return data_opcode();
    }
}

Opcode InstructionMaker::data_opcode() {
    if (can_vote(machine_) && dice_.chance(10)) return Opcode::ballot;
    if (dice_.chance(8)) return Opcode::typed;
    return dice_.pick(
        {Opcode::st, Opcode::ld, Opcode::atomic_inc, Opcode::copy, Opcode::bp, Opcode::bp, Opcode::shfl});
}

Instruction InstructionMaker::make(Opcode opcode, Label end) {
    Instruction made = opcode == Opcode::typed ? make_typed(dice_, machine_.word) : plain(opcode);
    const Format& format = info(opcode).format;
    if (has_destination(format)) made.destination = static_cast<Variable>(dice_.below(variables_));
    for (std::size_t i = 0; i < operand_count(made); ++i) made.operands[i] = operand();
    if (format.address) made.operands[0] = address();
    if (opcode == Opcode::typed && dice_.chance(40)) {
        made.operands[0] = Operand::constant(make_pattern(dice_, made.type));
    }
    if (!format.constants && made.operands[0].kind == Operand::Kind::constant) {
        made.operands[0] = Operand::tid();
    }
    if (opcode == Opcode::bp) made.operation = static_cast<Operation>(dice_.below(operation_table().size()));
    if (opcode == Opcode::bp && dice_.chance(15)) put_at_the_edge(dice_, machine_.word, made);
    if (has_target(format)) made.target = dice_.between<Label>(1, end);
    return made;
}

Value InstructionMaker::word() {
    return make_word(dice_, machine_.word);
}

Operand InstructionMaker::operand() {
    switch (dice_.weighted({4, 2, 1, 4})) {
        case 0:
            return Operand::of(static_cast<Variable>(dice_.below(variables_)));
        case 1:
            return Operand::tid();
        case 2:
            return Operand::wid();
        default:
            return Operand::constant(word());
    }
}

Operand InstructionMaker::address() {
    switch (dice_.weighted({4, 3, 1})) {
        case 0:
            return Operand::tid();
        case 1:
            return Operand::constant(dice_.between<Value>(0, 9));
        default:
            return operand();
    }
}

}  // namespace musimd::differential
