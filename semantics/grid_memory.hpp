#pragma once

#include <optional>
#include <span>

#include "semantics/control_rules.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/memory.hpp"
#include "semantics/races.hpp"

namespace musimd {

/// Σ, which the machines of a grid share, with the accesses so far, and the steps that use it.
class GridMemory {
  public:
    /// Σ of the program at first. The program must outlive it. Accesses are kept if those of different agents
    /// can race.
    GridMemory(const Program& program, const MachineOptions& options, RaceMode races);

    /// A step by rule IT. If it fails, nothing has changed.
    Step IT(Warp& warp, const MachineOptions& options, const Instruction& instruction, RuleSet& rules,
            std::span<const Thread> order);
    /// What follows the evaluation of an instruction, whose effects() are known.
    Step apply(Warp& warp, const Instruction& instruction, RuleSet& rules);

    /// σ_t[v ↦ c], or v becoming undefined: what the instruction at pc has written.
    static void assign(Warp& warp, Label pc, const Instruction& instruction, const RegisterWrite& write) {
        if (write.value) {
            warp.bank.set(write.thread, instruction.destination, *write.value);
        } else {
            warp.bank.undefine(write.thread, instruction.destination, pc);
        }
    }

    /// Effects of the last data instruction.
    Effects& effects() { return effects_; }
    const Effects& effects() const { return effects_; }
    Memory& words() { return memory_; }
    const Memory& words() const { return memory_; }
    /// The accesses so far, if accesses can race.
    std::optional<AccessHistory>& history() { return history_; }
    const std::optional<AccessHistory>& history() const { return history_; }

  private:
    std::optional<Failure> race(const Warp& warp, const Instruction& instruction);

    const Program& program_;
    Memory memory_;
    std::optional<AccessHistory> history_;
    Effects effects_;
};

}  // namespace musimd
