#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "isa/program.hpp"
#include "semantics/memory.hpp"
#include "semantics/races.hpp"

namespace musimd::fast {

/// Σ for warps that may run at the same time: pages found by an index, words read and written as relaxed
/// atomics. Beside each word stands who used it since the last barrier, for runs that look for races.
class SharedMemory {
  public:
    /// `claims`: whether there will be any.
    SharedMemory(std::int64_t max_address, bool claims);

    /// Σ(a) as a place: its word, whether it is defined, and its claim.
    struct Place {
        std::int64_t* word = nullptr;
        std::uint8_t* defined = nullptr;
        std::atomic<std::uint64_t>* claim = nullptr;

        bool is_defined() const {
            return word != nullptr &&
                   std::atomic_ref<std::uint8_t>(*defined).load(std::memory_order_relaxed) != 0;
        }
        Value load() const { return std::atomic_ref<std::int64_t>(*word).load(std::memory_order_relaxed); }
        void store(Value c) const {
            std::atomic_ref<std::int64_t>(*word).store(c, std::memory_order_relaxed);
            std::atomic_ref<std::uint8_t>(*defined).store(1, std::memory_order_relaxed);
        }
    };

    /// The place of an address that is in 0 … max_address; without a word if nothing near it was ever stored.
    Place find(std::int64_t address) const {
        Page* there = page(page_of(address));
        return there == nullptr ? Place{} : place(*there, address);
    }
    /// The same, made if it is not there.
    Place make(std::int64_t address) {
        Page* there = page(page_of(address));
        return place(there == nullptr ? make_page(page_of(address)) : *there, address);
    }

    /// Notes that `agent` (a warp or a thread of the grid) uses the place. False if that conflicts with what
    /// another agent did since the last barrier: one of the two writes, or one reads and the other
    /// increments.
    bool claim(const Place& place, std::uint64_t agent, Use use) {
        const std::uint64_t now = place.claim->load(std::memory_order_relaxed);
        const std::uint64_t mine = phase_ | (agent << kUseBits);
        if ((now & ~kUses) == mine && (now & bit(use)) != 0) return true;
        return now == (phase_ | kSeveral | bit(use)) || take(*place.claim, mine, use);
    }
    /// A barrier: forgets the claims.
    void forget_claims();

    void preload(const Program& program);
    Memory to_memory() const;

  private:
    static constexpr std::int64_t kPage = 1024;
    /// Pages found by the index; the rest by a map.
    static constexpr std::int64_t kIndexed = std::int64_t{1} << 20;

    // A claim is the phase between two barriers in which it was made, an agent (or that there are several),
    // and its uses as bits; a claim of another phase is none. More need not be kept: several agents have only
    // reads in common, or only increments.
    static constexpr int kUseBits = 3;
    static constexpr std::uint64_t kUses = (1U << kUseBits) - 1;
    static constexpr std::uint64_t kPhase = std::uint64_t{1} << 40;  // there are less than 2^37 agents
    static constexpr std::uint64_t kSeveral = kPhase - 1 - kUses;
    static constexpr std::uint64_t bit(Use use) { return std::uint64_t{1} << static_cast<unsigned>(use); }
    static bool conflict(std::uint64_t uses, Use use);

    using Claims = std::array<std::atomic<std::uint64_t>, kPage>;
    struct Page {
        std::array<std::int64_t, kPage> words{};
        std::array<std::uint8_t, kPage> defined{};
        std::unique_ptr<Claims> claims;
    };

    // Addresses are not negative: what the compiler cannot know makes a shift of a division.
    static constexpr std::int64_t page_of(std::int64_t address) {
        return static_cast<std::int64_t>(static_cast<std::uint64_t>(address) / kPage);
    }

    Page* page(std::int64_t number) const {
        return number < indexed_ ? index_[static_cast<std::size_t>(number)].load(std::memory_order_acquire)
                                 : far_page(number);
    }
    static Place place(Page& page, std::int64_t address) {
        const auto offset = static_cast<std::size_t>(static_cast<std::uint64_t>(address) % kPage);
        return {&page.words[offset], &page.defined[offset],
                page.claims == nullptr ? nullptr : &(*page.claims)[offset]};
    }
    Page* far_page(std::int64_t number) const;
    Page& make_page(std::int64_t number);
    bool take(std::atomic<std::uint64_t>& cell, std::uint64_t mine, Use use) const;

    bool claims_;
    std::uint64_t phase_ = kPhase;
    std::int64_t indexed_;  ///< pages that the index has room for
    std::unique_ptr<std::atomic<Page*>[]> index_;
    mutable std::mutex mutex_;                             ///< guards what follows
    std::map<std::int64_t, std::unique_ptr<Page>> pages_;  ///< every page, by its number
};

}  // namespace musimd::fast
