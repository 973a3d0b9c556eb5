#pragma once

#include <cstddef>
#include <cstdint>

// The functions of warp_cuda.hpp on a processor: each of the 32 threads is a fiber of
// gpu_backend/emulator.cpp, which runs until it reaches a collective function and waits there for the
// other 31. That one of them ends, or reaches another one, is an error that the emulator reports.

#define MUSIMD_DEVICE
#define MUSIMD_KERNEL(name) \
    extern "C" __attribute__((visibility("default"))) void name(void* argument, unsigned warp)

namespace musimd::hardware {

inline constexpr unsigned kLanes = 32;
inline constexpr unsigned kAll = 0xFFFFFFFFU;

/// What a thread may ask of the emulator. `place` is the line of the call, which must be that of the
/// other 31. A line and not an address: compilers copy calls and merge them.
struct Emulator {
    unsigned lane;  ///< of the thread that runs
    std::uint32_t (*ballot)(Emulator*, unsigned place, bool vote);
    std::int64_t (*shuffle)(Emulator*, unsigned place, std::int64_t value, unsigned from);
    std::uint32_t (*match)(Emulator*, unsigned place, std::uint64_t value);
    void (*sync)(Emulator*, unsigned place);
};

/// Set by the emulator before it calls a kernel. Each compiled unit has its own, which nobody else sees.
__attribute__((visibility("hidden"))) inline thread_local Emulator* musimd_emulator = nullptr;

inline unsigned lane() {
    return musimd_emulator->lane;
}
inline int count(std::uint32_t bits) {
    return __builtin_popcount(bits);
}
inline std::uint32_t ballot(bool vote, unsigned place = __builtin_LINE()) {
    return musimd_emulator->ballot(musimd_emulator, place, vote);
}
inline std::int32_t shuffle(std::int32_t value, unsigned from, unsigned place = __builtin_LINE()) {
    return static_cast<std::int32_t>(musimd_emulator->shuffle(musimd_emulator, place, value, from));
}
inline std::int64_t shuffle(std::int64_t value, unsigned from, unsigned place = __builtin_LINE()) {
    return musimd_emulator->shuffle(musimd_emulator, place, value, from);
}
inline std::uint32_t match(std::uint64_t value, unsigned place = __builtin_LINE()) {
    return musimd_emulator->match(musimd_emulator, place, value);
}
inline void sync(unsigned place = __builtin_LINE()) {
    musimd_emulator->sync(musimd_emulator, place);
}

inline std::uint64_t compare_exchange(std::uint64_t* word, std::uint64_t expected, std::uint64_t next) {
    __atomic_compare_exchange_n(word, &expected, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}

}  // namespace musimd::hardware
