#include "simulator/codegen/truths.hpp"

#include "isa/instruction.hpp"

namespace musimd::codegen {

bool is_test(const Instruction& i) {
    return (i.opcode == Opcode::bp && is_comparison(i.operation)) ||
           (i.opcode == Opcode::typed && is_comparison(i.typed_operation));
}

Truths::Truths(const Program& program, bool enabled) : has_(program.variables.size()) {
    if (!enabled || program.registers == RegisterMode::restore) return;
    for (const Instruction& i : program.instructions) {
        if (has_destination(info(i.opcode).format)) has_[i.destination] = true;
    }
    // Fewer and fewer, until what assigns to those that are left needs none of the others.
    for (bool changes = true; changes;) {
        changes = false;
        for (const Instruction& i : program.instructions) {
            if (!has_destination(info(i.opcode).format) || !has_[i.destination] || is_test(i) || combines(i))
                continue;
            has_[i.destination] = false;
            changes = true;
        }
    }
}

bool Truths::is_truth(const Operand& o) const {
    if (o.kind == Operand::Kind::variable) return has_[o.variable];
    return o.kind == Operand::Kind::constant && (o.value == 0 || o.value == 1);
}

bool Truths::combines(const Instruction& i) const {
    if (i.opcode == Opcode::copy) return is_truth(i.operands[0]);
    return i.opcode == Opcode::bp &&
           (i.operation == Operation::and_ || i.operation == Operation::or_ ||
            i.operation == Operation::xor_) &&
           is_truth(i.operands[0]) && is_truth(i.operands[1]);
}

}  // namespace musimd::codegen
