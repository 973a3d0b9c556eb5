#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "host/arena.hpp"
#include "isa/program.hpp"
#include "semantics/memory.hpp"
#include "semantics/races.hpp"
#include "simulator/fast/kernels.hpp"

namespace musimd::fast {

/// Σ for warps that may run at the same time: words are read and written as relaxed atomics. With each word
/// is recorded who used it since the last barrier, for runs that watch races. The lowest addresses are
/// arrays, whose pages the system maps on first touch; others are found by a map.
///
/// In programs with short rows a word, its definedness and its claim are one cell of eight bytes. Otherwise
/// they are in three arrays, since the words may be kept for the next program.
class SharedMemory {
  public:
    /// `short_words`: 32 bits, as DecodedProgram::short_rows; `agents`: the number of those that claim words;
    /// 0: there are no claims.
    SharedMemory(std::int64_t max_address, bool short_words, std::uint64_t agents);
    /// The words of 64 bits in `kept`, which must outlive it and have room up to max_address. They stay
    /// there.
    SharedMemory(host::Arena& kept, std::int64_t max_address);

    /// The most agents whose claims fit cells.
    static constexpr std::uint64_t kMaxShortAgents = std::uint64_t{1} << 20;

    /// The location of Σ(a): its word, and its tag (see kernels.hpp).
    class Location {
      public:
        Location() = default;
        explicit Location(Cell* cell) : word_(&cell->word), cell_(cell) {}
        Location(std::int64_t* word, std::uint8_t* defined, std::uint64_t* claim)
            : word_(word), defined_(defined), claim_(claim) {}

        bool is_defined() const {
            if (cell_ != nullptr) return (relaxed(cell_->tag) & kDefined) != 0;
            return word_ != nullptr && relaxed(*defined_) != 0;
        }
        Value load() const {
            return cell_ != nullptr ? relaxed(cell_->word) : relaxed(*static_cast<std::int64_t*>(word_));
        }
        void store(Value c) const {
            if (cell_ == nullptr) {
                set(*static_cast<std::int64_t*>(word_), c);
                set(*defined_, std::uint8_t{1});
                return;
            }
            set(cell_->word, static_cast<std::int32_t>(c));
            if (!is_defined()) set(cell_->tag, relaxed(cell_->tag) | static_cast<std::uint32_t>(kDefined));
        }
        std::uint64_t claim() const {
            return cell_ != nullptr ? relaxed(cell_->tag) & ~kDefined : relaxed(*claim_);
        }
        void set_claim(std::uint64_t claim) const {
            if (cell_ == nullptr) return set(*claim_, claim);
            set(cell_->tag, static_cast<std::uint32_t>(claim | (relaxed(cell_->tag) & kDefined)));
        }
        /// If the claim is `now`. Returns false if it is not, or seems not to be.
        bool change_claim(std::uint64_t now, std::uint64_t claim) const {
            if (cell_ == nullptr) return exchange(*claim_, now, claim);
            const std::uint64_t defined = relaxed(cell_->tag) & kDefined;
            return exchange(cell_->tag, static_cast<std::uint32_t>(now | defined),
                            static_cast<std::uint32_t>(claim | defined));
        }

      private:
        template <typename T>
        static T relaxed(T& at) {
            return std::atomic_ref<T>(at).load(std::memory_order_relaxed);
        }
        template <typename T>
        static void set(T& at, T value) {
            std::atomic_ref<T>(at).store(value, std::memory_order_relaxed);
        }
        template <typename T>
        static bool exchange(T& at, T from, T to) {
            return std::atomic_ref<T>(at).compare_exchange_weak(from, to, std::memory_order_relaxed);
        }

        void* word_ = nullptr;
        Cell* cell_ = nullptr;             ///< or:
        std::uint8_t* defined_ = nullptr;  ///< 1 where Σ is defined
        std::uint64_t* claim_ = nullptr;
    };

    /// The location of an address in 0 … max_address; without a word if nothing near it was ever stored.
    Location find(std::int64_t address) const { return address < limit_ ? near(address) : far(address); }
    /// The same, created if it does not exist.
    Location make(std::int64_t address) {
        if (address >= limit_) return make_far(address);
        note(address);
        return near(address);
    }

    /// Records that `agent` (a warp or a thread of the grid) uses the word. Returns false if that conflicts
    /// with a use by another agent since the last barrier: one of the two writes, or one reads and the other
    /// increments.
    bool claim(const Location& location, std::uint64_t agent, Use use) const {
        const std::uint64_t now = location.claim();
        const std::uint64_t mine = phase_ | (agent << kAgentBit);
        if ((now & ~kUses) == mine && (now & bit(use)) != 0) return true;
        return now == (phase_ | several_ | bit(use)) || take(location, mine, use);
    }
    /// The agent of all atomics that are logged: any other use of their addresses conflicts.
    std::uint64_t log_agent() const { return (several_ >> kAgentBit) - 1; }

    /// Whether only one host thread uses it, until the next call.
    void set_single_threaded(bool single) { single_threaded_ = single; }

    /// At a barrier: forgets the claims.
    void forget_claims();

    /// The arrays, for loops over lanes. Their claims are on behalf of lane 0's agent and, with `each_lane`,
    /// of the agents that follow it; without `claims` races are not watched.
    LaneMemory lanes(std::uint64_t agent, bool each_lane, bool claims);
    /// What `lanes` returns changes when this does.
    std::uint64_t phase() const { return phase_; }

    void preload(const Program& program);
    Memory to_memory() const;  ///< nothing, if the words stay where they are

  private:
    // A claim is the phase between two barriers in which it was made, an agent (or a mark for several), and
    // its uses as bits; claims of other phases are ignored. This suffices: several agents can only share
    // reads, or only atomics that write. A fetch_cas that fails conflicts with stores alone: where the claim
    // is another agent's, it is only noted that there was one.
    static constexpr unsigned kAgentBit = kFirstUse + kUseBits;
    static_assert(kOthersCompare == std::uint64_t{1} << (kAgentBit - 1));
    static constexpr std::uint64_t bit(Use use) {
        return std::uint64_t{1} << (kFirstUse + static_cast<unsigned>(use));
    }
    std::optional<std::uint64_t> joined(std::uint64_t now, std::uint64_t mine, Use use) const;

    /// Addresses in the arena: enough for large programs.
    static constexpr std::int64_t kMaxNear = std::int64_t{1} << 26;
    static constexpr std::int64_t kFarPage = 1024;
    struct FarPage {
        union {
            std::array<Cell, kFarPage> cells{};
            std::array<std::int64_t, kFarPage> words;
        };
        std::array<std::uint8_t, kFarPage> defined{};
        std::array<std::uint64_t, kFarPage> claims{};
    };

    Cell* cells() const { return static_cast<Cell*>(arena_.words); }
    Location near(std::int64_t address) const {
        if (is_short_) return Location(cells() + address);
        return {static_cast<std::int64_t*>(arena_.words) + address, arena_.defined + address,
                arena_.claims == nullptr ? nullptr : arena_.claims + address};
    }
    /// Marks a page of the arrays as used.
    void note(std::int64_t address) {
        const std::atomic_ref<std::uint8_t> used(arena_.used[address / kLanePage]);
        if (used.load(std::memory_order_relaxed) == 0) used.store(1, std::memory_order_relaxed);
    }
    Location far(std::int64_t address) const;
    Location make_far(std::int64_t address);
    FarPage& add_far_page(std::int64_t number) const;
    bool is_far_zero(std::int64_t address) const;
    std::int64_t preload_zeros(const Preload& preload);
    Location location(FarPage& page, std::int64_t address) const;
    bool take(const Location& location, std::uint64_t mine, Use use) const;
    static bool take_for_lane(void* memory, std::int64_t address, std::uint64_t mine, unsigned use);
    template <typename F>
    void each_used_page(F&& f) const;
    void forget_all_claims();
    static void add_cells(Memory& memory, std::int64_t first, std::span<const Cell> cells);
    void add_words(Memory& memory, std::int64_t first, std::size_t count) const;

    bool is_short_;
    bool single_threaded_ = false;
    std::optional<host::Arena> own_;
    host::Arena& arena_;
    std::int64_t limit_;        ///< addresses in the arena
    std::uint64_t phase_unit_;  ///< for claims: the lowest bit of the phase
    std::uint64_t several_;     ///< the mark for several agents, a number that no agent has
    std::uint64_t phase_;

    mutable std::mutex mutex_;                                      ///< guards what follows
    mutable std::map<std::int64_t, std::unique_ptr<FarPage>> far_;  ///< by page number
    /// Far addresses, from one to another, that are 0: a page is added when one of its words is used.
    std::vector<std::pair<std::int64_t, std::int64_t>> far_zeros_;
};

}  // namespace musimd::fast
