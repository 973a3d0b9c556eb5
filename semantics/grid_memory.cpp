#include "semantics/grid_memory.hpp"

#include "semantics/printed_rules.hpp"

namespace musimd {

GridMemory::GridMemory(const Program& program, const MachineOptions& options, RaceMode races)
    : program_(program) {
    for (const Preload& preload : program.preloads) {
        for (std::int64_t i = 0; i < preload.count; ++i) {
            memory_.set(preload.address + i, program.word.wrapped(preload.word(i)));
        }
    }
    if (options.races && (program.warps > 1 || races == RaceMode::thread || has_copies(program)))
        history_.emplace(program, races);
}

/// IT:   P[pc] = ι, a data instruction    (Θ, β, Σ, Θ_mask, ι) → (β', Σ')
///       ────────────────────────────────────────────────────────────────
///       M(β, Σ, pc)  →  M(β', Σ', pc+1)
Step GridMemory::IT(Warp& warp, const MachineOptions& options, const Instruction& instruction, RuleSet& rules,
                    std::span<const Thread> order) {
    const auto evaluate = options.printed.empty() ? TL : printed::TL;
    const auto evaluated = evaluate(warp, memory_, program_, options, instruction, effects_, order);
    if (!evaluated) return evaluated.error();
    return apply(warp, instruction, rules);
}

Step GridMemory::apply(Warp& warp, const Instruction& instruction, RuleSet& rules) {
    if (const auto failure = race(warp, instruction)) return *failure;

    for (const RegisterWrite& write : effects_.registers) assign(warp, warp.pc, instruction, write);
    for (const Access& store : effects_.stores) memory_.set(store.address, store.value);
    if (history_ && !effects_.accesses.empty())
        history_->add(warp.number, warp.pc, kind_of(instruction), effects_.accesses);
    if (history_ && instruction.opcode == Opcode::fence)
        history_->fence(warp.number, warp.active, {instruction.order, instruction.scope});
    if (history_ && instruction.opcode == Opcode::async_commit)
        history_->commit_copies(warp.number, warp.active);
    if (history_ && instruction.opcode == Opcode::async_wait)
        history_->wait_for_copies(warp.number, warp.active,
                                  static_cast<std::uint64_t>(instruction.operands[0].value));
    rules |= effects_.rules;
    warp.pc += 1;
    return RuleId::IT;
}

// A race with an earlier access of another warp (or thread), checked after the instruction's other checks.
std::optional<Failure> GridMemory::race(const Warp& warp, const Instruction& instruction) {
    if (!history_ || effects_.accesses.empty()) return std::nullopt;
    const auto conflict = history_->conflict(warp.number, kind_of(instruction), effects_.accesses);
    if (!conflict) return std::nullopt;
    Failure failure{.kind = TrapKind::race,
                    .rule = rule_of_access(instruction.opcode, conflict->access),
                    .thread = conflict->access.thread,
                    .a = conflict->access.address};
    if (uses_blocks(program_)) failure.access = conflict->other;
    return failure;
}

}  // namespace musimd
