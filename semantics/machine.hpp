#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "semantics/models/group_machine.hpp"
#include "semantics/sync_machine.hpp"

namespace musimd {

/// The rules engine: the machines of a program under its model, which share P and Σ, and take turns. They are
/// the threads under `volta`, and the warps under all other models.
///
/// The program, which its model accepts, must outlive the machine. A copy goes on by itself.
class Machine {
    using Either = std::variant<SyncMachine, models::GroupMachine>;

    static Either made_for(const Program& program, MachineOptions options) {
        if (has_groups(program.model))
            return Either(std::in_place_type<models::GroupMachine>, program, options);
        return Either(std::in_place_type<SyncMachine>, program, options);
    }

    template <typename F>
    decltype(auto) of(F&& f) {
        return std::visit(std::forward<F>(f), either_);
    }
    template <typename F>
    decltype(auto) of(F&& f) const {
        return std::visit(std::forward<F>(f), either_);
    }

    Either either_;

  public:
    explicit Machine(const Program& program, MachineOptions options = {})
        : either_(made_for(program, options)) {}

    /// Steps the machines in turn until all have stopped, one traps, one reaches its limit, or the run is
    /// interrupted.
    Result run(Observer* observer = nullptr) {
        return of([&](auto& m) { return m.run(observer); });
    }

    /// One step of a machine that can_step, regardless of step limits, with the machines that step with it.
    /// If it waits at a barrier, the barrier opens. `order` holds the active threads in the order in which an
    /// atomic_inc takes them, and names a choice (`choices`); if it is empty, the options decide the order.
    Step step(std::uint32_t machine, Observer* observer = nullptr, std::span<const Thread> order = {}) {
        return of([&](auto& m) { return m.step(machine, observer, order); });
    }

    /// How many machines there are.
    std::uint32_t machines() const {
        return of([](const auto& m) { return m.machines(); });
    }
    /// The machine of this lane, which exists: its warp or, under `volta`, its thread.
    std::uint32_t machine_of(std::uint32_t warp, Thread lane) const {
        return of([&](const auto& m) { return m.machine_of(warp, lane); });
    }

    /// Whether the machine has not stopped and, if it waits, what it waits for is there.
    bool can_step(std::uint32_t machine) const {
        return of([&](const auto& m) { return m.can_step(machine); });
    }
    bool has_stopped(std::uint32_t machine) const {
        return of([&](const auto& m) { return m.has_stopped(machine); });
    }
    /// Whether the next step of the machine needs others, which may have come: at a barrier or, under
    /// `volta`, at a collective.
    bool waits(std::uint32_t machine) const {
        return of([&](const auto& m) { return m.waits(machine); });
    }

    /// The machines that step together if this one, which can_step, does: ascending, with itself.
    std::vector<std::uint32_t> joint(std::uint32_t machine) const {
        return of([&](const auto& m) { return m.joint(machine); });
    }

    /// What the model leaves open of the next step of the machine, which can_step: which group of the warp
    /// steps, which of its threads, or which side of a branch is first. Each choice is named by the threads
    /// that step, in the order that `step` takes. Empty if there is only one.
    std::vector<std::vector<Thread>> choices(std::uint32_t machine) const {
        const auto* groups = std::get_if<models::GroupMachine>(&either_);
        return groups == nullptr ? std::vector<std::vector<Thread>>() : groups->choices(machine);
    }
    /// The next step of the machine is that of the choice with this thread.
    void choose(std::uint32_t machine, Thread t) {
        if (auto* groups = std::get_if<models::GroupMachine>(&either_)) groups->choose(machine, t);
    }

    /// Whether every machine that has not stopped waits for what is missing.
    bool is_deadlocked() const {
        return of([](const auto& m) { return m.is_deadlocked(); });
    }
    /// Ends a run that is_deadlocked: the trap.
    Outcome deadlock(Observer* observer = nullptr) {
        return of([&](auto& m) { return m.deadlock(observer); });
    }

    /// β[t](v) := c, between steps, for a debugger. The thread belongs to the machine.
    void set_variable(std::uint32_t machine, Thread t, Variable v, Value c) {
        of([&](auto& m) { m.set_variable(machine, t, v, c); });
    }
    /// Σ(a) := c, between steps, for a debugger; a is an address of the program.
    void set_word(std::int64_t address, Value c) {
        of([&](auto& m) { m.set_word(address, c); });
    }

    /// The addresses that the last step used, if it was LD, ST or AT; if it failed, those before the failure.
    std::span<const Access> accesses() const {
        return of([](const auto& m) { return m.accesses(); });
    }

    /// Ends the run: the result with this outcome. The machine is empty afterwards.
    Result result(Outcome outcome) {
        return of([&](auto& m) { return m.result(outcome); });
    }
    /// The same with Outcome::limit, reached by the machine.
    Result limited(LimitReason reason, std::uint32_t machine) {
        return of([&](auto& m) { return m.limited(reason, machine); });
    }

    /// The machine's state. Of a warp of groups, Θ and pc are those of the group that steps next, and Π is a
    /// picture of where the others are.
    const Warp& warp(std::uint32_t number) const {
        return of([&](const auto& m) -> const Warp& { return m.warp(number); });
    }
    /// The groups of a warp, if the program's model has_groups; else null.
    const models::GroupWarp* group_warp(std::uint32_t warp) const {
        const auto* machine = std::get_if<models::GroupMachine>(&either_);
        return machine == nullptr ? nullptr : &machine->group_warp(warp);
    }
    const Memory& memory() const {
        return of([](const auto& m) -> const Memory& { return m.memory(); });
    }
    /// The accesses so far, of machines whose accesses can race; else null.
    const AccessHistory* history() const {
        return of([](const auto& m) { return m.history(); });
    }
    /// The trap of the last step that failed.
    const std::optional<Trap>& trap() const {
        return of([](const auto& m) -> const std::optional<Trap>& { return m.trap(); });
    }

    /// The maximum number of bytes of Θ, β and the warps themselves in a run of the program, with all
    /// variables written; without stacks and Σ.
    static std::uint64_t estimated_bytes(const Program& program);
};

/// Whether `activemask` has two answers under these options: then a run is made with both, and a difference
/// is a warning.
bool has_two_answers(const Program& program, const MachineOptions& options);

/// Runs a program with the rules engine.
Result run_rules(const Program& program, const MachineOptions& options = {}, Observer* observer = nullptr);

}  // namespace musimd
