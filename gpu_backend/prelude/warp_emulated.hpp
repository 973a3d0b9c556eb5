#pragma once

#include <cstddef>
#include <cstdint>

// The functions of warp_cuda.hpp on a processor: each of the 32 threads is a fiber of
// gpu_backend/emulator.cpp, which runs until it reaches a collective function and waits there for the
// other 31. That one of them ends, or reaches another one, is an error that the emulator reports.

#define MUSIMD_DEVICE
#define MUSIMD_KERNEL(name) extern "C" void name(void* argument, unsigned warp)

namespace musimd::hardware {

inline constexpr unsigned kLanes = 32;
inline constexpr unsigned kAll = 0xFFFFFFFFU;

/// What a thread may ask of the emulator. `call` is the place that asks, which must be that of the other 31.
struct Emulator {
    unsigned lane;  ///< of the thread that runs
    std::uint32_t (*ballot)(Emulator*, const void* call, bool vote);
    std::int64_t (*shuffle)(Emulator*, const void* call, std::int64_t value, unsigned from);
    std::uint32_t (*match)(Emulator*, const void* call, std::uint64_t value);
    void (*sync)(Emulator*, const void* call);
};

/// Set by the emulator before it calls a kernel. Each compiled unit has its own.
extern "C" {
extern thread_local Emulator* musimd_emulator;
}

inline unsigned lane() {
    return musimd_emulator->lane;
}
// A call's place is where it returns to: so that they are calls.
__attribute__((noinline)) inline std::uint32_t ballot(bool vote) {
    return musimd_emulator->ballot(musimd_emulator, __builtin_return_address(0), vote);
}
__attribute__((noinline)) inline std::int32_t shuffle(std::int32_t value, unsigned from) {
    return static_cast<std::int32_t>(
        musimd_emulator->shuffle(musimd_emulator, __builtin_return_address(0), value, from));
}
__attribute__((noinline)) inline std::int64_t shuffle(std::int64_t value, unsigned from) {
    return musimd_emulator->shuffle(musimd_emulator, __builtin_return_address(0), value, from);
}
__attribute__((noinline)) inline std::uint32_t match(std::uint64_t value) {
    return musimd_emulator->match(musimd_emulator, __builtin_return_address(0), value);
}
__attribute__((noinline)) inline void sync() {
    musimd_emulator->sync(musimd_emulator, __builtin_return_address(0));
}

inline std::uint64_t compare_exchange(std::uint64_t* word, std::uint64_t expected, std::uint64_t next) {
    __atomic_compare_exchange_n(word, &expected, next, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}

}  // namespace musimd::hardware
