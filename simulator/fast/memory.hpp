#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
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
class SharedMemory {
  public:
    /// `short_words`: 32 bits, as DecodedProgram::short_rows; `claims`: whether claims are used.
    SharedMemory(std::int64_t max_address, bool short_words, bool claims);
    /// The words of 64 bits in `kept`, which must outlive it and have room up to max_address. They stay
    /// there.
    SharedMemory(host::Arena& kept, std::int64_t max_address);

    /// The cell of Σ(a): its word, whether it is defined, and its claim.
    struct Cell {
        void* word = nullptr;
        std::uint8_t* defined = nullptr;
        std::uint64_t* claim = nullptr;
        bool is_short = false;

        bool is_defined() const {
            return word != nullptr &&
                   std::atomic_ref<std::uint8_t>(*defined).load(std::memory_order_relaxed) != 0;
        }
        Value load() const { return is_short ? load_as<std::int32_t>() : load_as<std::int64_t>(); }
        void store(Value c) const {
            is_short ? store_as<std::int32_t>(c) : store_as<std::int64_t>(c);
            std::atomic_ref<std::uint8_t>(*defined).store(1, std::memory_order_relaxed);
        }

      private:
        template <typename Word>
        Value load_as() const {
            return std::atomic_ref<Word>(*static_cast<Word*>(word)).load(std::memory_order_relaxed);
        }
        template <typename Word>
        void store_as(Value c) const {
            std::atomic_ref<Word>(*static_cast<Word*>(word))
                .store(static_cast<Word>(c), std::memory_order_relaxed);
        }
    };

    /// The cell of an address in 0 … max_address; without a word if nothing near it was ever stored.
    Cell find(std::int64_t address) const { return address < limit_ ? near(address) : far(address); }
    /// The same, created if it does not exist.
    Cell make(std::int64_t address) {
        if (address >= limit_) return make_far(address);
        note(address);
        return near(address);
    }

    /// Records that `agent` (a warp or a thread of the grid) uses the cell. Returns false if that conflicts
    /// with a use by another agent since the last barrier: one of the two writes, or one reads and the other
    /// increments.
    bool claim(const Cell& cell, std::uint64_t agent, Use use) {
        const std::uint64_t now = claim_of(*cell.claim).load(std::memory_order_relaxed);
        const std::uint64_t mine = arena_.phase | (agent << kUseBits);
        if ((now & ~kUses) == mine && (now & bit(use)) != 0) return true;
        return now == (arena_.phase | kSeveral | bit(use)) || take(*cell.claim, mine, use);
    }
    /// The agent of all atomics that are logged: any other use of their addresses conflicts.
    static constexpr std::uint64_t kLogAgent = (std::uint64_t{1} << 35) - 2;

    /// Whether only one host thread uses it, until the next call.
    void set_single_threaded(bool single) { single_threaded_ = single; }

    /// At a barrier: forgets the claims.
    void forget_claims();

    /// The arrays, for loops over lanes. Their claims are on behalf of lane 0's agent and, with `each_lane`,
    /// of the agents that follow it; without `claims` races are not watched.
    LaneMemory lanes(std::uint64_t agent, bool each_lane, bool claims);

    void preload(const Program& program);
    Memory to_memory() const;  ///< nothing, if the words stay where they are

  private:
    // A claim is the phase between two barriers in which it was made, an agent (or a mark for several), and
    // its uses as bits; claims of other phases are ignored. This suffices: several agents can only share
    // reads, or only atomics that write. A fetch_cas that fails conflicts with stores alone: where the claim
    // is another agent's, it is only noted that there was one.
    static constexpr int kUseBits = 5;
    static constexpr std::uint64_t kOthersCompare = 1U << (kUseBits - 1);
    static constexpr std::uint64_t kUses = (1U << kUseBits) - 1;
    static constexpr std::uint64_t kPhase = host::Arena::kPhase;  // there are fewer than 2^35 − 2 agents
    static constexpr std::uint64_t kSeveral = kPhase - 1 - kUses;
    static_assert((kLogAgent + 1) << kUseBits == kSeveral);
    static constexpr std::uint64_t bit(Use use) { return std::uint64_t{1} << static_cast<unsigned>(use); }
    std::optional<std::uint64_t> joined(std::uint64_t now, std::uint64_t mine, Use use) const;

    static std::atomic_ref<std::uint64_t> claim_of(std::uint64_t& claim) {
        return std::atomic_ref<std::uint64_t>(claim);
    }

    /// Addresses in the arena: enough for large programs.
    static constexpr std::int64_t kMaxNear = std::int64_t{1} << 26;
    static constexpr std::int64_t kFarPage = 1024;
    struct FarPage {
        alignas(8) std::array<std::byte, kFarPage * 8> words{};
        std::array<std::uint8_t, kFarPage> defined{};
        std::array<std::uint64_t, kFarPage> claims{};
    };

    Cell near(std::int64_t address) const {
        return {static_cast<std::byte*>(arena_.words) + address * (is_short_ ? 4 : 8),
                arena_.defined + address, arena_.claims == nullptr ? nullptr : arena_.claims + address,
                is_short_};
    }
    /// Marks a page of the arrays as used.
    void note(std::int64_t address) {
        const std::atomic_ref<std::uint8_t> used(arena_.used[address / kLanePage]);
        if (used.load(std::memory_order_relaxed) == 0) used.store(1, std::memory_order_relaxed);
    }
    Cell far(std::int64_t address) const;
    Cell make_far(std::int64_t address);
    Cell cell(FarPage& page, std::int64_t address) const;
    bool take(std::uint64_t& claim, std::uint64_t mine, Use use) const;
    static bool take_for_lane(void* memory, std::int64_t address, std::uint64_t mine, unsigned use);
    template <typename Word>
    Memory copied() const;
    template <typename Word>
    void append_defined(std::int64_t first, std::int64_t end, Memory& memory) const;

    bool is_short_;
    bool single_threaded_ = false;
    std::optional<host::Arena> own_;
    host::Arena& arena_;
    std::int64_t limit_;  ///< addresses in the arena

    mutable std::mutex mutex_;                              ///< guards what follows
    std::map<std::int64_t, std::unique_ptr<FarPage>> far_;  ///< by page number
};

}  // namespace musimd::fast
