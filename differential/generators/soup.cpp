#include "differential/generators/soup.hpp"

#include <fmt/format.h>

#include <utility>

#include "differential/generators/instructions.hpp"
#include "differential/generators/structured.hpp"

namespace musimd::differential {
namespace {

class SoupMaker {
  public:
    explicit SoupMaker(Dice& dice) : dice_(dice) {}

    Program make(int size) {
        switch (dice_.weighted({4, 4, 1, 2})) {
            case 0:
                return random(size);
            case 1:
                return changed(size);
            case 2:
                return straight(size);
            default:
                return phased(size, 92);
        }
    }

    /// `barriers`: how many of a hundred barriers are not left out.
    Program phased(int size, unsigned barriers);

  private:
    static constexpr Variable kVariables = 3;
    static constexpr Variable kOwn = 0;  // of phased programs
    static constexpr Variable kOther = 1;
    static constexpr Variable kValue = 2;

    Program machine();
    Program random(int size);
    Program changed(int size);
    Program straight(int size);
    void delay_some_warps(Program& program);
    void phase(Program& program, std::int64_t words);
    void change(Program& program);
    Instruction instruction(Opcode opcode, Label end);
    Operand operand();
    Operand address();
    Value word();
    Label target(Label end) { return dice_.between<Label>(1, end); }
    Opcode opcode();
    Opcode data_opcode();

    Dice& dice_;
    Program machine_;
};

Program SoupMaker::machine() {
    Program made = make_machine(dice_, 4);
    if (dice_.chance(15)) made.races = RaceMode::thread;
    made.variables = {"x", "y", "z"};
    made.preloads.push_back(make_preload(dice_, 0, made.threads + 8));
    const unsigned buffers = dice_.chance(15) ? 1 + static_cast<unsigned>(dice_.below(2)) : 0;
    for (unsigned i = 0; i < buffers; ++i) {
        made.buffers.push_back({fmt::format("B{}", i), dice_.between<std::int64_t>(0, 8),
                                dice_.between<std::int64_t>(0, made.threads + 8)});
    }
    return made;
}

Program SoupMaker::random(int size) {
    machine_ = machine();
    Program made = machine_;
    const Label count = 1 + static_cast<Label>(dice_.below(4 + static_cast<std::uint64_t>(size) / 5));
    const bool initial = dice_.chance(70);
    for (Variable v = 0; initial && v < kVariables; ++v) made.instructions.push_back(copy(v, operand()));
    const Label end = made.end() + count;
    for (Label i = 0; i < count; ++i) made.instructions.push_back(instruction(opcode(), end));
    if (dice_.chance(75)) made.instructions.back() = plain(Opcode::stop);
    return made;
}

// One to three changes of a structured program.
Program SoupMaker::changed(int size) {
    StructuredOptions options;
    options.most_warps = 3;
    Program made = lower(make_tree(dice_, size / 2, options));
    machine_ = made;
    made.labels.clear();
    while (made.variables.size() < kVariables)
        made.variables.push_back(fmt::format("v{}", made.variables.size()));
    for (auto changes = dice_.between(1, 3); changes > 0; --changes) change(made);
    return made;
}

void SoupMaker::change(Program& program) {
    if (program.instructions.empty()) return;
    const Label at = dice_.between<Label>(1, program.end() - 1);
    Instruction& here = program.instructions[at - 1];
    switch (dice_.weighted({3, 3, 3, 2, 1})) {
        case 0:
            program = without(program, at, 1);
            break;
        case 1:
            program = with_inserted(program, at, {instruction(opcode(), program.end() + 1)});
            break;
        case 2:
            if (has_target(info(here.opcode).format)) here.target = target(program.end());
            break;
        case 3:
            std::swap(here, program.instructions[dice_.index(program.instructions.size())]);
            break;
        default:
            here = instruction(opcode(), program.end());
            break;
    }
}

// Data instructions and barriers: most grids get through them, or race.
Program SoupMaker::straight(int size) {
    machine_ = machine();
    Program made = machine_;
    for (Variable v = 0; v < kVariables; ++v) made.instructions.push_back(copy(v, operand()));
    for (auto count = dice_.below(4 + static_cast<std::uint64_t>(size) / 8); count > 0; --count) {
        made.instructions.push_back(dice_.chance(25) ? plain(Opcode::barrier)
                                                     : instruction(data_opcode(), 0));
    }
    made.instructions.push_back(plain(Opcode::stop));
    return made;
}

// Phases with barriers between them: in one each thread uses its own word, in another it reads that of
// another. Where a barrier is left out, the threads race.
Program SoupMaker::phased(int size, unsigned barriers) {
    machine_ = machine();
    Program made = machine_;
    made.word = {};
    made.races = dice_.pick({RaceMode::warp, RaceMode::thread});
    made.buffers.clear();
    const std::int64_t words = std::int64_t{made.threads} * made.warps;
    made.preloads = {make_preload(dice_, 0, words)};
    made.instructions = {binary(kOwn, Operand::wid(), Operation::mul, Operand::constant(made.threads)),
                         binary(kOwn, Operand::of(kOwn), Operation::add, Operand::tid()),
                         copy(kValue, Operand::tid())};
    for (auto count = 1 + dice_.below(2 + static_cast<std::uint64_t>(size) / 12); count > 0; --count) {
        if (dice_.chance(50)) delay_some_warps(made);
        phase(made, words);
        if (dice_.chance(barriers)) made.instructions.push_back(plain(Opcode::barrier));
    }
    made.instructions.push_back(plain(Opcode::stop));
    return made;
}

// Warps reach the next barrier after different numbers of steps.
void SoupMaker::delay_some_warps(Program& program) {
    const auto count = dice_.between<Label>(1, 9);
    const Label join = program.end() + 1 + count;
    program.instructions.push_back(branch(dice_.pick({Opcode::bz, Opcode::bnz}), Operand::wid(), join));
    program.instructions.insert(program.instructions.end(), count, copy(kOther, Operand::tid()));
    program.instructions.push_back(plain(Opcode::sync));
}

void SoupMaker::phase(Program& program, std::int64_t words) {
    auto& out = program.instructions;
    const Operand own = Operand::of(kOwn);
    switch (dice_.weighted({2, 1, 1, 3})) {
        case 0:
            return out.push_back(store(own, dice_.chance(50) ? Operand::of(kValue) : Operand::tid()));
        case 1:
            return out.push_back(unary(Opcode::ld, kValue, own));
        case 2:
            return out.push_back(unary(Opcode::atomic_inc, kValue, own));
        default:
            break;
    }
    out.push_back(binary(kOther, own, Operation::add, Operand::constant(dice_.between<Value>(1, 4))));
    out.push_back(binary(kOther, Operand::of(kOther), Operation::mod, Operand::constant(words)));
    out.push_back(unary(Opcode::ld, kValue, Operand::of(kOther)));
}

Opcode SoupMaker::opcode() {
    switch (dice_.weighted({3, 3, 1, 2, 5, 2, 2, 2, 1, 12})) {
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

Opcode SoupMaker::data_opcode() {
    const bool votes = machine_.threads <= static_cast<std::uint32_t>(machine_.word.width);
    if (votes && dice_.chance(10)) return Opcode::ballot;
    return dice_.pick(
        {Opcode::st, Opcode::ld, Opcode::atomic_inc, Opcode::copy, Opcode::bp, Opcode::bp, Opcode::shfl});
}

Instruction SoupMaker::instruction(Opcode opcode, Label end) {
    Instruction made = plain(opcode);
    const Format format = info(opcode).format;
    if (has_destination(format)) made.destination = static_cast<Variable>(dice_.below(kVariables));
    for (std::size_t i = 0; i < operand_count(format); ++i) made.operands[i] = operand();
    if (format == Format::store || format == Format::load || format == Format::atomic)
        made.operands[0] = address();
    if (format == Format::branch && made.operands[0].kind == Operand::Kind::constant) {
        made.operands[0] = Operand::tid();
    }
    if (format == Format::binary)
        made.operation = static_cast<Operation>(dice_.below(operation_table().size()));
    if (has_target(format)) made.target = target(end);
    return made;
}

Value SoupMaker::word() {
    return make_word(dice_, machine_.word);
}

Operand SoupMaker::operand() {
    switch (dice_.weighted({4, 2, 1, 4})) {
        case 0:
            return Operand::of(static_cast<Variable>(dice_.below(kVariables)));
        case 1:
            return Operand::tid();
        case 2:
            return Operand::wid();
        default:
            return Operand::constant(word());
    }
}

Operand SoupMaker::address() {
    switch (dice_.weighted({4, 3, 1})) {
        case 0:
            return Operand::tid();
        case 1:
            return Operand::constant(dice_.between<Value>(0, 9));
        default:
            return operand();
    }
}

}  // namespace

Program make_soup(Dice& dice, int size) {
    return SoupMaker(dice).make(size);
}

Program make_phases(Dice& dice, int size) {
    return SoupMaker(dice).phased(size, 100);
}

}  // namespace musimd::differential
