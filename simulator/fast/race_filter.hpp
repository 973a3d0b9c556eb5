#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <unordered_map>
#include <vector>

#include "isa/program.hpp"
#include "semantics/happens_before.hpp"
#include "semantics/races.hpp"

namespace musimd::fast {

/// Whether a run has no race, for runs in which nothing but barriers orders accesses. It keeps two words for
/// an address where AccessHistory keeps a list of accesses, so it cannot say what races; and a `fetch_cas`
/// that fails counts as an update. Where it says that there may be a race, the run is repeated.
class RaceFilter {
  public:
    /// Whether nothing but barriers orders the accesses of the program.
    static bool can_watch(const Program& program);

    explicit RaceFilter(const Program& program);

    /// The accesses of one instruction of a warp, by its active lanes. Returns false if one may race.
    bool take(Use use, std::uint32_t warp, std::span<const std::int64_t> addresses,
              const std::uint64_t* active) {
        if (!on_their_way_.empty() && meets_copies(use != Use::read, addresses)) return false;
        return take_done(use, warp, addresses, active);
    }

    /// The asynchronous copies of one instruction of a warp, by its active lanes.
    bool take_copies(std::uint32_t warp, std::span<const std::int64_t> sources,
                     std::span<const std::int64_t> targets, const std::uint64_t* active);
    void commit_copies(std::uint32_t warp, const ThreadSet& threads);
    /// Returns false if one may race.
    bool wait_for_copies(std::uint32_t warp, const ThreadSet& threads, std::uint64_t latest);

    void barrier();
    void block_barrier(std::uint32_t block) { openings_[block] += 1; }

  private:
    /// Who uses an address: an agent, the openings of its block's barrier before the use, from 1, and marks
    /// for several; 0: nobody.
    using User = std::uint64_t;
    static constexpr unsigned kOpeningBit = 32;
    static constexpr std::uint32_t kMaxOpenings = (std::uint32_t{1} << 29) - 1;
    static constexpr User kOpening = User{kMaxOpenings} << kOpeningBit;
    static constexpr User kSeveralAgents = User{1} << 62;  ///< of the agent's block, since that opening
    static constexpr User kSeveralBlocks = User{1} << 63;

    static constexpr std::int64_t kPage = 512;
    using Users = std::array<User, kPage>;
    struct Page {
        Users writer{};
        Users readers{};
        std::unique_ptr<Users> updaters;  ///< by atomics; null: nobody
    };

    /// The agents of a block.
    struct Block {
        std::uint64_t first, count;
        std::uint32_t opening;
        bool contains(User user) const { return static_cast<std::uint32_t>(user) - first < count; }
        bool is_before(User user) const {
            return (user & kOpening) >> kOpeningBit < opening && contains(user);
        }
    };

    /// A copy of a thread, and all that it has begun and not waited for.
    struct Copy {
        std::int64_t source, target;
    };
    struct Copies {
        std::vector<Copy> begun;
        std::vector<std::size_t> groups;  ///< of each group that may go on, its end in `begun`
    };
    /// How many copies are on their way that use an address.
    struct OnTheirWay {
        std::uint32_t reads = 0, writes = 0;
    };

    bool take_done(Use use, std::uint32_t warp, std::span<const std::int64_t> addresses,
                   const std::uint64_t* active);
    Page& page(std::int64_t number);
    bool meets_copies(bool writes, std::span<const std::int64_t> addresses) const;
    bool arrive(const Copy& copy, std::uint32_t warp, std::uint64_t lane);
    template <Use kUse>
    bool take_each(const Block& block, User self, std::span<const std::int64_t> addresses,
                   const std::uint64_t* active);
    template <Use kUse>
    static bool take_one(Page& page, std::size_t at, const Block& block, User self);
    static bool may_conflict(User user, const Block& block, User self);
    static void join(User& users, const Block& block, User self);

    RaceMode mode_;
    std::uint64_t threads_;
    std::uint32_t warps_per_block_;
    std::vector<std::uint32_t> openings_;  ///< by block, from 1
    std::vector<std::unique_ptr<Page>> near_;
    std::unordered_map<std::int64_t, std::unique_ptr<Page>> far_;
    std::unordered_map<std::uint64_t, Copies> copies_;  ///< by warp and lane
    std::unordered_map<std::int64_t, OnTheirWay> on_their_way_;
};

}  // namespace musimd::fast
