#include "differential/programs/generate/soup.hpp"

#include <string>
#include <utility>

#include "differential/programs/generate/any_instruction.hpp"
#include "differential/programs/generate/instructions.hpp"
#include "differential/programs/generate/lowering.hpp"
#include "differential/programs/generate/machine_config.hpp"

namespace musimd::differential {
namespace {

constexpr Variable kVariables = 3;

class SoupMaker {
  public:
    SoupMaker(Dice& dice, const TreeSize& size) : dice_(dice), size_(size) {}

    Program make() { return dice_.chance(60) ? random() : changed(); }

  private:
    Program machine();
    Program random();
    Program changed();
    void change(Program& program, InstructionMaker& any);

    Dice& dice_;
    const TreeSize& size_;
};

Program SoupMaker::machine() {
    Program result = make_machine(dice_, {25, 35, 4});
    set_size(result, size_.threads, size_.warps);
    if (dice_.chance(15)) result.races = RaceMode::thread;
    result.variables = {"x", "y", "z"};
    result.preloads.push_back(make_preload(dice_, 0, result.threads + 8));
    const unsigned buffers = dice_.chance(15) ? 1 + static_cast<unsigned>(dice_.below(2)) : 0;
    for (unsigned i = 0; i < buffers; ++i) {
        result.buffers.push_back({"B" + std::to_string(i), dice_.between<std::int64_t>(0, 8),
                                  dice_.between<std::int64_t>(0, result.threads + 8)});
    }
    return result;
}

Program SoupMaker::random() {
    const Program machine = this->machine();
    InstructionMaker any(dice_, machine, kVariables);
    Program result = machine;
    const Label count =
        1 + static_cast<Label>(dice_.below(4 + static_cast<std::uint64_t>(size_.statements) / 3));
    const bool initial = dice_.chance(80);
    for (Variable v = 0; initial && v < kVariables; ++v) {
        result.instructions.push_back(copy(v, any.operand()));
    }
    const Label end = result.end() + count;
    for (Label i = 0; i < count; ++i) result.instructions.push_back(any.make(any.opcode(), end));
    if (dice_.chance(75)) result.instructions.back() = plain(Opcode::stop);
    return result;
}

// One to three changes of the program of a tree.
Program SoupMaker::changed() {
    Mix mix;
    mix.everywhere = 6;
    mix.most_warps = 3;
    TreeSize half = size_;
    half.statements /= 2;
    Program result = lower(make_tree(dice_, half, mix));
    result.labels.clear();
    while (result.variables.size() < kVariables) {
        result.variables.push_back("v" + std::to_string(result.variables.size()));
    }
    Program machine = result;
    InstructionMaker any(dice_, machine, kVariables);
    for (auto changes = dice_.between(1, 3); changes > 0; --changes) change(result, any);
    return result;
}

void SoupMaker::change(Program& program, InstructionMaker& any) {
    if (program.instructions.empty()) return;
    const Label at = dice_.between<Label>(1, program.end() - 1);
    Instruction& here = program.instructions[at - 1];
    switch (dice_.weighted({3, 3, 3, 2, 1})) {
        case 0:
            program = without(std::move(program), at, 1);
            break;
        case 1: {
            const Instruction fresh = any.make(any.opcode(), program.end() + 1);
            program = with_inserted(std::move(program), at, {fresh});
            break;
        }
        case 2:
            if (has_target(info(here.opcode).format)) here.target = dice_.between<Label>(1, program.end());
            break;
        case 3:
            std::swap(here, program.instructions[dice_.index(program.instructions.size())]);
            break;
        default:
            here = any.make(any.opcode(), program.end());
            break;
    }
}

}  // namespace

Program make_soup(Dice& dice, const TreeSize& size) {
    return SoupMaker(dice, size).make();
}

}  // namespace musimd::differential
