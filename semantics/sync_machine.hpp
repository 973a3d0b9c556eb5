#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isa/program.hpp"
#include "semantics/collectives.hpp"
#include "semantics/control_rules.hpp"
#include "semantics/grid_memory.hpp"
#include "semantics/observer.hpp"
#include "semantics/result.hpp"
#include "semantics/state.hpp"
#include "semantics/waiting.hpp"

namespace musimd {

/// Machines M(Θ, β, Σ, Π, Λ, P, pc) that share P and Σ, stepped by the rules; a `sync` that is executed
/// joins. Under `lockstep` each warp of the grid is a machine, and a grid of one warp is the paper's; under
/// `volta` each thread is one.
///
/// The program, whose model has no groups, must outlive the machine.
class SyncMachine {
  public:
    explicit SyncMachine(const Program& program, MachineOptions options = {});

    /// Steps the machines in turn until all have stopped, one traps, one reaches its limit, or the run is
    /// interrupted.
    Result run(Observer* observer = nullptr);

    /// One step of a machine that can_step, regardless of step limits, with the machines that step with it.
    /// If it waits at a barrier, the barrier opens. `order` holds the active threads in the order in which an
    /// atomic_inc takes them; if it is empty, the options decide the order.
    Step step(std::uint32_t machine, Observer* observer = nullptr, std::span<const Thread> order = {});

    /// How many machines there are: warps or, under `volta`, threads.
    std::uint32_t machines() const { return static_cast<std::uint32_t>(warps_.size()); }
    /// The machine of this lane, which exists: its warp or, under `volta`, its thread.
    std::uint32_t machine_of(std::uint32_t warp, Thread lane) const;

    /// Whether the machine has not stopped and, if it waits, what it waits for is there.
    bool can_step(std::uint32_t machine) const {
        return !has_stopped(machine) && (!waits(machine) || is_ready(machine));
    }
    bool has_stopped(std::uint32_t machine) const { return stages_[machine] == Stage::stopped; }
    bool waits(std::uint32_t machine) const { return stages_[machine] == Stage::waiting; }

    /// The machines that step together if this one, which can_step, does: ascending, with itself.
    std::vector<std::uint32_t> joint(std::uint32_t machine) const;

    /// Whether every machine that has not stopped waits for what is missing.
    bool is_deadlocked() const;
    /// Ends a run that is_deadlocked: the trap.
    Outcome deadlock(Observer* observer = nullptr);

    /// β[t](v) := c, between steps, for a debugger. The thread belongs to the machine.
    void set_variable(std::uint32_t machine, Thread t, Variable v, Value c) {
        warps_[machine].bank.set(t, v, c);
    }
    /// Σ(a) := c, between steps, for a debugger; a is an address of the program.
    void set_word(std::int64_t address, Value c) { memory_.words().set(address, c); }

    /// The addresses that the last step used, if it was LD, ST or AT; if it failed, those before the failure.
    std::span<const Access> accesses() const { return memory_.effects().accesses; }

    /// Ends the run: the result with this outcome. The machine is empty afterwards.
    Result result(Outcome outcome);
    /// The same with Outcome::limit, reached by the warp.
    Result limited(LimitReason reason, std::uint32_t warp);

    const Warp& warp(std::uint32_t number) const { return warps_[number]; }
    const Memory& memory() const { return memory_.words(); }
    /// The accesses so far, of machines whose accesses can race; else null.
    const AccessHistory* history() const { return memory_.history() ? &*memory_.history() : nullptr; }
    /// The trap of the last step that failed.
    const std::optional<Trap>& trap() const { return trap_; }

  private:
    /// The state of a machine's execution.
    enum class Stage : std::uint8_t { running, waiting, released, stopped };
    /// The machines of a block.
    struct Block {
        std::uint32_t waiting = 0;  ///< at a block barrier
        std::uint32_t alive = 0;    ///< that have not stopped
    };
    struct MachineFailure {
        std::uint32_t machine;
        Failure failure;
    };
    /// A machine as it is before a step, for observers; copies of stacks and sets are cheap.
    struct Before {
        Label pc = 0;
        ThreadSet active;
        SyncStack sync_stack;
        ContextStack context_stack;
        std::size_t idle = 0;  ///< |Θ_all| − |Θ|, before an everywhere
    };

    void add_machine(std::uint32_t warp, const ThreadSet& all, const ThreadSet& active, Bank bank);

    // Turns.
    std::optional<Outcome> round(const std::vector<std::uint32_t>& order, Observer* observer);
    std::optional<Outcome> turn(std::uint32_t machine, Observer* observer);
    Outcome reach_limit(LimitReason reason, std::uint32_t machine);

    // Waiting.
    Wait awaits(const Warp& warp) const;
    void settle(std::uint32_t machine);
    bool is_ready(std::uint32_t machine) const;
    void open_barrier();
    std::optional<MachineFailure> open_block_barrier(std::uint32_t machine);
    std::optional<MachineFailure> mixed_forms(const std::vector<std::uint32_t>& machines) const;
    tl::expected<Value, Failure> opening_value(const std::vector<std::uint32_t>& machines,
                                               std::uint32_t turn) const;
    void warn_of_opening(const std::vector<std::uint32_t>& machines);
    std::vector<std::uint32_t> waiting_in_block(std::uint32_t block) const;
    std::vector<Missing> missing_of(std::uint32_t machine) const;

    // Steps.
    Step single_step(std::uint32_t machine, Observer* observer, std::span<const Thread> order, bool opens);
    Step collective_step(std::uint32_t machine, Observer* observer);
    Step active_mask_step(std::uint32_t machine, Observer* observer);
    Step apply_rule(Warp& warp, RuleSet& rules, std::span<const Thread> order);
    Step fail(std::uint32_t machine, Failure failure, Observer* observer);
    Before before(std::uint32_t machine, const Observer* observer) const;
    void after(std::uint32_t machine, const Before& before, RuleId rule, RuleSet rules, Observer* observer,
               std::uint32_t groups = 0, bool opens = false);
    Failure with_report(Failure failure, const Participant& t);
    void warn_of_exited(std::uint32_t machine, const ThreadSet& named);
    void warn(WarningKind kind, std::uint32_t machine, const ThreadSet& threads, std::string message);

    // The end.
    void add_to(WarpResult& result, std::uint32_t machine);

    // Threads and machines.
    bool is_volta() const { return program_.model == ThreadModel::volta; }
    const Instruction* next(std::uint32_t machine) const;
    ThreadSet present(std::uint32_t warp) const;
    ThreadSet gone(std::uint32_t warp) const;
    std::vector<Participant> participants(std::uint32_t machine) const;

    const Program& program_;
    MachineOptions options_;
    std::vector<Warp> warps_;  ///< the machines
    std::vector<Stage> stages_;
    std::vector<std::uint64_t> round_of_;  ///< round of each machine's last step; from 1
    std::vector<Block> blocks_;
    GridMemory memory_;
    std::uint32_t at_barrier_ = 0;  ///< machines that wait at a barrier
    std::uint32_t waiting_ = 0;     ///< machines of Stage::waiting
    std::uint32_t alive_ = 0;       ///< machines that have not stopped
    std::uint64_t steps_ = 0;
    std::uint64_t round_ = 0;
    std::vector<RunWarning> warnings_;
    std::vector<Waiting> who_waits_;  ///< who waits, at the last failure
    std::optional<Trap> trap_;
    std::optional<Limit> limit_;
};

}  // namespace musimd
