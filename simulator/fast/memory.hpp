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

namespace musimd::fast {

/// Σ for warps that may run at the same time: pages found by an index, words read and written as relaxed
/// atomics. Beside each word stands who used it since the last barrier, for runs that look for races.
class SharedMemory {
  public:
    explicit SharedMemory(std::int64_t max_address);

    /// Σ(a) as a place: its word and whether it is defined.
    struct Place {
        std::int64_t* word = nullptr;
        std::uint8_t* defined = nullptr;

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
    Place find(std::int64_t address) const;
    /// The same, made if it is not there.
    Place make(std::int64_t address);

    /// Notes that `agent` (a warp or a thread of the grid) reads, or writes, the address. False if another
    /// agent used it since the last barrier and one of the two writes: a conflict that another order could
    /// show.
    bool claim(std::int64_t address, std::uint64_t agent, bool writes);
    /// A barrier: forgets the claims.
    void forget_claims();

    void preload(const Program& program);
    Memory to_memory() const;

  private:
    static constexpr std::int64_t kPage = 1024;
    static constexpr std::int64_t kIndexed = std::int64_t{1}
                                             << 20;  // pages found by the index; the rest by a map

    struct Page {
        std::array<std::int64_t, kPage> words{};
        std::array<std::uint8_t, kPage> defined{};
        std::unique_ptr<std::array<std::atomic<std::uint64_t>, kPage>> claims;
        std::once_flag claims_made;
    };

    Page* page(std::int64_t number) const;
    Page& make_page(std::int64_t number);

    std::int64_t indexed_;  ///< pages that the index has room for
    std::unique_ptr<std::atomic<Page*>[]> index_;
    mutable std::mutex mutex_;                             ///< guards what follows
    std::map<std::int64_t, std::unique_ptr<Page>> pages_;  ///< every page, by its number
};

}  // namespace musimd::fast
