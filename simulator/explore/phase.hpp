#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "semantics/machine.hpp"
#include "simulator/explore/footprint.hpp"
#include "simulator/explore/orders.hpp"
#include "simulator/schedule.hpp"

// Why not every interleaving has to be run:
//
// 1. Two neighbouring steps of different warps that are independent (are_dependent returns false: they share
//    no address that one of them changes) can be exchanged: neither enables, disables or changes the other,
//    and the state after both is the same, including the history of accesses. So a schedule represents all
//    schedules that such exchanges produce from it, its trace. One schedule per trace is enough.
// 2. A trap, or a warp at its limit, ends the run. It changes nothing, though, so nothing is lost if that
//    warp rests and the others continue: a later trap T comes first in the schedule without the earlier
//    traps. Such a result is identified by what the trap reports, which the steps that happen before T
//    determine; how far the other warps have come is not compared.
// 3. A step that does not use Σ is independent of all steps of other warps, except the opening of a barrier.
//    It is done at once, after the step before it.
// 4. A barrier opens when all warps that have not stopped wait. Everything before it happens before
//    everything after it, and the history of accesses is empty: how a phase (the steps between two openings)
//    continues depends only on the state at its start. Phases are searched one by one, and equal states
//    once. In a grid of one warp, no other warp interferes, and each step that uses Σ is a phase of its own.
// 5. Within a phase, the search is source-DPOR with sleep sets (Abdulla, Aronis, Jonsson and Sagonas, POPL
//    2014): one schedule is run, and where two of its steps race (they are dependent, and no step between
//    orders them), the search returns to the state before the first, and tries a warp that leads to the
//    second first. A sleep set holds the warps whose next step has been tried in an earlier state and was
//    exchanged to here: trying them again would repeat a trace. The steps that 3 and 4 take out of a phase
//    can be taken at any time, which is all that the algorithm requires.
//
// tests/property/explore_properties.cpp compares all of it with a search that does none of this.

namespace musimd::explore {

/// A state, and the warps that rest in it because they trapped or are at their limit.
struct State {
    Machine machine;
    std::vector<bool> rests;
};

/// Why a warp rests: its trap, or the limit that it has reached.
using Rest = std::variant<Trap, LimitReason>;

/// Callbacks of a phase.
class PhaseListener {
  public:
    PhaseListener() = default;
    PhaseListener(const PhaseListener&) = delete;
    PhaseListener& operator=(const PhaseListener&) = delete;
    virtual ~PhaseListener() = default;

    /// A warp comes to rest. The last turn of the schedule is the one in which it traps or reaches its limit.
    virtual void on_rest(const Rest& rest, const std::function<Schedule()>& schedule) = 0;
    /// All warps have stopped.
    virtual void on_stop(State& state, const std::function<Schedule()>& schedule) = 0;
    /// The phase ends here; the next can begin.
    virtual void on_phase(State& state, const std::function<Schedule()>& schedule) = 0;
    /// Called before each step that uses Σ, with the approximate bytes that the search of the phase uses;
    /// returning false ends it.
    virtual bool goes_on(std::size_t bytes) = 0;
    /// A schedule of the phase has ended.
    virtual void on_schedule() = 0;
};

/// Searches one phase, from its start (a state at the program's start, at an open barrier or, with one warp,
/// anywhere) to each of its ends. Schedules cover only this phase.
class Phase {
  public:
    /// `snapshots`: how many states it may store, at least 1; others are recomputed.
    Phase(const Program& program, const MachineOptions& options, std::size_t snapshots,
          PhaseListener& listener)
        : program_(program),
          options_(options),
          snapshots_(snapshots),
          listener_(listener),
          none_(program.warps, 0),
          initial_(program.warps, 0) {}

    void search(State begin);

  private:
    /// For each warp 1 + the index of its last event that happens before, or is, this one; or 0.
    using Past = std::vector<std::size_t>;

    /// A step that uses Σ, with the following steps of its warp that do not.
    struct Event {
        std::uint32_t warp = 0;
        std::vector<Thread> threads;  ///< as in ScheduledSteps
        Footprint footprint;
        Past past;
        std::uint64_t steps = 0;  ///< steps done: 0 if the first trapped
        bool rests = false;       ///< the warp rests after them
    };

    struct Sleeper {
        std::uint32_t warp;
        Footprint footprint;
    };

    /// A state in which warps have a next step that uses Σ.
    struct Node {
        std::vector<bool> wanted;           ///< the warps to try here
        std::vector<Sleeper> sleeping;      ///< those that need not be tried
        std::optional<std::uint32_t> warp;  ///< the one being tried
        std::vector<Thread> threads;        ///< its threads in this order
        Orders orders;                      ///< the remaining orders for it
    };

    std::size_t bytes() const {
        return events_.size() * (program_.warps * sizeof(std::size_t) + sizeof(Event));
    }
    void begin(State& state);
    void advance(State& state, std::uint32_t warp, std::uint64_t& steps);
    void rest(State& state, std::uint32_t warp, const Rest& rest);
    void rest_after(State& state, std::uint32_t warp, const Step& step);
    void enter(State state);
    void end(State& state);
    bool choose(Node& node);
    void take(Node& node);
    State state_of(std::size_t node) const;
    bool is_ready(const State& state, std::uint32_t warp) const;
    const Instruction* next_instruction(const State& state, std::uint32_t warp) const;
    const Past& past_of(std::uint32_t warp) const;
    Past order(const Event& event);
    void want_before(std::size_t first, const Event& second, const Past& past);
    Schedule schedule() const;
    Schedule schedule_to(std::uint32_t warp) const;

    const Program& program_;
    const MachineOptions& options_;
    std::size_t snapshots_;
    PhaseListener& listener_;

    const Past none_;                     ///< the past of a warp without events
    std::vector<std::uint64_t> initial_;  ///< how many steps each warp takes before its first event
    std::vector<Node> nodes_;
    std::vector<Event> events_;  ///< event i is what was tried last in node i
    std::vector<State> states_;  ///< of the first nodes
};

}  // namespace musimd::explore
