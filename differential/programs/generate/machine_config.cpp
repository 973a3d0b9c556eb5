#include "differential/programs/generate/machine_config.hpp"

#include <algorithm>

namespace musimd::differential {

Program make_machine(Dice& dice, const MachineMix& mix) {
    Program machine;
    machine.threads = dice.chance(mix.wide)
                          ? dice.pick<std::uint32_t>({1, 9, 16, 31, 32, 33, 48, 63, 64, 65, 70})
                          : dice.pick<std::uint32_t>({1, 2, 3, 4, 4, 5, 6, 7, 8, 8});
    machine.warps =
        mix.most_warps > 1 && dice.chance(50) ? dice.between<std::uint32_t>(2, mix.most_warps) : 1;
    machine.active = ThreadSet::all(machine.threads);
    if (dice.chance(mix.dormant)) {
        ThreadSet some;
        for (Thread t = 0; t < machine.threads; ++t) {
            if (dice.chance(65)) some.insert(t);
        }
        if (!some.empty()) machine.active = some;
    }
    if (dice.chance(60)) machine.word = {dice.pick({8, 16, 32, 64}), dice.chance(50)};
    if (dice.chance(50)) machine.registers = RegisterMode::restore;
    return machine;
}

void widen(Program& machine, std::int64_t largest) {
    while (machine.word.max() < largest) machine.word.width *= 2;
}

void set_size(Program& machine, std::optional<std::uint32_t> threads, std::optional<std::uint32_t> warps) {
    if (warps) machine.warps = *warps;
    if (threads && *threads != machine.threads) {
        ThreadSet active;
        machine.active.for_each([&](Thread t) {
            if (t < *threads) active.insert(t);
        });
        if (machine.threads < *threads || active.empty()) active = ThreadSet::all(*threads);
        machine.threads = *threads;
        machine.active = active;
    }
    widen(machine, std::max(machine.threads, machine.warps) - 1);
}

Preload make_preload(Dice& dice, std::int64_t address, std::int64_t count) {
    Preload result;
    result.address = address;
    result.count = count;
    result.start = dice.between<Value>(-9, 9);
    switch (dice.weighted({2, 1, 1})) {
        case 0:
            result.step = dice.pick<Value>({-1, 1}) * (count <= 100 ? 1 : 0);
            break;
        case 1:
            break;
        default:
            result.start = 0;
            result.words.reserve(static_cast<std::size_t>(count));
            for (std::int64_t i = 0; i < count; ++i) result.words.push_back(dice.between<Value>(-9, 9));
    }
    return result;
}

Value make_word(Dice& dice, Word word) {
    if (dice.chance(word.wrap ? 70 : 97)) return dice.between<Value>(-9, 9);
    const auto least = static_cast<Value>(word.min());
    const auto most = static_cast<Value>(word.max());
    if (dice.chance(50)) return dice.pick({least, most, least + 1, most - 1});
    return word.wrapped(static_cast<Value>(dice.bits()));
}

void use_boundary_operands(Dice& dice, Word word, Instruction& bp) {
    const auto least = static_cast<Value>(word.min());
    const auto most = static_cast<Value>(word.max());
    Operand& right = bp.operands[1];
    const FailureMode mode = info(bp.operation).failure;
    if (divides(mode)) {
        if (dice.chance(50)) bp.operands[0] = Operand::constant(dice.pick({least, least + 1}));
        right = Operand::constant(dice.pick<Value>({0, -1}));
    } else if (shifts(mode)) {
        right = Operand::constant(dice.pick<Value>({-1, word.width - 1, word.width}));
    } else if (bp.operation == Operation::mul) {
        bp.operands[0] = Operand::constant(dice.pick({least, most, most / 2, most / 2 + 1}));
        right = Operand::constant(dice.pick<Value>({-1, 1, 2}));
    } else {
        bp.operands[0] = Operand::constant(dice.pick({least, least + 1, most - 1, most}));
    }
}

}  // namespace musimd::differential
