#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isa/program.hpp"
#include "semantics/control_rules.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/observer.hpp"
#include "semantics/races.hpp"
#include "semantics/result.hpp"
#include "semantics/state.hpp"

namespace musimd {

/// The rules engine: a grid of W machines M(Θ, β, Σ, Π, Λ, P, pc) that share P and Σ, stepped by the rules.
/// A grid of one warp is the paper's machine.
///
/// The program must outlive the machine.
class Machine {
  public:
    explicit Machine(const Program& program, MachineOptions options = {});

    /// Takes turns until every warp has stopped, a warp traps, or one reaches its limit.
    Result run(Observer* observer = nullptr);

    /// One step of a warp that has not stopped and, if it waits, does so with all others: then the barrier
    /// opens. Whatever its step limit.
    Step step(std::uint32_t warp, Observer* observer = nullptr);

    /// Ends the run: the result with this outcome. The machine is empty afterwards.
    Result result(Outcome outcome);

    const Warp& warp(std::uint32_t number) const { return warps_[number]; }
    const Memory& memory() const { return memory_; }

    /// The bytes that a run of the program may take at once for Θ, β and the warps themselves: what its
    /// variables take when all are written, stacks and Σ apart.
    static std::uint64_t estimated_bytes(const Program& program);

  private:
    /// Where a warp is in its life.
    enum class Stage : std::uint8_t { running, waiting, released, stopped };

    std::optional<Outcome> turn(const std::vector<std::uint32_t>& order, Observer* observer);
    void open_barrier();
    void settle(std::uint32_t warp);
    bool waits_at_barrier(const Warp& warp) const;
    Step apply_rule(Warp& warp, RuleSet& rules);
    Step IT(Warp& warp, const Instruction& instruction, RuleSet& rules);
    std::optional<Failure> race(const Warp& warp, const Instruction& instruction) const;
    const Program& program_;
    MachineOptions options_;
    ThreadSet all_;  ///< Θ_all
    std::vector<Warp> warps_;
    std::vector<Stage> stages_;
    Memory memory_;                         ///< Σ
    std::optional<AccessHistory> history_;  ///< where races beyond one instruction are possible
    std::uint32_t waiting_ = 0;             ///< warps of Stage::waiting
    std::uint32_t alive_ = 0;               ///< warps that have not stopped
    std::uint64_t steps_ = 0;
    std::optional<Trap> trap_;
    Effects effects_;  ///< of the data instruction at hand
};

/// Runs a program by the rules.
Result run_rules(const Program& program, const MachineOptions& options = {}, Observer* observer = nullptr);

}  // namespace musimd
