#include "dsl/lowering/kernel_lowering.hpp"

// What threads of a team do besides computing.

namespace musimd::dsl {

// An act that is not an instruction of the machine is an assignment, whose place observers know.
void KernelLowering::team(const Statement& s) {
    if (s.act == TeamAct::barrier) return writer_.emit(Opcode::block_barrier);
    if (s.act == TeamAct::fence)
        return writer_.emit({.opcode = Opcode::fence, .order = MemoryOrder::acq_rel});
    if (!act_) act_ = writer_.variable("act");
    const BranchTarget here = writer_.target("act");
    writer_.bind(here);
    writer_.copy(*act_, Operand::constant(static_cast<Value>(s.act)));
    acts_.emplace_back(here, s.act);
}

TeamCode KernelLowering::team() const {
    TeamCode result;
    for (const auto& [at, act] : acts_) result.acts.push_back({writer_.place(at), act});
    for (const AtomicMarks& marks : atomics_)
        result.atomics.push_back(
            {writer_.place(marks.begin), writer_.place(marks.end), marks.acquires, marks.releases});
    return result;
}

}  // namespace musimd::dsl
