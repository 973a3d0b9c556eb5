// One worker per block, the calling thread. Nothing here costs anything.
#pragma once

#include <pmacc/host/dim.hpp>
#include <pmacc/host/shared.hpp>

namespace pmacc::host {

inline namespace PMACC_HOST_MODE {

inline constexpr Dim threadIdx{0, 0, 0};
inline constexpr Dim blockDim{1, 1, 1};
inline Dim blockIdx{0, 0, 0};
inline Dim gridDim{1, 1, 1};

/// Calls the kernel once per block, in ascending order. `workers` is 1.
template <typename T_Call>
void launch(const Dim grid, const uint32_t workers, T_Call&& call, const Site site = Site::here()) {
    if (workers != 1)
        fail(site, std::to_string(workers) + " workers; without PMACC_LOCKSTEP_THREADS there is one");
    gridDim = grid;
    const uint64_t blocks = uint64_t{grid.x} * grid.y * grid.z;
    for (uint64_t n = 0; n < blocks; ++n) {  // one loop: GCC takes those in three others for rarely executed
        const uint64_t row = n / grid.x;
        blockIdx = {static_cast<uint32_t>(n % grid.x), static_cast<uint32_t>(row % grid.y),
                    static_cast<uint32_t>(row / grid.y)};
        if constexpr (kPoisons) sharedMemory.poison();
        call();
    }
}

/// All workers have arrived. Returns for how many of them the predicate holds.
inline uint32_t barrier(const Site, const bool predicate = false) {
    return predicate;
}

/// Replaces a value by `next(value)`, which no other worker sees half done. Returns the old one.
template <typename T_Type, typename T_Next>
T_Type update(T_Type* address, T_Next&& next) {
    const T_Type old = *address;
    *address = next(old);
    return old;
}
inline void fence() {}

template <typename T_IdxConfig>
inline void checkElement(uint32_t) {}

}  // namespace PMACC_HOST_MODE
}  // namespace pmacc::host
