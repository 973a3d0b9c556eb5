#include "differential/programs/generate/mistakes.hpp"

#include "differential/programs/generate/instructions.hpp"

namespace musimd::differential {

TrapKind trap_of(Mistake mistake) {
    return mistake == Mistake::wrong_mask ? TrapKind::collective_mask : TrapKind::race;
}

Program with_mistake(Program program, const MistakeSite& site) {
    Instruction& i = program.instructions[site.pc - 1];
    switch (site.change) {
        case MistakeSite::Change::drop:
            program = without(std::move(program), site.pc, 1);
            break;
        case MistakeSite::Change::operand:
            i.operands[site.index] = site.operand;
            break;
        case MistakeSite::Change::plain_store:
            i = store(i.operands[0], i.operands[1]);
            break;
    }
    make_canonical(program);
    return program;
}

}  // namespace musimd::differential
