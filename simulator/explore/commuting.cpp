#include "simulator/explore/commuting.hpp"

#include <algorithm>

#include "semantics/races.hpp"

namespace musimd::explore {
namespace {

Integer size_of(Integer word) {
    return word < 0 ? -word : word;
}

/// The largest absolute value of an operand; nothing for a variable, whose words are not known.
std::optional<Integer> most_of(const Operand& operand, const Program& program) {
    switch (operand.kind) {
        case Operand::Kind::constant:
            return size_of(operand.value);
        case Operand::Kind::tid:
        case Operand::Kind::wid:
        case Operand::Kind::bid:
        case Operand::Kind::btid:
            return Integer{program.threads} * program.warps;
        case Operand::Kind::variable:
        case Operand::Kind::shared:
            break;
    }
    return std::nullopt;
}

/// The largest absolute value that an instruction stores, or by which it moves a word away from 0.
std::optional<Integer> most_of(const Instruction& i, const Program& program) {
    const MemoryUse use = info(i.opcode).memory;
    if (use == MemoryUse::none || use == MemoryUse::reads || use == MemoryUse::copies) return 0;
    if (i.opcode == Opcode::typed_fetch) return std::nullopt;
    Integer most = 0;
    for (std::size_t o = 1; o < operand_count(i); ++o) {
        const auto operand = most_of(i.operands[o], program);
        if (!operand) return std::nullopt;
        most = std::max(most, *operand);
    }
    return most + 1;
}

Integer most_preloaded(const Program& program) {
    Integer most = 0;
    for (const Preload& preload : program.preloads) {
        if (preload.count == 0) continue;
        for (const Value word : preload.words) most = std::max(most, size_of(word));
        most = std::max({most, size_of(preload.word(0)), size_of(preload.word(preload.count - 1))});
    }
    return most;
}

/// Whether sums cannot overflow, in whatever order: even if all steps of all threads added the most.
bool is_far_from_overflow(const Program& program, const MachineOptions& options) {
    constexpr std::uint64_t kManySteps = 1'000'000'000;
    if (program.word.wrap) return true;
    if (options.max_steps > kManySteps) return false;
    Integer most = 0;
    for (const Instruction& i : program.instructions) {
        const auto of_instruction = most_of(i, program);
        if (!of_instruction || *of_instruction > program.word.max()) return false;
        most = std::max(most, *of_instruction);
    }
    const Integer updates = Integer{options.max_steps} * program.threads * program.warps;
    return most_preloaded(program) < program.word.max() &&
           most <= (program.word.max() - most_preloaded(program)) / std::max(updates, Integer{1});
}

std::optional<FetchOperation> operation_of(const Instruction& i) {
    if (i.opcode == Opcode::atomic_inc) return FetchOperation::add;
    if (i.opcode != Opcode::fetch) return std::nullopt;
    switch (i.fetch_operation) {
        case FetchOperation::add:
        case FetchOperation::sub:
            return FetchOperation::add;
        case FetchOperation::min:
        case FetchOperation::max:
        case FetchOperation::and_:
        case FetchOperation::or_:
        case FetchOperation::xor_:
            return i.fetch_operation;
        case FetchOperation::exch:
        case FetchOperation::cas:
        case FetchOperation::inc:
        case FetchOperation::dec:
        case FetchOperation::load:
            break;
    }
    return std::nullopt;
}

}  // namespace

Commuting::Commuting(const Program& program, const MachineOptions& options, const Liveness& liveness) {
    // What is ordered depends on who has updated an address first.
    const auto orders = [](const Instruction& i) {
        return i.opcode == Opcode::fence || i.order != MemoryOrder::relaxed;
    };
    if (options.races && std::ranges::any_of(program.instructions, orders)) return;
    const bool may_overflow = !is_far_from_overflow(program, options);
    operations_.resize(program.end());
    for (Label pc = 1; pc < program.end(); ++pc) {
        const auto operation = operation_of(program.at(pc));
        if (!operation || (*operation == FetchOperation::add && may_overflow)) continue;
        if (!liveness.at(pc + 1)[program.at(pc).destination]) operations_[pc] = operation;
    }
}

}  // namespace musimd::explore
