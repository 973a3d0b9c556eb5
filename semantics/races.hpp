#pragma once

#include <boost/container/flat_map.hpp>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "isa/program.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/happens_before.hpp"

namespace musimd {

/// How a thread's instruction uses an address.
enum class Use : std::uint8_t {
    read,
    write,
    atomic,
    atomic_read,  ///< a fetch_cas whose comparison fails
};

/// The accesses to Σ of a grid. Two accesses to one address by different agents are a race if at least one
/// writes, they are not both atomic, and neither is ordered before the other.
class AccessHistory {
  public:
    /// Agents are warps or, under RaceMode::thread, threads; `warps` of `threads` lanes are a block.
    AccessHistory(RaceMode mode, Thread threads, std::uint32_t warps);

    /// An access that races.
    struct Conflict {
        Access access;  ///< of the lowest thread of the instruction that conflicts
        std::optional<TrapOther>
            other;  ///< the last access before it that conflicts; not one of the same step
    };

    /// The conflict of a warp's next instruction, if any. The accesses ascend by thread.
    std::optional<Conflict> conflict(std::uint32_t warp, Use use, std::span<const Access> accesses) const;

    /// Adds the accesses of the instruction that the warp has executed.
    void add(std::uint32_t warp, Label pc, const Instruction& instruction, Use use,
             std::span<const Access> accesses);

    /// What the warp's threads do to order later events after earlier ones.
    void barrier();
    void block_barrier(std::uint32_t block) { order_.block_barrier(block); }
    void fence(std::uint32_t warp, const ThreadSet& threads, bool grid);
    /// A group of `syncwarp`: the lanes of its mask.
    void meet(std::uint32_t warp, const ThreadSet& lanes);

  private:
    struct Entry {
        Time time = 0;
        std::uint64_t step = 0;
        TrapOther access;
    };
    /// The last access of each agent of one kind.
    using Entries = boost::container::flat_map<Agent, Entry>;
    struct Uses {
        Entries read, write, atomic, atomic_read;
        Entries& of(Use use);
    };

    Agent agent(std::uint32_t warp, Thread t) const {
        return mode_ == RaceMode::warp ? warp : Agent{warp} * threads_ + t;
    }
    const Entry* last_unordered(Agent agent, Use use, std::int64_t address) const;

    RaceMode mode_;
    Thread threads_;
    HappensBefore order_;
    std::uint64_t step_ = 0;
    std::unordered_map<std::int64_t, Uses> history_;
};

}  // namespace musimd
