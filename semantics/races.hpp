#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

#include "isa/program.hpp"
#include "semantics/data_rules.hpp"

namespace musimd {

/// How a thread's instruction uses an address.
enum class Use : std::uint8_t {
    read,
    write,
    atomic,
    atomic_read,  ///< a fetch_cas whose comparison fails
};

/// The accesses to Σ since the last barrier. Only a barrier orders them: two accesses to one address by
/// different agents are a race if at least one writes and they are not both atomic. The agents are warps
/// or, under `.races thread`, threads.
class AccessHistory {
  public:
    AccessHistory(RaceMode mode, Thread threads) : mode_(mode), threads_(threads) {}

    /// The lowest thread of the warp's instruction that conflicts, if any. The accesses ascend by thread.
    std::optional<Access> conflict(std::uint32_t warp, Use use, std::span<const Access> accesses) const;

    /// Adds the accesses of an executed instruction.
    void add(std::uint32_t warp, Use use, std::span<const Access> accesses);

    /// A barrier: later accesses are ordered after all earlier ones.
    void clear() { history_.clear(); }

  private:
    /// The agents that used an address in one way: none, one, or several.
    struct Agents {
        std::uint64_t only = 0;  ///< agent + 1, kNone or kSeveral
        bool others_than(std::uint64_t agent) const { return only != kNone && only != agent + 1; }
        void add(std::uint64_t agent) { only = only == kNone || only == agent + 1 ? agent + 1 : kSeveral; }
    };
    static constexpr std::uint64_t kNone = 0;
    static constexpr std::uint64_t kSeveral = UINT64_MAX;
    struct Uses {
        Agents read, write, atomic, atomic_read;
        Agents& of(Use use);
    };

    std::uint64_t agent(std::uint32_t warp, Thread t) const {
        return mode_ == RaceMode::warp ? warp : std::uint64_t{warp} * threads_ + t;
    }
    bool conflicts(std::uint32_t warp, Use use, const Access& access) const;

    RaceMode mode_;
    Thread threads_;
    std::unordered_map<std::int64_t, Uses> history_;
};

}  // namespace musimd
