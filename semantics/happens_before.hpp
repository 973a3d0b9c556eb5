#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>

namespace musimd {

/// Who takes part in races: a warp or, where each thread counts, a thread of the grid; from 0, those of a
/// block are neighbours.
using Agent = std::uint64_t;

/// Counts the events of one agent that order others' events after its own; from 1.
using Time = std::uint32_t;

/// For each agent, the latest time of its events that are ordered before something; 0 if none are.
class VectorClock {
  public:
    Time of(Agent agent) const;
    bool empty() const { return shared_ == nullptr && own_.empty(); }
    void raise(Agent agent, Time time);
    void join(const VectorClock& other);
    /// Copies made from now on share what the clock holds.
    void share();

  private:
    using Times = std::unordered_map<Agent, Time>;
    std::shared_ptr<const Times> shared_;
    Times own_;  // of those that are later than in shared_
};

/// The order of the events of a grid's agents (section 11, "Order and races"): an agent's own events in the
/// order of its steps; all events of an opening or of a `syncwarp` at once; and a fence before another
/// agent's later fence, if an atomic update after the first is followed by an atomic on the same address
/// before the second.
class HappensBefore {
  public:
    /// `per_block`: the agents of a block.
    explicit HappensBefore(Agent per_block) : per_block_(per_block) {}

    /// The time of the agent's next event.
    Time now(Agent agent) const;

    /// Whether an event of agent a at that time is ordered before the next event of agent b.
    bool is_before(Agent a, Time time, Agent b) const;

    /// A `barrier`: all events so far are ordered before all later ones. Callers forget the earlier ones.
    void barrier();
    /// An opening of the block's barrier.
    void block_barrier(std::uint64_t block);
    /// A group of `syncwarp`.
    void meet(std::span<const Agent> agents);
    /// A fence of the agent; `grid`: for all threads, not only those of the block.
    void fence(Agent agent, bool grid);
    /// An atomic of the agent on the address sees the updates of earlier steps.
    void observe(Agent agent, std::int64_t address);
    /// It updates the address.
    void publish(Agent agent, std::int64_t address);

  private:
    struct State {
        Time now = 1;
        VectorClock before;             // what is ordered before its next event
        VectorClock fence, grid_fence;  // what is ordered before the end of its last fence, and fence.grid
        VectorClock seen, seen_by_all;  // of fences that its next fence, or fence.grid, is ordered after
    };
    /// What the fences before the updates of an address have ordered.
    struct Published {
        VectorClock by_all;                                     // for any fence.grid
        std::unordered_map<std::uint64_t, VectorClock> blocks;  // for any fence of the block
    };

    std::uint64_t block_of(Agent agent) const { return agent / per_block_; }

    Agent per_block_;
    std::unordered_map<Agent, State> states_;
    std::unordered_map<std::int64_t, Published> published_;
};

}  // namespace musimd
