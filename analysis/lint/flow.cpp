#include "analysis/lint/flow.hpp"

#include <utility>

namespace musimd {

std::vector<Label> successors(const Program& program, Label pc) {
    if (pc >= program.end()) return {};
    const Instruction& instruction = program.at(pc);
    if (instruction.opcode == Opcode::stop || instruction.opcode == Opcode::exit) return {};
    if (instruction.opcode == Opcode::jump) return {instruction.target};
    if (has_target(info(instruction.opcode).format)) return {pc + 1, instruction.target};
    return {pc + 1};
}

std::vector<bool> reachable(const Program& program, std::vector<Label> from) {
    std::vector<bool> reached(std::size_t{program.end()} + 1);
    while (!from.empty()) {
        const Label pc = from.back();
        from.pop_back();
        if (reached[pc]) continue;
        reached[pc] = true;
        for (const Label next : successors(program, pc)) from.push_back(next);
    }
    return reached;
}

}  // namespace musimd
