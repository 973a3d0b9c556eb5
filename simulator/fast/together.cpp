#include "simulator/fast/together.hpp"

#include <algorithm>

#include "isa/instruction.hpp"
#include "semantics/structure_check.hpp"

namespace musimd::fast {
namespace {

// Whether other threads, or the order of steps, can change what the instruction does.
bool sees_others(const Instruction& i) {
    if (is_collective(i.opcode) || info(i.opcode).memory == MemoryUse::updates) return true;
    return i.opcode == Opcode::activemask || i.opcode == Opcode::ballot || i.opcode == Opcode::shfl ||
           i.opcode == Opcode::fence;
}

}  // namespace

bool may_run_together(const Program& program) {
    if (std::ranges::any_of(program.instructions, sees_others)) return false;
    const StructureReport structure = check_structure(program);
    return structure.ok() && structure.has_single_joins;
}

Program in_lock_step(Program program) {
    program.model = ThreadModel::lockstep;
    program.races = RaceMode::thread;
    return program;
}

}  // namespace musimd::fast
