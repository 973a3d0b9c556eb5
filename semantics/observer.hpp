#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isa/program.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/rule_id.hpp"
#include "semantics/state.hpp"
#include "semantics/trap.hpp"

namespace musimd {

/// One step as an observer sees it: the state before it, the rule, and the stack depths after it.
struct StepEvent {
    const Program& program;
    std::uint64_t number;  ///< number of the step in the run, from 1
    std::uint32_t warp;
    Label pc;
    RuleId rule;                        ///< the control rule applied
    RuleSet rules;                      ///< every rule used: the control rule, data rules, operands
    const ThreadSet& active;            ///< Θ before the step
    const SyncStack& sync_stack;        ///< Π before the step
    const ContextStack& context_stack;  ///< Λ before the step
    std::uint32_t sync_depth;           ///< entries of Π after the step
    std::uint32_t context_depth;        ///< entries of Λ after the step
    std::span<const Access> accesses;   ///< for LD, ST and AT: ascending by thread
    std::size_t woken = 0;              ///< for EB: how many threads it wakes
    std::uint32_t groups = 0;  ///< groups of a collective that step; of a joint step, with its first event
    bool opens = false;        ///< it opens a block barrier

    const Instruction& instruction() const { return program.at(pc); }
};

/// Watches a run. The calls are in the order of the events.
class Observer {
  public:
    Observer() = default;
    Observer(const Observer&) = delete;
    Observer& operator=(const Observer&) = delete;
    virtual ~Observer() = default;

    /// A rule was applied.
    virtual void on_step(const StepEvent& event) = 0;

    /// A machine of this warp does nothing at its turn: it waits.
    virtual void on_wait(std::uint32_t) {}

    /// The state in which no rule applies, just before on_trap: `rule` failed, and `number` is the next
    /// step's.
    virtual void on_failing_state(const StepEvent&) {}

    /// No rule applies and the run ends. The failed attempt does not count as a step.
    virtual void on_trap(const Trap&) {}
};

/// Reports a trap of this warp, after so many steps of the run.
inline void tell_trap(const Trap& trap, const Warp& warp, const Program& program, std::uint64_t steps,
                      Observer& observer) {
    observer.on_failing_state({program,
                               steps + 1,
                               trap.warp,
                               trap.pc,
                               trap.rule,
                               {},
                               warp.active,
                               warp.sync_stack,
                               warp.context_stack,
                               warp.sync_stack.size(),
                               warp.context_stack.size(),
                               {}});
    observer.on_trap(trap);
}

/// Several observers as one.
class Observers final : public Observer {
  public:
    void add(Observer& observer) { list_.push_back(&observer); }
    bool empty() const { return list_.empty(); }

    void on_step(const StepEvent& event) override {
        for (Observer* observer : list_) observer->on_step(event);
    }
    void on_wait(std::uint32_t warp) override {
        for (Observer* observer : list_) observer->on_wait(warp);
    }
    void on_failing_state(const StepEvent& state) override {
        for (Observer* observer : list_) observer->on_failing_state(state);
    }
    void on_trap(const Trap& trap) override {
        for (Observer* observer : list_) observer->on_trap(trap);
    }

  private:
    std::vector<Observer*> list_;
};

}  // namespace musimd
