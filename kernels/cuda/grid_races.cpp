#include "kernels/cuda/grid_races.hpp"

#include <algorithm>

#include "kernels/launch/accesses.hpp"
#include "semantics/models/policy.hpp"

namespace musimd::kernels::cuda {
namespace {

RaceMode mode_of(const Program& program) {
    const bool are_threads = program.model == ThreadModel::volta ||
                             (has_groups(program.model) &&
                              models::policy_of(program.model).agents == models::Policy::Agents::thread);
    return are_threads ? RaceMode::thread : program.races;
}

bool is_write(const RacingAccess& access, const Program& program) {
    return is_store(program.at(access.pc).opcode);
}

}  // namespace

GridRaceObserver::GridRaceObserver(const Program& program)
    : program_(program),
      history_(program, mode_of(program)),
      barriers_(std::size_t{program.warps} * program.threads),
      exited_(program.warps) {}

void GridRaceObserver::on_step(const StepEvent& event) {
    order(event);
    if (event.accesses.empty()) return;
    AccessKind kind = kind_of(event.instruction());
    kind.is_volatile = is_volatile(event.instruction());
    if (const auto conflict = history_.conflict(event.warp, kind, event.accesses))
        if (conflict->other) note(event, *conflict);
    history_.add(event.warp, event.pc, kind, event.accesses);
    const bool is_copy = event.instruction().opcode == Opcode::copy_async;
    if (!is_copy && !is_store(event.instruction().opcode)) return;
    for (const Access& access : event.accesses)
        if (!is_copy || !access.only_reads) stored_[access.address] = access.value;
}

void GridRaceObserver::order(const StepEvent& event) {
    if (event.opens) history_.block_barrier(program_.block_of(event.warp));
    const Instruction& i = event.instruction();
    if (i.opcode == Opcode::fence) history_.fence(event.warp, event.active, {i.order, i.scope});
    if (i.opcode == Opcode::syncwarp) meet(event);
    if (i.opcode == Opcode::async_commit) history_.commit_copies(event.warp, event.active);
    if (i.opcode == Opcode::async_wait)
        history_.wait_for_copies(event.warp, event.active, static_cast<std::uint64_t>(i.operands[0].value));
    if (event.rule == RuleId::EX) exited_[event.warp] |= event.active;
    if (event.rule != RuleId::BR) return;
    // The first to pass has opened it for all.
    bool is_first = false;
    event.active.for_each([&](Thread t) {
        std::uint32_t& passed = barriers_[std::size_t{event.warp} * program_.threads + t];
        is_first = ++passed > opened_ || is_first;
    });
    if (!is_first) return;
    opened_ += 1;
    history_.barrier();
}

// A mask that is not a constant is unknown here: all lanes meet that may be in it, and no order is missed.
void GridRaceObserver::meet(const StepEvent& event) {
    ThreadSet lanes = ThreadSet::all(program_.lanes_of(event.warp));
    const Operand& mask = event.instruction().operands[0];
    if (mask.kind == Operand::Kind::constant) {
        const auto word = static_cast<std::uint64_t>(mask.value);
        for (Thread t = 0; t < program_.lanes_of(event.warp); ++t) {
            if (t >= 64 || (word >> t & 1) == 0) lanes.erase(t);
        }
    }
    history_.meet(event.warp, lanes);
}

void GridRaceObserver::note(const StepEvent& event, const AccessHistory::Conflict& conflict) {
    GridRace race{.address = conflict.access.address,
                  .earlier = *conflict.other,
                  .later = {event.pc, event.warp, conflict.access.thread, conflict.access.only_reads},
                  .between_volatiles = conflict.between_volatiles};
    const auto stored = stored_.find(race.address);
    race.same_value = is_write(race.later, program_) && is_write(race.earlier, program_) &&
                      stored != stored_.end() && stored->second == conflict.access.value;
    const auto lines = std::pair(program_.at(race.earlier.pc).line, program_.at(event.pc).line);
    const auto [at, is_new] = known_.try_emplace(lines, races_.size());
    if (is_new)
        races_.push_back(race);
    else if (races_[at->second].same_value && !race.same_value)
        races_[at->second] = race;
}

}  // namespace musimd::kernels::cuda
