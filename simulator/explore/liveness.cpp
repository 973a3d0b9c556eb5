#include "simulator/explore/liveness.hpp"

#include <algorithm>

namespace musimd::explore {
namespace {

/// A program with more words of this analysis is not analysed.
constexpr std::size_t kMaxWords = 10'000'000;

void join(Liveness::Live& live, const Liveness::Live& other) {
    for (std::size_t v = 0; v < live.size(); ++v) live[v] = live[v] || other[v];
}

}  // namespace

Liveness::Liveness(const Program& program, const MachineOptions& options)
    : all_(program.variables.size(), true),
      after_sync_(program.variables.size(), false),
      elsewhere_(program.variables.size(), false) {
    const auto is_everywhere = [](const Instruction& i) { return i.opcode == Opcode::everywhere; };
    const bool is_small = program.end() <= kMaxWords / (program.variables.size() + 1);
    if (!is_small || !options.printed.empty() || std::ranges::any_of(program.instructions, is_everywhere))
        return;
    for (const Instruction& i : program.instructions) {
        if (i.opcode == Opcode::shfl) elsewhere_[i.destination] = true;
        for (std::size_t o = 0; o < operand_count(i); ++o) {
            const bool is_variable = i.operands[o].kind == Operand::Kind::variable;
            if (is_variable && is_read_elsewhere(i.opcode, o)) elsewhere_[i.operands[o].variable] = true;
        }
    }
    solve(program);
}

void Liveness::solve(const Program& program) {
    // After the last instruction is a trap.
    at_.assign(program.end() + 1, Live(all_.size(), false));
    for (bool changes = true; changes;) {
        changes = false;
        for (Label pc = program.end(); --pc > 0;) {
            Live live = before(program, pc);
            if (live == at_[pc]) continue;
            changes = true;
            at_[pc] = std::move(live);
            if (pc > 1 && program.at(pc - 1).opcode == Opcode::sync) join(after_sync_, at_[pc]);
        }
    }
}

Liveness::Live Liveness::before(const Program& program, Label pc) const {
    const Instruction& i = program.at(pc);
    if (i.opcode == Opcode::stop || i.opcode == Opcode::exit) return all_;
    Live live = at_[pc + 1];
    if (i.opcode == Opcode::jump) live = at_[i.target];
    if (i.opcode == Opcode::sync) live = after_sync_;
    if (i.opcode == Opcode::bz || i.opcode == Opcode::bnz) join(live, at_[i.target]);
    if (info(i.opcode).format.destination) live[i.destination] = false;
    for (std::size_t o = 0; o < operand_count(i); ++o) {
        if (i.operands[o].kind == Operand::Kind::variable) live[i.operands[o].variable] = true;
    }
    join(live, elsewhere_);
    return live;
}

std::vector<const Liveness::Live*> Liveness::of(const Warp& machine, bool has_stopped, Thread first) const {
    std::vector<const Live*> live(machine.bank.threads(), &all_);
    if (at_.empty() || has_stopped) return live;
    const auto set = [&](const ThreadSet& threads, const Live& of_threads) {
        threads.for_each([&](Thread t) { live[t - first] = &of_threads; });
    };
    set(machine.active, at(machine.pc));
    machine.sync_stack.for_each([&](const SyncEntry& entry) {
        set(entry.todo, at(entry.next));
        set(entry.done, after_sync_);
    });
    return live;
}

std::vector<const Liveness::Live*> Liveness::of(const models::GroupWarp& warp) const {
    std::vector<const Live*> live(warp.state.bank.threads(), &all_);
    for (const auto* groups : {&warp.groups.list, &warp.groups.arrived}) {
        for (const models::Group& group : *groups)
            group.active.for_each([&](Thread t) { live[t] = &at(group.pc_of(t)); });
    }
    return live;
}

}  // namespace musimd::explore
