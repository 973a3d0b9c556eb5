#pragma once

#include <cstddef>
#include <cstdint>

// The functions of warp_cuda.hpp on a processor: each of the 32 threads is a fiber of
// gpu_backend/device/emulator.cpp, which runs until it reaches a collective function and waits there for the
// other 31. If one of them exits, or reaches a different call, the emulator reports an error.

#define MUSIMD_DEVICE
#define MUSIMD_KERNEL(name) \
    extern "C" __attribute__((visibility("default"))) void name(void* argument, unsigned warp)

namespace musimd::hardware {

inline constexpr unsigned kLanes = 32;
inline constexpr unsigned kAll = 0xFFFFFFFFU;

/// The interface of the emulator for a thread. `line` is the line of the call, which must be equal for all
/// 32 threads. It is not an address, since compilers copy and merge calls.
struct Emulator {
    unsigned lane;  ///< lane of the running thread
    std::uint32_t (*ballot)(Emulator*, unsigned line, bool vote);
    std::int64_t (*shuffle)(Emulator*, unsigned line, std::int64_t value, unsigned from);
    std::uint32_t (*match)(Emulator*, unsigned line, std::uint64_t value);
    void (*sync)(Emulator*, unsigned line);
};

/// Set by the emulator before it calls a kernel. Each compiled unit has its own copy, invisible to others.
__attribute__((visibility("hidden"))) inline thread_local Emulator* musimd_emulator = nullptr;

inline unsigned lane() {
    return musimd_emulator->lane;
}
inline int count(std::uint32_t bits) {
    return __builtin_popcount(bits);
}
inline std::uint32_t ballot(bool vote, unsigned line = __builtin_LINE()) {
    return musimd_emulator->ballot(musimd_emulator, line, vote);
}
inline std::int32_t shuffle(std::int32_t value, unsigned from, unsigned line = __builtin_LINE()) {
    return static_cast<std::int32_t>(musimd_emulator->shuffle(musimd_emulator, line, value, from));
}
inline std::int64_t shuffle(std::int64_t value, unsigned from, unsigned line = __builtin_LINE()) {
    return musimd_emulator->shuffle(musimd_emulator, line, value, from);
}
inline std::uint32_t match(std::uint64_t value, unsigned line = __builtin_LINE()) {
    return musimd_emulator->match(musimd_emulator, line, value);
}
inline void sync(unsigned line = __builtin_LINE()) {
    musimd_emulator->sync(musimd_emulator, line);
}

inline std::uint64_t compare_exchange(std::uint64_t* word, std::uint64_t expected, std::uint64_t next) {
    __atomic_compare_exchange_n(word, &expected, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}

}  // namespace musimd::hardware
