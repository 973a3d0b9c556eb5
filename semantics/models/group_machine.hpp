#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "isa/program.hpp"
#include "semantics/collectives.hpp"
#include "semantics/grid_memory.hpp"
#include "semantics/models/groups.hpp"
#include "semantics/models/joins.hpp"
#include "semantics/models/policy.hpp"
#include "semantics/observer.hpp"
#include "semantics/result.hpp"
#include "semantics/waiting.hpp"

namespace musimd::models {

/// The machine of section 12: warps whose threads are in groups, under the policy of the program's model,
/// which has_groups. They share Σ and take turns, as those of Machine do.
///
/// The program must be one that the model accepts (`unaccepted`), and must outlive the machine.
class GroupMachine {
  public:
    explicit GroupMachine(const Program& program, MachineOptions options = {});

    /// Steps the warps in turn until all have stopped, one traps, one reaches its limit, or the run is
    /// interrupted.
    Result run(Observer* observer = nullptr);

    // As of Machine (machine.hpp). A machine is a warp.
    Step step(std::uint32_t warp, Observer* observer = nullptr, std::span<const Thread> order = {});
    std::uint32_t machines() const { return static_cast<std::uint32_t>(warps_.size()); }
    std::uint32_t machine_of(std::uint32_t warp, Thread) const { return warp; }
    bool can_step(std::uint32_t warp) const { return next_step(warp).has_value(); }
    bool has_stopped(std::uint32_t warp) const { return warps_[warp].has_stopped(); }
    bool waits(std::uint32_t warp) const;
    std::vector<std::uint32_t> joint(std::uint32_t warp) const { return {warp}; }
    bool is_deadlocked() const;
    std::vector<std::vector<Thread>> choices(std::uint32_t warp) const;
    void choose(std::uint32_t warp, Thread t);
    Outcome deadlock(Observer* observer = nullptr);
    void set_variable(std::uint32_t warp, Thread t, Variable v, Value c) {
        warps_[warp].state.bank.set(t, v, c);
    }
    void set_word(std::int64_t address, Value c) { memory_.words().set(address, c); }
    std::span<const Access> accesses() const { return memory_.effects().accesses; }
    Result result(Outcome outcome);
    Result limited(LimitReason reason, std::uint32_t warp);
    const Warp& warp(std::uint32_t number) const { return warps_[number].state; }
    const GroupWarp& group_warp(std::uint32_t number) const { return warps_[number]; }
    const Memory& memory() const { return memory_.words(); }
    const AccessHistory* history() const { return memory_.history() ? &*memory_.history() : nullptr; }
    const std::optional<Trap>& trap() const { return trap_; }

  private:
    /// A group, by its warp and its place in G; or one thread of it, which steps by itself.
    struct At {
        std::uint32_t warp;
        std::size_t place;
        std::optional<Thread> alone = {};
        friend bool operator==(const At&, const At&) = default;
    };
    /// The state before a step, for observers.
    struct Before {
        Label pc = 0;
        ThreadSet active = {};
        SyncStack picture = {};
        ContextStack context_stack = {};
        std::size_t idle = 0;
    };

    // Turns.
    std::optional<Outcome> round(const std::vector<std::uint32_t>& order, Observer* observer);
    std::optional<Outcome> turn(std::uint32_t warp, Observer* observer);
    std::optional<std::size_t> next_group(std::uint32_t warp) const;
    std::optional<At> next_step(std::uint32_t warp) const;
    void end_yielding(std::uint32_t warp);

    // Steps.
    Step step(At at, Observer* observer, std::span<const Thread> order);
    Step apply_rule(At at, RuleSet& rules, std::span<const Thread> order);
    Step control_rule(At at, const Instruction& instruction, RuleSet& rules, std::span<const Thread> order);
    Step data_rule(Warp& view, const Instruction& instruction, RuleSet& rules, std::span<const Thread> order);
    Step fail(At at, Failure failure, Observer* observer);
    Before before(At at, const Observer* observer);
    void after(std::uint32_t warp, const Before& before, RuleId rule, RuleSet rules, Observer* observer,
               std::uint32_t groups = 0, bool opens = false);

    // What is open.
    std::vector<std::vector<Thread>> free_steps(std::uint32_t warp) const;
    std::vector<std::vector<Thread>> free_sides(At at) const;

    // Threads by themselves.
    bool goes_alone(const Group& group, Thread t) const;
    ThreadSet who_goes_alone(At at) const;
    At with_thread(At at) const;
    void move_on(At at, Label pc);

    // Control rules.
    Step branch(At at, const Instruction& instruction, RuleSet& rules, std::span<const Thread> order);
    RuleId go(Group& group, Label to, RuleId rule) const;
    void count_round(Group& group) const;
    Label join_of(Label branch) const { return joins_.empty() ? 0 : joins_[branch]; }
    bool target_is_first(Label branch, const ThreadSet& branching, std::span<const Thread> order);
    Step end_rule(At at, const Instruction& instruction);
    Step EB(At at, const Instruction& instruction, RuleSet& rules);
    Step EE(At at, const Instruction& instruction, RuleSet& rules);
    Step BB(At at, const Instruction& instruction, RuleSet& rules);

    // Waiting.
    Wait awaits(At at) const;
    bool can_step(At at) const;
    std::optional<Failure> barrier_failure(At at, RuleSet& rules) const;
    bool all_wait(std::uint32_t first, std::uint32_t count, Wait wait) const;
    std::vector<At> groups_of(std::uint32_t first, std::uint32_t count) const;
    void release(At at, Value c);
    void open_barrier();
    std::optional<Failure> open_block_barrier(At& at);
    tl::expected<Value, Failure> opening_value(const std::vector<At>& waiting);
    bool has_gone(std::uint32_t block) const;
    bool are_apart(const std::vector<At>& waiting) const;
    void warn_of_opening(std::uint32_t block, const std::vector<At>& waiting);
    void warn(WarningKind kind, At at, const ThreadSet& threads, std::string message);
    std::vector<Missing> missing_of(At at);

    // Collectives.
    std::vector<Participant> standing(std::uint32_t warp) const;
    Participant participant(At at, Thread t) const;
    ThreadSet absent_from(At at, Thread t) const;
    ThreadSet absent_from(At at) const;
    bool is_complete(At at, Thread t) const;
    std::vector<Participant> participants(At at) const;
    std::optional<Failure> own_failure(At at) const;
    Step collective_step(At at, Observer* observer);
    void step_together(std::uint32_t warp, const std::vector<Participant>& threads,
                       const CollectiveEffects& done, Observer* observer);
    void order_by_syncwarp(std::uint32_t warp, const std::vector<Participant>& threads,
                           const std::vector<ThreadSet>& groups);
    At place_of(std::uint32_t warp, Thread t) const;
    void warn_of_exited(At at, const ThreadSet& named);
    Failure with_report(Failure failure, At at);

    // Groups and threads.
    Group& group(At at) { return warps_[at.warp].groups.list[at.place]; }
    const Group& group(At at) const { return warps_[at.warp].groups.list[at.place]; }
    Label pc_at(At at) const { return at.alone ? group(at).pc_of(*at.alone) : group(at).pc; }
    ThreadSet active_at(At at) const;
    const Instruction* next(At at) const;
    Warp& view(At at);
    SyncStack picture(At at) const;
    ThreadSet present(std::uint32_t warp) const;
    ThreadSet gone(std::uint32_t warp) const;
    void show(std::uint32_t number);
    Outcome reach_limit(LimitReason reason, std::uint32_t warp);
    void add_to(WarpResult& result, GroupWarp& warp) const;

    const Program& program_;
    MachineOptions options_;
    Policy policy_;
    Joins joins_;
    std::map<Label, bool> first_sides_;  ///< of branches that have split: whether the target's side is first
    std::vector<GroupWarp> warps_;
    GridMemory memory_;
    std::uint32_t alive_ = 0;  ///< warps that have not stopped
    std::uint64_t steps_ = 0;
    std::vector<RunWarning> warnings_;
    std::vector<Waiting> who_waits_;
    std::optional<Trap> trap_;
    std::optional<Limit> limit_;
};

/// A run of a program under its model, which has_groups, with one side of branches first.
using SideRunner = std::function<Result(const MachineOptions& options)>;

/// Runs with one side first or, where the side is free and not given, with either, by `other` the second: a
/// difference is a warning.
Result with_both_sides(const Program& program, const MachineOptions& options, const SideRunner& run,
                       const SideRunner& other);

/// Runs a program by the rules.
Result run(const Program& program, const MachineOptions& options, Observer* observer);

}  // namespace musimd::models
