#include "differential/programs/generate/any_instruction.hpp"

#include <cstddef>
#include <optional>
#include <vector>

#include "differential/programs/generate/instructions.hpp"
#include "differential/programs/generate/machine_config.hpp"
#include "differential/programs/generate/typed_maker.hpp"

namespace musimd::differential {
namespace {

// How often a soup has each control instruction; data instructions together weigh kDataWeight.
std::size_t weight(Opcode opcode) {
    switch (opcode) {
        case Opcode::branch_mask:
        case Opcode::assert_:
            return 1;
        case Opcode::jump:
        case Opcode::stop:
        case Opcode::everywhere:
        case Opcode::end_everywhere:
        case Opcode::barrier:
            return 2;
        case Opcode::bz:
        case Opcode::bnz:
            return 3;
        case Opcode::sync:
            return 5;
#define MUSIMD_DATA(opcode, ...) case Opcode::opcode:
#define MUSIMD_OF_BLOCKS(opcode, ...) case Opcode::opcode:
#include "isa/instructions.def"
            return 0;
    }
    return 0;
}
constexpr std::size_t kDataWeight = 12;

// Each as often as it weighs; nothing for a data instruction.
std::vector<std::optional<Opcode>> weighted_opcodes() {
    std::vector<std::optional<Opcode>> list;
    for (const InstructionInfo& row : instruction_table())
        list.insert(list.end(), weight(row.opcode), row.opcode);
    list.insert(list.end(), kDataWeight, std::nullopt);
    return list;
}

// Every data instruction but those of blocks and those that are drawn apart; operations are drawn twice as
// often.
std::vector<Opcode> data_opcodes() {
    std::vector<Opcode> list;
    for (const InstructionInfo& row : instruction_table()) {
        const bool apart =
            row.opcode == Opcode::ballot || row.opcode == Opcode::typed || row.opcode == Opcode::strong_store;
        if (row.family == Family::data && !apart && !is_of_blocks(row.opcode))
            list.insert(list.end(), row.opcode == Opcode::bp ? 2 : 1, row.opcode);
    }
    return list;
}

}  // namespace

Opcode InstructionMaker::opcode() {
    static const std::vector<std::optional<Opcode>> opcodes = weighted_opcodes();
    const std::optional<Opcode> opcode = dice_.pick(opcodes);
    return opcode ? *opcode : data_opcode();
}

Opcode InstructionMaker::data_opcode() {
    static const std::vector<Opcode> opcodes = data_opcodes();
    if (can_vote(machine_) && dice_.chance(10)) return Opcode::ballot;
    if (dice_.chance(8)) return Opcode::typed;
    return dice_.pick(opcodes);
}

Instruction InstructionMaker::make(Opcode opcode, Label end) {
    const bool fetches = opcode == Opcode::fetch || opcode == Opcode::typed_fetch;
    Instruction result = opcode == Opcode::typed ? make_typed(dice_, machine_.word)
                         : fetches               ? make_fetch(dice_, machine_.word, opcode)
                                                 : plain(opcode);
    const Format& format = info(opcode).format;
    if (has_destination(format)) result.destination = static_cast<Variable>(dice_.below(variables_));
    for (std::size_t i = 0; i < operand_count(result); ++i) result.operands[i] = operand();
    if (format.address) result.operands[0] = address();
    if (opcode == Opcode::typed && dice_.chance(40)) {
        result.operands[0] = Operand::constant(make_pattern(dice_, result.type));
    }
    if (opcode == Opcode::typed_fetch && dice_.chance(40)) {
        result.operands[1] = Operand::constant(make_pattern(dice_, result.type));
    }
    if (!format.constants && result.operands[0].kind == Operand::Kind::constant) {
        result.operands[0] = Operand::tid();
    }
    if (opcode == Opcode::bp)
        result.operation = static_cast<Operation>(dice_.below(operation_table().size()));
    if (opcode == Opcode::bp && dice_.chance(15)) use_boundary_operands(dice_, machine_.word, result);
    if (has_target(format)) result.target = dice_.between<Label>(1, end);
    return result;
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
