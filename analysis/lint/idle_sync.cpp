#include "analysis/lint/flow.hpp"
#include "analysis/lint/lint.hpp"

namespace musimd {

Warnings find_idle_syncs(const Program& program) {
    const std::vector<bool> reached = reachable(program, {1});
    std::vector<Label> after_branches;
    for (Label pc = 1; pc < program.end(); ++pc) {
        const Opcode opcode = program.at(pc).opcode;
        if ((opcode != Opcode::bz && opcode != Opcode::bnz) || !reached[pc]) continue;
        for (const Label next : successors(program, pc)) after_branches.push_back(next);
    }
    const std::vector<bool> of_branches = reachable(program, std::move(after_branches));
    Warnings warnings;
    for (Label pc = 1; pc < program.end(); ++pc) {
        const Instruction& i = program.at(pc);
        if (i.opcode != Opcode::sync || !reached[pc] || of_branches[pc]) continue;
        warnings.push_back({"idle-sync",
                            pc,
                            {i.line, i.column},
                            "no branch reaches this 'sync'; there is no conditional for it to end"});
    }
    return warnings;
}

}  // namespace musimd
