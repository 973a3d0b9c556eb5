#pragma once

#include <cstdint>
#include <optional>
#include <span>
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

    /// Steps the warps in turn until every warp has stopped, a warp traps, one reaches its limit, or the run
    /// is interrupted.
    Result run(Observer* observer = nullptr);

    /// One step of a warp that can_step, regardless of its step limit. If it waits at a barrier, the barrier
    /// opens. `order` holds the active threads in the order in which an atomic_inc takes them; if it is
    /// empty, the options decide the order.
    Step step(std::uint32_t warp, Observer* observer = nullptr, std::span<const Thread> order = {});

    /// Whether the warp has not stopped and, if it waits at a barrier, all others wait too.
    bool can_step(std::uint32_t warp) const {
        return stages_[warp] != Stage::stopped && (!waits(warp) || waiting_ == alive_);
    }
    bool has_stopped(std::uint32_t warp) const { return stages_[warp] == Stage::stopped; }
    bool waits(std::uint32_t warp) const { return stages_[warp] == Stage::waiting; }

    /// The addresses that the last step used, if it was LD, ST or AT; if it failed, those before the failure.
    std::span<const Access> accesses() const { return effects_.accesses; }

    /// Ends the run: the result with this outcome. The machine is empty afterwards.
    Result result(Outcome outcome);
    /// The same with Outcome::limit, reached by the warp.
    Result limited(LimitReason reason, std::uint32_t warp);

    const Warp& warp(std::uint32_t number) const { return warps_[number]; }
    const Memory& memory() const { return memory_; }

    /// The maximum number of bytes of Θ, β and the warps themselves in a run of the program, with all
    /// variables written; without stacks and Σ.
    static std::uint64_t estimated_bytes(const Program& program);

  private:
    /// The state of a warp's execution.
    enum class Stage : std::uint8_t { running, waiting, released, stopped };

    std::optional<Outcome> turn(const std::vector<std::uint32_t>& order, Observer* observer);
    Outcome reach_limit(LimitReason reason, std::uint32_t warp);
    void open_barrier();
    void settle(std::uint32_t warp);
    bool waits_at_barrier(const Warp& warp) const;
    Step apply_rule(Warp& warp, RuleSet& rules, std::span<const Thread> order);
    Step IT(Warp& warp, const Instruction& instruction, RuleSet& rules, std::span<const Thread> order);
    std::optional<Failure> race(const Warp& warp, const Instruction& instruction) const;

    const Program& program_;
    MachineOptions options_;
    ThreadSet all_;  ///< Θ_all
    std::vector<Warp> warps_;
    std::vector<Stage> stages_;
    Memory memory_;                         ///< Σ
    std::optional<AccessHistory> history_;  ///< if races beyond one instruction are possible
    std::uint32_t waiting_ = 0;             ///< warps of Stage::waiting
    std::uint32_t alive_ = 0;               ///< warps that have not stopped
    std::uint64_t steps_ = 0;
    std::optional<Trap> trap_;
    std::optional<Limit> limit_;
    Effects effects_;  ///< of the current data instruction
};

/// Runs a program with the rules engine.
Result run_rules(const Program& program, const MachineOptions& options = {}, Observer* observer = nullptr);

}  // namespace musimd
