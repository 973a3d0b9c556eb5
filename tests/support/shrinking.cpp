#include "tests/support/shrinking.hpp"

#include <algorithm>
#include <utility>

#include "differential/programs/generate/instructions.hpp"
#include "differential/programs/generate/machine_config.hpp"

namespace musimd::tests {
namespace {

using Kind = Statement::Kind;

Block joined(const Block& a, const Block& b) {
    Block both = a;
    both.insert(both.end(), b.begin(), b.end());
    return both;
}

Block replaced(const Block& block, std::size_t first, std::size_t count, const Block& by) {
    Block result(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(first));
    result.insert(result.end(), by.begin(), by.end());
    result.insert(result.end(), block.begin() + static_cast<std::ptrdiff_t>(first + count), block.end());
    return result;
}

std::vector<Instruction> shrink(const Instruction& instruction) {
    std::vector<Instruction> list;
    for (std::size_t i = 0; i < operand_count(instruction); ++i) {
        for (const Operand& simpler : {Operand::constant(0), Operand::constant(1)}) {
            const Operand& now = instruction.operands[i];
            if (now.kind == Operand::Kind::constant && now.value >= 0 && now.value <= simpler.value) break;
            list.push_back(instruction);
            list.back().operands[i] = simpler;
        }
    }
    if (instruction.opcode == Opcode::bp || instruction.opcode == Opcode::typed)
        list.push_back(copy(instruction.destination, instruction.operands[0]));
    return list;
}

std::vector<Block> shrink(const Block& block);

std::vector<Statement> shrink(const Statement& s) {
    std::vector<Statement> list;
    const auto add = [&](auto change) {
        list.push_back(s);
        change(list.back());
    };
    if (s.kind == Kind::instruction) {
        for (const Instruction& i : shrink(s.instruction))
            add([&](Statement& result) { result.instruction = i; });
        return list;
    }
    for (const Block& first : shrink(s.first)) add([&](Statement& result) { result.first = first; });
    for (const Block& second : shrink(s.second)) add([&](Statement& result) { result.second = second; });
    const bool is_loop = s.kind == Kind::top_loop || s.kind == Kind::bottom_loop;
    const Operand plain = is_loop ? Operand::constant(1) : Operand::tid();
    if (!s.before.empty() || (is_loop && s.operand != plain)) {
        add([&](Statement& result) {
            result.before.clear();
            result.operand = plain;
        });
    }
    if (is_loop && s.trips != Operand::constant(1))
        add([](Statement& result) { result.trips = Operand::constant(1); });
    if (s.inverted) add([](Statement& result) { result.inverted = false; });
    if (s.levels > 1) add([](Statement& result) { result.levels = 1; });
    return list;
}

std::vector<Block> shrink(const Block& block) {
    std::vector<Block> list;
    for (std::size_t count = block.size(); count > 0; count /= 2) {
        for (std::size_t first = 0; first < block.size(); first += count) {
            list.push_back(replaced(block, first, std::min(count, block.size() - first), {}));
        }
    }
    for (std::size_t i = 0; i < block.size(); ++i) {
        if (block[i].kind == Kind::instruction) continue;
        list.push_back(replaced(block, i, 1, joined(block[i].first, block[i].second)));
    }
    for (std::size_t i = 0; i < block.size(); ++i) {
        for (const Statement& s : shrink(block[i])) list.push_back(replaced(block, i, 1, {s}));
    }
    return list;
}

// With blocks, the number of warps follows from their size and number.
void count_warps(Program& program) {
    if (program.has_blocks()) program.warps = program.grid * program.warps_per_block();
}

}  // namespace

std::vector<Program> shrink_machine(const Program& machine) {
    std::vector<Program> list;
    for (const std::uint32_t n : {1U, 2U, machine.threads / 2, machine.threads - 1}) {
        if (0 < n && n < machine.threads) {
            list.push_back(machine);
            set_size(list.back(), n, {});
            count_warps(list.back());
        }
    }
    const auto add = [&](auto change) {
        Program result = machine;
        change(result);
        count_warps(result);
        if (!(result == machine)) list.push_back(std::move(result));
    };
    add([](Program& p) { p.grid = 1; });
    add([](Program& p) { p.warps = 1; });
    add([](Program& p) { p.warps = std::max(p.warps - 1, 1U); });
    add([](Program& p) { p.active = ThreadSet::all(p.threads); });
    add([](Program& p) { p.registers = RegisterMode::keep; });
    add([](Program& p) { p.races = RaceMode::warp; });
    add([](Program& p) { p.word = {64, p.word.wrap}; });  // constants fit a wider word
    add([](Program& p) { p.word = {}; });
    add([](Program& p) { p.preloads.clear(); });
    add([](Program& p) { p.buffers.clear(); });
    return list;
}

std::vector<Tree> shrink(const Tree& tree) {
    std::vector<Tree> list;
    const auto add = [&](auto change) {
        list.push_back(tree);
        change(list.back());
    };
    for (Block& body : shrink(tree.body)) add([&](Tree& result) { result.body = std::move(body); });
    for (Program& machine : shrink_machine(tree.machine))
        add([&](Tree& result) { result.machine = std::move(machine); });
    for (std::size_t i = 0; i < tree.initial.size(); ++i) {
        add([&](Tree& result) {
            result.initial.erase(result.initial.begin() + static_cast<std::ptrdiff_t>(i));
        });
        const Instruction zero = copy(tree.initial[i].destination, Operand::constant(0));
        if (!(tree.initial[i] == zero)) add([&](Tree& result) { result.initial[i] = zero; });
    }
    return list;
}

std::vector<Program> shrink_program(const Program& program) {
    std::vector<Program> list;
    const Label n = program.end() - 1;
    for (Label count = n; count > 0; count /= 2) {
        for (Label first = 1; first <= n; first += count) {
            list.push_back(without(program, first, std::min(count, n + 1 - first)));
        }
    }
    for (Program& machine : shrink_machine(program)) list.push_back(std::move(machine));
    for (Label pc = 1; pc <= n; ++pc) {
        const Instruction& i = program.at(pc);
        const bool constants = info(i.opcode).format.constants;
        for (std::size_t o = 0; o < operand_count(i); ++o) {
            const Operand simpler = constants ? Operand::constant(0) : Operand::tid();
            if (i.operands[o] == simpler) continue;
            list.push_back(program);
            list.back().instructions[pc - 1].operands[o] = simpler;
        }
    }
    return list;
}

std::vector<Draft> shrink(const Draft& draft) {
    std::vector<Draft> list;
    if (draft.crossing) list.push_back({draft.content, {}});
    if (const auto* const tree = std::get_if<Tree>(&draft.content)) {
        for (Tree& result : shrink(*tree)) list.push_back({std::move(result), draft.crossing});
    } else {
        for (Program& result : shrink_program(std::get<Program>(draft.content)))
            list.push_back({std::move(result), {}});
    }
    return list;
}

}  // namespace musimd::tests
