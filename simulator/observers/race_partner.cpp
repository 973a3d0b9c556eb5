#include "simulator/observers/race_partner.hpp"

namespace musimd {
namespace {

// The instruction that traps changes nothing: its address is still that of its operand.
std::int64_t address_of(const Program& program, const Result& raced) {
    const Trap& trap = *raced.trap;
    const Operand& a = program.at(trap.pc).operands[0];
    switch (a.kind) {
        case Operand::Kind::constant:
            return a.value;
        case Operand::Kind::variable:
            return *raced.warps[trap.warp].bank.find(trap.threads[0], a.variable);
        case Operand::Kind::tid:
            return trap.threads[0];
        case Operand::Kind::wid:
            return trap.warp;
        case Operand::Kind::bid:
        case Operand::Kind::btid:
        case Operand::Kind::shared:
            break;  // Trap::other names the partner in programs with blocks
    }
    return 0;
}

}  // namespace

bool races_with_earlier_access(const Result& result) {
    return result.trap && result.trap->kind == TrapKind::race && result.trap->threads.size() == 1;
}

RacePartner::RacePartner(const Program& program, const Result& raced)
    : program_(program), trap_(*raced.trap), address_(address_of(program, raced)), barriers_(program.warps) {}

bool RacePartner::conflicts(const StepEvent& event, const Access& access) const {
    if (access.address != address_) return false;
    const bool same_warp = event.warp == trap_.warp;
    if (same_warp && (program_.races == RaceMode::warp || access.thread == trap_.threads[0])) return false;
    if (access.only_reads) return info(program_.at(trap_.pc).opcode).memory == MemoryUse::writes;
    const MemoryUse here = info(program_.at(trap_.pc).opcode).memory;
    return info(event.instruction().opcode).memory != here || here == MemoryUse::writes;
}

void RacePartner::on_step(const StepEvent& event) {
    if (event.rule == RuleId::BR) ++barriers_[event.warp];
    for (const Access& access : event.accesses) {
        if (!conflicts(event, access)) continue;
        last_ = AccessSite{event.warp, access.thread, event.pc};
        barriers_before_last_ = barriers_[event.warp];
        return;
    }
}

// Accesses separated by a barrier are ordered. All warps that have not stopped pass the same number.
std::optional<RacePartner::AccessSite> RacePartner::found() const {
    return barriers_before_last_ == barriers_[trap_.warp] ? last_ : std::nullopt;
}

}  // namespace musimd
