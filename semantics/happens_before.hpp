#pragma once

#include <boost/container/flat_map.hpp>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

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
};

/// What is ordered before something: of agents, the events whose Moment::own is at most their time; of
/// blocks, the events whose Moment::opening is less. Copies share what they hold until one of them changes.
class VectorClock {
  public:
    /// An agent, or whole_block().
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

/// The order of the events of a grid's agents (section 11, "Order and races"): an agent's own events in the
/// order of its steps; all events of an opening or of a `syncwarp` at once; and a fence before another
/// agent's later fence, if an atomic update after the first is followed by an atomic on the same address
/// before the second.
class HappensBefore {
  public:
    /// `per_block`: the agents of a block.
    explicit HappensBefore(Agent per_block) : per_block_(per_block) {}

    /// The moment of the agent's next event.
    Moment now(Agent agent) const;

    /// Whether an event of agent a at that moment is ordered before the next event of agent b.
    bool is_before(Agent a, Moment moment, Agent b) const;

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

    /// Appends numbers that are equal for two orders only if no later event can distinguish them.
    void append_to(std::vector<std::uint64_t>& numbers) const;

  private:
    struct State {
        Time now = 1;
        VectorClock before;             // what is ordered before its next event, besides what its block has
        VectorClock fence, grid_fence;  // what is ordered before the end of its last fence, and fence.grid
        VectorClock seen, seen_by_all;  // fences that its next fence, or fence.grid, is ordered after
    };
    struct Block {
        Time openings = 0;
        VectorClock before;  // what the last opening has ordered before later events, of other blocks
    };
    /// What the fences before the updates of an address have ordered.
    struct Published {
        VectorClock by_all;                                     // for any fence.grid
        std::unordered_map<std::uint64_t, VectorClock> blocks;  // for any fence of the block
    };

    std::uint64_t block_of(Agent agent) const { return agent / per_block_; }
    State& state(Agent agent);
    Block& block(std::uint64_t number);

    Agent per_block_;
    std::vector<State> states_;  // states of the agents that have had such an event
    std::vector<Block> blocks_;  // likewise
    std::unordered_map<std::int64_t, Published> published_;
};

}  // namespace musimd
