// The memory that the workers of a block share.
#pragma once

#include <cstring>
#include <mutex>
#include <type_traits>
#include <vector>

#include <pmacc/host/site.hpp>

namespace pmacc::host {
inline namespace PMACC_HOST_MODE {

/// The variables that the next block must not find as this one leaves them.
class SharedMemory {
  public:
    void add(void* start, const size_t bytes) {
        const std::lock_guard lock(mutex_);
        regions_.push_back({start, bytes});
        std::memset(start, kPoison, bytes);
    }
    void poison() {
        const std::lock_guard lock(mutex_);
        for (const Region& region : regions_) std::memset(region.start, kPoison, region.bytes);
    }

  private:
    static constexpr int kPoison = 0xa5;
    struct Region {
        void* start;
        size_t bytes;
    };
    std::mutex mutex_;
    std::vector<Region> regions_;
};
inline SharedMemory sharedMemory;

#if defined(PMACC_LOCKSTEP_THREADS) || defined(PMACC_LOCKSTEP_POISON)
inline constexpr bool kPoisons = true;
#else
inline constexpr bool kPoisons = false;
#endif

/// One variable per T_id: blocks run one after another.
template <uint32_t T_id, typename T_Type>
T_Type& allocateShared() {
    static_assert(
        std::is_trivially_copyable_v<T_Type> && std::is_trivially_default_constructible_v<T_Type>,
        "PMACC_SMEM: nobody constructs a variable in shared memory; its type must have no constructor");
    static T_Type variable;
    if constexpr (kPoisons) [[maybe_unused]]
        static const bool known = (sharedMemory.add(&variable, sizeof variable), true);
    return variable;
}

}  // namespace PMACC_HOST_MODE
}  // namespace pmacc::host
