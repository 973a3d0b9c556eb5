#include <fmt/format.h>

#include "analysis/lint/lint.hpp"
#include "isa/diagnostic.hpp"

namespace musimd {
namespace {

constexpr std::size_t kMaxHints = 100;         // a hint compares the name with all candidates
constexpr std::size_t kMaxCandidates = 1'000;  // there may be a million

// Whether each variable is assigned by an instruction. A shfl only passes on another thread's value.
std::vector<bool> assigned_variables(const Program& program) {
    std::vector<bool> assigned(program.variables.size());
    for (const Instruction& i : program.instructions) {
        if (has_destination(info(i.opcode).format) && i.opcode != Opcode::shfl)
            assigned[i.destination] = true;
    }
    return assigned;
}

std::vector<std::string_view> names_with_a_value(const Program& program, const std::vector<bool>& assigned) {
    std::vector<std::string_view> names = {"tid", "wid", "warp_size"};
    if (program.has_blocks()) names.insert(names.end(), {"bid", "btid", "block_size", "grid_size"});
    for (const SharedObject& object : program.shared) names.push_back(object.name);
    names.insert(names.end(), program.source.constants.begin(), program.source.constants.end());
    for (Variable v = 0; v < program.variables.size(); ++v) {
        if (assigned[v]) names.push_back(program.variables[v]);
    }
    if (names.size() > kMaxCandidates) names.clear();
    return names;
}

}  // namespace

Warnings find_unassigned_variables(const Program& program) {
    std::vector<bool> known = assigned_variables(program);  // those assigned, and those reported
    const std::vector<std::string_view> names = names_with_a_value(program, known);
    Warnings warnings;
    const auto read = [&](Variable v, Label pc) {
        if (known[v]) return;
        known[v] = true;
        const Instruction& i = program.at(pc);
        const auto& places = program.source.variables;
        const std::string hint =
            warnings.size() < kMaxHints ? did_you_mean(program.variables[v], names) : std::string();
        warnings.push_back({"unassigned-variable", pc,
                            v < places.size() ? places[v] : Location{i.line, i.column},
                            fmt::format("'{}' is never assigned{}", shown(program.variables[v]), hint)});
    };
    for (Label pc = 1; pc < program.end(); ++pc) {
        const Instruction& i = program.at(pc);
        if (i.opcode == Opcode::shfl) read(i.destination, pc);
        for (std::size_t o = 0; o < operand_count(i); ++o) {
            if (i.operands[o].kind == Operand::Kind::variable) read(i.operands[o].variable, pc);
        }
    }
    return warnings;
}

}  // namespace musimd
