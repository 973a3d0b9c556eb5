#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "semantics/machine.hpp"
#include "simulator/explore/commuting.hpp"
#include "simulator/explore/footprint.hpp"
#include "simulator/explore/liveness.hpp"
#include "simulator/explore/meeting.hpp"
#include "simulator/explore/orders.hpp"
#include "simulator/explore/state.hpp"
#include "simulator/explore/state_table.hpp"
#include "simulator/schedule.hpp"

// Why not every interleaving has to be run. A machine is a warp or, under `volta`, a thread.
//
// 1. Two neighbouring steps of different machines that are independent (are_dependent returns false: they
//    share no address that one of them changes) can be exchanged: neither enables, disables or changes the
//    other, and the state after both is the same, including the history of accesses. So a schedule represents
//    all schedules that such exchanges produce from it, its trace. One schedule per trace is enough.
// 2. A trap, or a machine at its limit, ends the run. It changes nothing, though, so nothing is lost if that
//    machine rests and the others continue: a later trap T comes first in the schedule without the earlier
//    traps. Such a result is identified by what the trap reports, which the steps that happen before T
//    determine; how far the other machines have come is not compared.
// 3. A step that does not use Σ is independent of all steps of other machines, except those that wait for
//    it. It is done at once, after the step before it. That holds for fences, too: a fence orders what its
//    own agent has seen before what this agent does next.
// 4. A barrier opens when all machines that have not stopped wait. Everything before it happens before
//    everything after it, and the history of accesses is empty: how a phase (the steps between two openings)
//    continues depends only on the state at its start. Phases are searched one by one, and equal states
//    once. In a grid of one machine, no other interferes, and each step that uses Σ is a phase of its own.
// 5. A group of a collective, or an opening of a block barrier, is complete when all whom it needs have come
//    or exited. None of them can do anything else then, and what the others do does not change it: it is
//    done at once, too. All that its machines did before happens before all that they do after it. A state
//    in which machines wait and none can step is a deadlock, which the trace determines.
// 6. Within a phase, the search is source-DPOR with sleep sets (Abdulla, Aronis, Jonsson and Sagonas, POPL
//    2014): one schedule is run, and where two of its steps race (they are dependent, and no step between
//    orders them), the search returns to the state before the first, and tries a machine that leads to the
//    second first. A sleep set holds the machines whose next step has been tried in an earlier state and was
//    exchanged to here: trying them again would repeat a trace. The steps that 3, 4 and 5 take out of a phase
//    can be taken at any time, which is all that the algorithm requires.
// 7. Under `volta`, an `activemask` sees which threads are at it: a step after which a thread may be there is
//    not done at once, and depends on the `activemask`. Who steps is then not one machine, so a program with
//    one is searched with sleep sets alone: all machines are tried in each state.
// 8. Different traces may lead to one state, and dropped tickets commute: updates whose results are dead
//    (Liveness) and that leave the same word in any order (Commuting) are independent, and so are the threads
//    of one such instruction. Orders of threads are distinguished only by what they lead to (Orders).
// 9. Where values matter for a while and are then forgotten, traces do not commute, yet their states are
//    equal again. Races cannot be combined with merging: what a merged state would have wanted of earlier
//    nodes is lost. So a phase is searched twice, in turns (search_phase): By::traces is 6 and 7; By::states
//    tries all machines in each state, once (StateTable), with sleep sets (Godefroid, LNCS 1032, 1996: a
//    state that is visited again tries those that have slept until now). Each finds all results, and the
//    first that ends is enough. What makes two states equal is what a continuation can see: live words, and
//    of the history of accesses which later ones would race.
//
// 10. With Limits::rests_spinners, a machine that comes back to a statement with the same values, and has
//     changed nothing meanwhile, has no more turns (Spin). Each schedule becomes one without such rounds if
//     they are left out, which no other machine can distinguish; so machines that rest after the first have
//     all results. If then no machine has a turn, and those that rest would come back once more, they spin
//     indefinitely.
//
// tests/property/explore_properties.cpp compares all of it with a search that does none of this.

namespace musimd::explore {

/// Why a machine rests: its trap, or the limit that it has reached.
using Rest = std::variant<Trap, LimitReason>;

/// Callbacks of a phase.
class PhaseListener {
  public:
    PhaseListener() = default;
    PhaseListener(const PhaseListener&) = delete;
    PhaseListener& operator=(const PhaseListener&) = delete;
    virtual ~PhaseListener() = default;

    /// A machine comes to rest. The last turn of the schedule is the one in which it traps or reaches its
    /// limit.
    virtual void on_rest(const Rest& rest, const std::function<Schedule()>& schedule) = 0;
    /// All machines have stopped.
    virtual void on_stop(State& state, const std::function<Schedule()>& schedule) = 0;
    /// Every machine that has not stopped waits for what is missing.
    virtual void on_deadlock(State& state, const std::function<Schedule()>& schedule) = 0;
    /// All machines that have not stopped spin, or wait for those that do.
    virtual void on_spinning(State& state, const std::function<Schedule()>& schedule) = 0;
    /// The phase ends here; the next can begin.
    virtual void on_phase(State& state, const std::function<Schedule()>& schedule) = 0;
    /// Called before each choice, with the approximate bytes that the search of the phase uses; returning
    /// false ends it.
    virtual bool goes_on(std::size_t bytes) = 0;
    /// A schedule of the phase has ended.
    virtual void on_schedule() = 0;
    /// A step has been done for the first time in its schedule.
    virtual void on_step() = 0;
    /// A state within the phase has been seen for the first time, by a search that merges them.
    virtual void on_state() = 0;
};

/// What a search of a phase does once: traces or states.
enum class By : std::uint8_t { traces, states };

/// What all phases of a search have in common.
struct Setting {
    Setting(const Program& of, const MachineOptions& under, Dependence dependence, PhaseListener& to)
        : program(of),
          options(under),
          depend(dependence),
          listener(to),
          meetings(of, under),
          liveness(of, under),
          commuting(of, under, liveness) {}

    const Program& program;
    const MachineOptions& options;
    Dependence depend;
    PhaseListener& listener;
    Meetings meetings;
    Liveness liveness;
    Commuting commuting;
    std::size_t snapshots = 1;    ///< how many states a search may store, at least 1; others are recomputed
    std::optional<By> only = {};  ///< how a phase is searched, if not both ways
    bool rests_spinners = false;  ///< machines that spin have no more turns
    std::size_t max_table_bytes = 0;  ///< how much memory the states may use that a search has seen
};

/// Searches one phase, from its start (a state at the program's start, at an open barrier or, with one
/// machine, anywhere) to each of its ends. Schedules cover only this phase.
class Phase {
  public:
    enum class Progress : std::uint8_t { ended, pauses, refused };

    /// `opener`: the machine that opens the barrier at which the phase begins.
    Phase(const Setting& setting, By by, State begin, std::optional<std::uint32_t> opener);

    /// Goes on for that many choices; `others`: the bytes that other searches of the phase use.
    Progress go_on(std::uint64_t choices, std::size_t others);

    /// What the search uses, approximately.
    std::size_t bytes() const {
        return table_.bytes() +
               events_.size() * (2 * machines_ * sizeof(std::size_t) + sizeof(Event) + sizeof(Node));
    }

    /// Who can open the barrier at which the phase begins. It does not matter, unless an activemask may see
    /// it.
    static std::vector<std::uint32_t> openers(const Setting& setting, const State& state);

  private:
    /// For each machine 1 + the index of its last event that happens before, or is, this one; or 0.
    using Past = std::vector<std::size_t>;
    /// Null: nothing.
    using Clock = std::shared_ptr<const Past>;

    /// A step that others may depend on.
    struct Event {
        std::uint32_t machine = 0;
        Footprint footprint;
        Clock past;
    };

    /// Consecutive steps of a machine.
    struct Turns {
        std::uint32_t machine = 0;
        std::uint64_t count = 1;
        std::vector<Thread> threads = {};       ///< as in ScheduledSteps, of the first step
        std::vector<std::uint32_t> needs = {};  ///< the machines whose earlier turns come before
        std::optional<std::size_t> event = {};  ///< the index of the first step, if it is an event
        bool fails = false;                     ///< no step: the machine comes to rest
    };

    struct Sleeper {
        std::uint32_t machine;
        Footprint footprint;
    };

    /// A state, and for each machine what happens before its next step.
    struct Position {
        State state;
        std::vector<Clock> clocks;
    };

    /// A state in which there is a choice.
    struct Node {
        std::vector<bool> wanted;               ///< the machines to try here
        std::vector<Sleeper> sleeping;          ///< those that need not be tried
        std::optional<std::uint32_t> machine;   ///< the one being tried
        std::optional<Footprint> footprint;     ///< of all that it has tried
        std::vector<std::vector<Thread>> open;  ///< what is left of its choices (Machine::choices)
        std::vector<Thread> chosen;             ///< the one being tried
        std::vector<Thread> threads;            ///< its threads in this order
        Orders orders;                          ///< the remaining orders for it
        std::size_t turns = 0;                  ///< how many of turns_ lead here
        std::vector<bool> rests;
        std::vector<Spin> spins;
        std::vector<Clock> clocks;
    };

    // Steps.
    bool is_visible(const State& state, std::uint32_t machine) const;
    bool is_choice(const State& state, std::uint32_t machine) const;
    bool is_at_limit(const State& state, std::uint32_t machine) const {
        return state.machine.warp(machine).steps >= options_.max_steps;
    }
    void advance(Position& at, std::vector<std::uint32_t> machines);
    void run_alone(Position& at, std::uint32_t machine);
    void run_together(Position& at, std::uint32_t machine, std::vector<std::uint32_t>& released);
    void rest(Position& at, std::uint32_t machine, const Rest& rest, const Clock& past);
    void restart_spin(Position& at, std::uint32_t machine) const;
    void come_to_choice(Position& at, std::uint32_t machine) const;
    void rest_after(Position& at, const Meeting& meeting, const Step& step, const Clock& past);

    // The search.
    void enter(Position&& at);
    void add_sleepers(Node& node) const;
    bool add_wanted(Node& node, const State& state) const;
    bool visit(Node& node, const State& state);
    void end(State& state);
    bool are_spinning(const State& state) const;
    bool has_orders(const Machine& machine, std::uint32_t m) const;
    void take_choice(Node& node, Machine& machine) const;
    Orders orders_of(const Machine& machine, std::uint32_t m) const;
    bool choose(Node& node);
    void take(Node& node);
    bool is_last(const Node& node) const;
    Position take_position();
    Position position_of(std::size_t node) const;

    // Races.
    Past before_all(const std::vector<Clock>& clocks, const std::vector<std::uint32_t>& machines) const;
    Clock past_of(const Event& event, Past past, const Meeting& meeting);
    Past order(const Event& event, Past past);
    void want_before(std::size_t first, const Event& second, const Past& past);

    // Schedules.
    void append_turns(Schedule& schedule, const Turns& turns) const;
    Schedule schedule() const;
    Schedule schedule_to_last(const Clock& past) const;

    const Setting& setting_;
    const Program& program_;
    const MachineOptions& options_;
    PhaseListener& listener_;
    const Meetings& meetings_;
    const By by_;
    const std::size_t machines_;
    StateTable table_;

    std::vector<Node> nodes_;
    std::vector<Event> events_;  ///< event i is what was tried last in node i
    std::vector<Turns> turns_;
    std::vector<Machine> states_;  ///< states of the first nodes
};

/// Searches a phase by traces and by states, in turns, until one of them ends.
void search_phase(const Setting& setting, const State& begin);

}  // namespace musimd::explore
