#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <tl/expected.hpp>
#include <vector>

#include "isa/program.hpp"
#include "semantics/errata.hpp"
#include "semantics/order.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/state.hpp"
#include "semantics/trap.hpp"

namespace musimd {

class Tally;

/// Under `barriers`, a group yields at every such jump or branch back.
inline constexpr std::uint32_t kDefaultYield = 32;

/// Limits and choices of the machine, beyond the program.
struct MachineOptions {
    Order order = Order::ascending;
    std::uint64_t seed = 0;
    std::uint64_t max_steps = 10'000'000;           ///< limit for each warp
    std::int64_t max_address = kDefaultMaxAddress;  ///< the highest valid address
    Errata printed = {};                            ///< rules to apply as printed; rules engine only
    bool smallest_activemask = false;               ///< under `volta`, `activemask` sees the caller alone
    std::optional<Side> side = {};  ///< where the model leaves it open; nothing: next, or both (`run_rules`)
    std::uint32_t yield = kDefaultYield;  ///< under `barriers`; 0: never
    Within within = Within::collective;   ///< under `maximal`; rules engine only
    bool checks = true;  ///< false: omit checks that only a trapping run needs, if the engine can
    bool races = true;   ///< false: accesses of different machines are not compared; an observer may do it
    /// Once it is true, engines that poll it soon end the run with Outcome::interrupted. May be null.
    const std::atomic<bool>* interrupt = nullptr;
    /// Engines that tally count what an unobserved run does, or end it with Outcome::interrupted if something
    /// is wrong. May be null.
    Tally* tally = nullptr;

    bool is_interrupted() const { return interrupt != nullptr && interrupt->load(std::memory_order_relaxed); }
};

/// σ_t[v ↦ c], or v becoming undefined in σ_t.
struct RegisterWrite {
    Thread thread = 0;
    std::optional<Value> value;
};

/// An address that a thread uses in an instruction, with the word if it stores there.
struct Access {
    Thread thread = 0;
    std::int64_t address = 0;
    Value value = 0;
    /// It is an atomic that only reads: a load, or a fetch_cas that fails; or it is the source of a copy.
    bool only_reads = false;
    bool overwritten = false;  ///< it is an atomic store that another thread of the instruction overwrites
};

/// (β', Σ') of a data instruction as differences from (β, Σ), with the rules of its derivation.
struct Effects {
    std::vector<RegisterWrite> registers;  ///< writes to the instruction's destination
    /// For LD, ST, AT and AC: ascending by thread, with the words of ST; of a copy, its source comes first.
    std::vector<Access> accesses;
    std::vector<Access> stores;  ///< Σ[x ↦ c] in the order in which they happen
    RuleSet rules;               ///< every data rule used

    // Both add an entry in its place: a copy would wait for the stores to it.

    /// Adds σ_t[v ↦ c].
    void assign(Thread t, Value c) {
        RegisterWrite& write = registers.emplace_back();
        write.thread = t;
        write.value = c;
    }
    /// Adds an access.
    void use(Thread t, std::int64_t address, Value word) {
        Access& access = accesses.emplace_back();
        access.thread = t;
        access.address = address;
        access.value = word;
    }
    void clear();
};

/// Rule TL: evaluates a data instruction for every active thread of the warp, without changing the warp.
/// Returns the effects, or the failure of the first thread that has no derivation.
///
///     Θ = ∅                              t ∈ Θ    (t, β, Σ, Θ_mask, ι) → (σ_t', Σ')    TL for Θ \ {t} on Σ'
///     ─────────────────────────          ────────────────────────────────────────────────────────────────
///     (Θ, β, Σ, Θ_mask, ι) → (β, Σ)      (Θ, β, Σ, Θ_mask, ι) → (β'[t ↦ σ_t'], Σ'')
///
/// Every thread reads the β from before the instruction. `order` holds the active threads in the order in
/// which atomic_inc takes them; if it is empty, the options decide the order.
tl::expected<void, Failure> TL(const Warp& warp, const Memory& memory, const Program& program,
                               const MachineOptions& options, const Instruction& instruction,
                               Effects& effects, std::span<const Thread> order = {});

/// The effects of an `activemask` of the active threads of a machine; `together` are the threads of the warp
/// that execute it in this step.
Effects active_mask(const ThreadSet& active, const ThreadSet& together, Word word);

/// t, β ⊢ o = c: a constant, or rule MT or MV, which is added to `rules`. Used by control rules too.
tl::expected<Value, Failure> evaluate(const Operand& operand, Thread t, const Warp& warp,
                                      const Program& program, RuleSet& rules);

/// What the rules for one thread read.
struct EvalContext {
    const Warp& warp;
    const Memory& memory;
    const Program& program;
    const MachineOptions& options;
    const Instruction& instruction;
    Effects& effects;
    std::span<const Thread> order;

    /// t, β ⊢ o = c for operand number i of the instruction.
    tl::expected<Value, Failure> operand(std::size_t i, Thread t) const {
        const Operand& o = instruction.operands[i];
        if (o.kind == Operand::Kind::constant) return o.value;
        const bool is_variable = o.kind == Operand::Kind::variable;
        const Value* const c = is_variable ? warp.bank.find(t, o.variable) : nullptr;
        if (c == nullptr) return evaluate(o, t, warp, program, effects.rules);
        effects.rules.insert(RuleId::MV);  // the usual case, inline: it is half of the time of a step
        return *c;
    }

    /// The active threads in the scheduler's order.
    std::vector<Thread> threads_in_order() const;
};

/// The `shfl` of thread t from a lane k ∈ Θ_mask, and from one that is not.
tl::expected<void, Failure> SV(const EvalContext& s, Thread t, Thread k);
tl::expected<void, Failure> SI(const EvalContext& s, Thread t);

/// The rule of an access that races: of a copy, that of a load or of a store.
RuleId rule_of_access(Opcode opcode, const Access& access);

/// The rule by which every thread does the data instruction. Two have more than one: copy (CT, AS) and shfl
/// (SV, SI).
RuleId only_rule_of(Opcode opcode);

/// Whether it is a rule of section 11 alone.
bool is_rule_of_blocks(RuleId rule);

/// The word as a thread of Θ_mask, or nullopt if it is not one.
std::optional<Thread> lane_of_mask(Value k, const EvalContext& s);

}  // namespace musimd
