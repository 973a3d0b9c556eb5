#pragma once

#include <boost/container/flat_map.hpp>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// Who takes part in races: a warp or, where each thread counts, a thread of the grid; from 0, those of a
/// block are neighbours.
using Agent = std::uint64_t;

/// Counts events of one agent, or of one block.
using Time = std::uint32_t;

/// When an event of an agent happens.
struct Moment {
    Time opening = 0;  ///< the openings of its block's barrier so far
    Time own = 1;      ///< the agent's own events so far that order others' events after its own; from 1
    friend bool operator==(const Moment&, const Moment&) = default;
};

/// What is ordered before something: of agents, the events whose Moment::own is at most their time; of
/// blocks, the events whose Moment::opening is less; of a thread's asynchronous copies, the first ones.
/// Clocks that are copied share what they hold until one of them changes.
class VectorClock {
  public:
    /// An agent, whole_block(), or copies_of().
    using Key = std::uint64_t;

    Time of(Key key) const;  ///< 0 if nothing of it is ordered
    bool empty() const { return times_ == nullptr; }
    /// Appends numbers that are equal for equal clocks only.
    void append_to(std::vector<std::uint64_t>& numbers) const;
    void raise(Key key, Time time);
    void join(const VectorClock& other);

  private:
    using Times = boost::container::flat_map<Key, Time>;
    Times& own();
    std::shared_ptr<Times> times_;
};

/// How strong an atomic access or a fence is (section 13, "Scopes and orders").
struct Strength {
    MemoryOrder order = MemoryOrder::relaxed;
    Scope scope = Scope::grid;
};

/// The order of the events of a grid's agents (sections 11 and 13): an agent's own events in the order of its
/// steps; all events of an opening or of a `syncwarp` at once; and the head of a release pattern before the
/// tail of an acquire pattern whose read observes its write.
class HappensBefore {
  public:
    /// `per_block`: the agents of a block.
    explicit HappensBefore(Agent per_block, Consistency consistency = Consistency::cpp)
        : per_block_(per_block), is_ptx_(consistency == Consistency::ptx) {}

    /// The moment of the agent's next event.
    Moment now(Agent agent) const;

    /// Whether an event of agent a at that moment is ordered before the next event of agent b.
    bool is_before(Agent a, Moment moment, Agent b) const;
    /// Whether a strong read that is ordered before agent b's next event has seen agent a's last atomic write
    /// to the address (P4 of section 13). False under C++.
    bool is_seen(Agent a, std::int64_t address, Agent b) const;

    // Asynchronous copies (section 13.4). Each thread numbers its own from 1, also where agents are warps.
    // What it waits for is a beginning of them, since its groups follow each other: one number says which.
    using CopyThread = std::uint64_t;  ///< a thread of the grid
    /// The thread's next copy; returns its number.
    Time begin_copy(CopyThread thread) { return ++copies_[thread].begun; }
    /// `async.commit`.
    void commit_copies(CopyThread thread);
    /// `async.wait` for all groups but the latest: their copies are ordered before the agent's next event.
    void wait_for_copies(CopyThread thread, Agent agent, std::uint64_t latest);
    /// Whether the copy is ordered before the next event of agent b.
    bool is_copy_before(CopyThread thread, Time number, Agent b) const;
    /// Whether some thread has a copy for which it has not waited.
    bool has_copies_on_their_way() const;
    /// Whether the thread has waited for the copy.
    bool is_awaited(CopyThread thread, Time number) const;

    /// A `barrier`: all events so far but copies that nobody has waited for are ordered before all later
    /// ones. Callers forget the earlier ones.
    void barrier();
    /// An opening of the block's barrier.
    void block_barrier(std::uint64_t block);
    /// A group of `syncwarp`.
    void meet(std::span<const Agent> agents);
    /// A fence of the agents, which are those of one step.
    void fence(std::span<const Agent> agents, Strength strength);
    void fence(Agent agent, Strength strength) { fence(std::span(&agent, 1), strength); }

    // An atomic of a step: its reads, of all agents, come before its writes, since they see earlier steps.
    /// What an atomic read of the address takes, if it acquires: it is ordered before the read itself.
    void acquire(Agent agent, std::int64_t address, Strength strength);
    /// An atomic read of the address.
    void observe(Agent agent, std::int64_t address, Strength strength = {});
    /// An atomic write; an update is also a read, which passes on what it observes.
    void publish(Agent agent, std::int64_t address, Strength strength = {}, bool is_update = true);
    /// A write to the address that is not atomic.
    void overwrite(std::int64_t address);

    /// Appends numbers that are equal for two orders only if no later event can distinguish them.
    void append_to(std::vector<std::uint64_t>& numbers) const;

  private:
    /// What heads of release patterns have ordered: those that agents of their block get, and those that all
    /// get.
    struct Heads {
        VectorClock of_block, of_all;
    };
    struct State {
        Time now = 1;
        VectorClock before;  // what is ordered before its next event, besides what its block has
        Heads fences;        // its last fences that release, as heads of its later writes
        Heads seen;          // what its later acquiring fences are ordered after
    };
    struct Block {
        Time openings = 0;
        VectorClock before;   // what the last opening has ordered before later events, of other blocks
        VectorClock seq_cst;  // P3: fences of the block that are seq_cst
    };
    /// A strong read: it observes the writes of the numbers first … last.
    struct Sight {
        Agent reader = 0;
        Moment moment;
        std::uint32_t first = 0, last = 0;
        friend bool operator==(const Sight&, const Sight&) = default;
    };
    /// An address that atomics have written. Its last write has the heads that a read of it observes.
    struct Location {
        VectorClock of_all;                                     // heads that all get
        std::unordered_map<std::uint64_t, VectorClock> blocks;  // heads that agents of the block get
        bool is_written = false;                                // the last write was atomic
        std::uint64_t writer_block = 0;
        Scope writer_scope = Scope::grid;
        // P1 and P2: of each agent, its release accesses here, and what its reads here observe.
        std::map<Agent, Heads> released, observed;
        // P4
        std::uint32_t writes = 0;  // atomic writes so far; the last has this number
        std::uint32_t chain = 1;   // the first write that a read of the last one observes
        std::map<Agent, std::uint32_t> last_writes;
        std::map<Agent, std::vector<Sight>> sights;
    };

    /// The copies of a thread, by their numbers.
    struct Copies {
        Time begun = 0;            ///< the last one
        Time awaited = 0;          ///< the last one that it has waited for
        std::vector<Time> groups;  ///< of each group that may go on, its last copy
    };

    std::uint64_t block_of(Agent agent) const { return agent / per_block_; }
    State& state(Agent agent);
    Block& block(std::uint64_t number);
    VectorClock through(Agent agent);
    bool reaches(Agent agent, Scope scope, const Location& written) const;
    Heads heads_at(Agent agent, const Location& written) const;
    void see(Agent agent, Location& written);
    static void forget_sights(const Location& written, std::vector<Sight>& sights);
    void append_location(std::int64_t address, const Location& location,
                         std::vector<std::uint64_t>& numbers) const;

    Agent per_block_;
    bool is_ptx_;
    std::vector<State> states_;  // states of the agents that have had such an event
    std::vector<Block> blocks_;  // likewise
    VectorClock seq_cst_;        // P3: fences of wider scopes that are seq_cst
    std::unordered_map<std::int64_t, Location> locations_;
    std::map<CopyThread, Copies> copies_;
};

}  // namespace musimd
