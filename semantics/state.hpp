#pragma once

#include <cstdint>
#include <memory>

#include "isa/program.hpp"
#include "isa/thread_set.hpp"
#include "semantics/bank.hpp"
#include "semantics/memory.hpp"
#include "semantics/stack.hpp"

namespace musimd {

/// An entry of Π, (l_id, Θ_done, l_next, Θ_todo, j): a conditional that has begun and has not reached its
/// final `sync`.
struct SyncEntry {
    Label branch = 0;  ///< l_id, the number of the branch
    Label next = 0;    ///< l_next, where the threads of `todo` continue
    ThreadSet done;    ///< Θ_done: threads that wait at the `sync`
    ThreadSet todo;    ///< Θ_todo: threads that have yet to run their half of the conditional
    Label join = 0;    ///< j, the number of the `sync` at which Θ_done waits; 0 while it is ∅

    /// Equality leaves out j, which only EX reads.
    friend bool operator==(const SyncEntry& a, const SyncEntry& b) {
        return a.branch == b.branch && a.next == b.next && a.done == b.done && a.todo == b.todo;
    }
};

/// Π, the synchronisation stack.
using SyncStack = Stack<SyncEntry>;

/// An entry of Λ, (Θ, Π): an open `everywhere` block, with the state that its end restores.
struct ContextEntry {
    ThreadSet active;                  ///< Θ at the block's entry: Θ_mask inside it
    SyncStack sync_stack;              ///< Π at the block's entry
    Label block = 0;                   ///< the number of the `everywhere`, for reports
    std::shared_ptr<const Bank> bank;  ///< β at the entry, under `.registers restore`; else null

    friend bool operator==(const ContextEntry& a, const ContextEntry& b) {
        return a.active == b.active && a.sync_stack == b.sync_stack && a.block == b.block;
    }
};

/// Λ, the context stack.
using ContextStack = Stack<ContextEntry>;

/// The state of one machine M(Θ, β, Σ, Π, Λ, P, pc), except P and Σ, which the machines of a grid share: a
/// warp or, under `volta`, one thread of it.
struct Warp {
    std::uint32_t number = 0;        ///< wid
    std::uint32_t block = 0;         ///< bid
    Thread first_in_block = 0;       ///< btid of lane 0
    std::int64_t shared_base = 0;    ///< the address of the block's shared memory
    ThreadSet all;                   ///< Θ_all: the threads that exist and have not exited
    ThreadSet exited;                ///< those that did EX
    ThreadSet active;                ///< Θ
    Bank bank;                       ///< β
    SyncStack sync_stack;            ///< Π
    ContextStack context_stack;      ///< Λ
    Label pc = 1;                    ///< the number of the next instruction
    std::uint64_t steps = 0;         ///< control rules applied so far
    std::uint64_t sync_entries = 0;  ///< entries of Π, including those saved in Λ
    Value opened = 0;                ///< what the block barrier that has opened yields

    /// Θ_mask, not the active mask Θ: the threads that were active at the entry of the innermost `everywhere`
    /// block; Θ outside blocks.
    const ThreadSet& entry_mask() const {
        return context_stack.empty() ? active : context_stack.top().active;
    }
};

/// The maximum size of a warp's stacks, in bytes as stack_bytes counts them.
inline constexpr std::uint64_t kMaxStackBytes = std::uint64_t{1} << 30;

/// The size of a warp's stacks as the limit counts it: 2⌈N/8⌉ + 16 per entry of Π (including those saved in
/// Λ), ⌈N/8⌉ + 16 per entry of Λ and, under `restore`, 8N more per variable of the program.
inline std::uint64_t stack_bytes(const Program& program, std::uint64_t sync_entries,
                                 std::uint64_t context_entries) {
    const std::uint64_t set = (program.threads + 7) / 8;
    const std::uint64_t saved_bank = program.registers == RegisterMode::restore
                                         ? std::uint64_t{8} * program.threads * program.variables.size()
                                         : 0;
    return sync_entries * (2 * set + 16) + context_entries * (set + 16 + saved_bank);
}

}  // namespace musimd
