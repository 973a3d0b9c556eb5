#include "differential/programs/generate/grids.hpp"

#include <vector>

#include "differential/programs/generate/any_instruction.hpp"
#include "differential/programs/generate/instructions.hpp"
#include "differential/programs/generate/machine_config.hpp"

namespace musimd::differential {
namespace {

constexpr Variable kOwn = 0;  // the address of the thread's private word
constexpr Variable kOther = 1;
constexpr Variable kValue = 2;
constexpr Variable kVariables = 3;

Program grid(Dice& dice, const TreeSize& size) {
    Program result = make_machine(dice, {20, 25, 4});
    if (result.warps == 1 && dice.chance(80)) result.warps = dice.between<std::uint32_t>(2, 5);
    set_size(result, size.threads, size.warps);
    result.races = dice.pick({RaceMode::warp, RaceMode::thread});
    result.variables = {"x", "y", "z"};
    return result;
}

// Warps reach the next barrier after different numbers of steps.
void delay_some_warps(Dice& dice, Program& program) {
    const auto count = dice.between<Label>(1, 9);
    const Label join = program.end() + 1 + count;
    program.instructions.push_back(branch(dice.pick({Opcode::bz, Opcode::bnz}), Operand::wid(), join));
    program.instructions.insert(program.instructions.end(), count, copy(kOther, Operand::tid()));
    program.instructions.push_back(plain(Opcode::sync));
}

void phase(Dice& dice, std::vector<Instruction>& out, std::int64_t words) {
    const Operand own = Operand::of(kOwn);
    switch (dice.weighted({2, 1, 1, 3})) {
        case 0:
            return out.push_back(store(own, dice.chance(50) ? Operand::of(kValue) : Operand::tid()));
        case 1:
            return out.push_back(unary(Opcode::ld, kValue, own));
        case 2:
            return out.push_back(unary(Opcode::atomic_inc, kValue, own));
        default:
            break;
    }
    out.push_back(binary(kOther, own, Operation::add, Operand::constant(dice.between<Value>(1, 4))));
    out.push_back(binary(kOther, Operand::of(kOther), Operation::mod, Operand::constant(words)));
    out.push_back(unary(Opcode::ld, kValue, Operand::of(kOther)));
}

}  // namespace

Program make_phases(Dice& dice, const TreeSize& size, unsigned barriers) {
    Program result = grid(dice, size);
    result.word = {};
    const std::int64_t words = std::int64_t{result.threads} * result.warps;
    result.preloads = {make_preload(dice, 0, words)};
    result.instructions = {binary(kOwn, Operand::wid(), Operation::mul, Operand::constant(result.threads)),
                           binary(kOwn, Operand::of(kOwn), Operation::add, Operand::tid()),
                           copy(kValue, Operand::tid())};
    const auto most = 2 + static_cast<std::uint64_t>(size.statements) / 4;
    for (auto count = 1 + dice.below(most); count > 0; --count) {
        if (dice.chance(50)) delay_some_warps(dice, result);
        phase(dice, result.instructions, words);
        if (dice.chance(barriers)) result.instructions.push_back(plain(Opcode::barrier));
    }
    result.instructions.push_back(plain(Opcode::stop));
    return result;
}

Program make_straight(Dice& dice, const TreeSize& size) {
    Program result = grid(dice, size);
    result.preloads.push_back(make_preload(dice, 0, result.threads + 8));
    const Program machine = result;
    InstructionMaker any(dice, machine, kVariables);
    for (Variable v = 0; v < kVariables; ++v) result.instructions.push_back(copy(v, any.operand()));
    const auto most = 4 + static_cast<std::uint64_t>(size.statements) / 4;
    for (auto count = dice.below(most); count > 0; --count) {
        result.instructions.push_back(dice.chance(30) ? plain(Opcode::barrier)
                                                      : any.make(any.data_opcode(), 0));
    }
    result.instructions.push_back(plain(Opcode::stop));
    return result;
}

}  // namespace musimd::differential
