#include "analysis/endless.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "analysis/limit.hpp"
#include "analysis/loops.hpp"

namespace musimd {
namespace {

bool is_in(const Loop& loop, Label pc) {
    return std::ranges::binary_search(loop, pc);
}

// The branches that can leave the loop.
std::vector<const Instruction*> exits_of(const Loop& loop, const Program& program) {
    std::vector<const Instruction*> exits;
    for (const Label pc : loop) {
        const Instruction& i = program.at(pc);
        const bool branches = i.opcode == Opcode::bz || i.opcode == Opcode::bnz;
        if (branches && !(is_in(loop, i.target) && is_in(loop, pc + 1))) exits.push_back(&i);
    }
    return exits;
}

bool changes(const Loop& loop, const Program& program, const Operand& v) {
    return std::ranges::any_of(loop, [&](Label pc) {
        const Instruction& i = program.at(pc);
        return info(i.opcode).format.destination && i.destination == v.variable;
    });
}

}  // namespace

std::string why_nobody_leaves(const Loop& loop, const Program& program) {
    const std::vector<const Instruction*> exits = exits_of(loop, program);
    if (exits.empty()) return ", and no branch leaves it";
    std::set<std::string> names;
    for (const Instruction* exit : exits) {
        const Operand& v = exit->operands[0];
        if (v.kind != Operand::Kind::variable || changes(loop, program, v)) return "";
        names.insert(fmt::format("'{}'", program.variables[v.variable]));
    }
    return fmt::format(", and nothing in it changes {}", fmt::join(names, " or "));
}

std::string endless_text(const Program& program, const Result& result) {
    const std::string steps = with_thousands(result.limit->steps);
    const std::vector<Loop> loops = loops_around(program, result.limit->pc);
    if (loops.empty()) return fmt::format("The program does not end within {} steps.", steps);
    const ThreadSet& active = result.warps[result.limit->warp].active;
    return fmt::format("The program does not end: after {} steps lane{} {} {} in the loop {}{}.", steps,
                       active.size() == 1 ? "" : "s", to_string(active), active.size() == 1 ? "is" : "are",
                       where(loops.back(), program), why_nobody_leaves(loops.back(), program));
}

}  // namespace musimd
