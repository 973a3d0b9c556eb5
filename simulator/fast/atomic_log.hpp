#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "isa/program.hpp"
#include "semantics/state.hpp"

namespace musimd::fast {

/// Atomic instructions that a warp has passed without executing them, in its order: their turns come later.
/// Nobody reads what they yield (can_be_logged).
struct AtomicLog {
    /// Of one thread, in the order of the instruction.
    struct Update {
        std::int64_t address;
        std::int64_t o1, o2;  ///< the operands after the address
        std::uint32_t lane;
    };
    struct Step {
        std::uint64_t steps;  ///< steps of the warp before it
        Label pc;
        std::uint32_t updates;
    };

    std::vector<Step> steps;
    std::vector<Update> updates;
    std::size_t most = 0;  ///< updates, before the last step

    bool is_full() const { return updates.size() >= most; }
    /// Forgets the first steps, which have these updates.
    void drop(std::size_t first_steps, std::size_t first_updates) {
        steps.erase(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(first_steps));
        updates.erase(updates.begin(), updates.begin() + static_cast<std::ptrdiff_t>(first_updates));
    }
};

/// Updates in the logs of all warps together, unless warps have more in one step.
inline constexpr std::size_t kLoggedUpdates = std::size_t{1} << 17;

/// Whether no instruction of the program reads, or writes, what its atomics yield, and there are any: then a
/// warp need not know it before its next instruction.
inline bool can_be_logged(const Program& program) {
    const auto updates = [](const Instruction& i) { return info(i.opcode).memory == MemoryUse::updates; };
    std::vector<bool> yielded(program.variables.size());
    bool any = false;
    for (const Instruction& i : program.instructions) {
        if (i.opcode == Opcode::everywhere && program.registers == RegisterMode::restore) return false;
        if (!updates(i)) continue;
        any = true;
        yielded[i.destination] = true;
    }
    const std::uint64_t threads = std::uint64_t{program.threads} * program.warps;
    return any && threads <= 8 * kLoggedUpdates &&
           std::ranges::none_of(program.instructions, [&](const Instruction& i) {
               const bool writes = has_destination(info(i.opcode).format) && yielded[i.destination];
               return (writes && !updates(i)) || std::ranges::any_of(i.operands, [&](const Operand& o) {
                          return o.kind == Operand::Kind::variable && yielded[o.variable];
                      });
           });
}

}  // namespace musimd::fast
