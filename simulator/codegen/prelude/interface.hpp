#pragma once

#include <cstddef>
#include <cstdint>

// What a compiled program and the engine that runs it say to one another. This file is a part of each
// compiled program, as text, so that it includes nothing of the project.

// What stands before each function, for compilers that ask where it runs.
#ifndef MUSIMD_DEVICE
#define MUSIMD_DEVICE
#endif

namespace musimd::native {

/// How a stretch of a warp's steps ended.
enum class Ending : std::int32_t {
    stopped,   ///< STOP
    waits,     ///< at a barrier, which is not open
    handed,    ///< before an instruction that the compiled program leaves to another engine
    conflict,  ///< an access conflicts with one of another warp, or thread, since the last barrier
    paused,    ///< max_steps leaves too few for the next block (TranslationOptions::resumable)
};

/// Σ. Addresses from 0 to limit − 1 have their places here; what lies beyond is left to another engine.
struct Sigma {
    void* words = nullptr;            ///< a word each, of four bytes or of eight
    std::uint8_t* defined = nullptr;  ///< a byte each: 1 where Σ is defined
    std::uint64_t* claims = nullptr;  ///< who used it since the last barrier; null where nobody asks
    std::uint8_t* pages = nullptr;    ///< a byte for each kPageWords addresses: whether one was stored to
    std::int64_t limit = 0;
    std::uint64_t phase = 0;  ///< of claims, as simulator/fast/memory.hpp says
    bool only_thread = true;  ///< no other thread of the host uses it at this time
    bool claim_all = false;   ///< all accesses claim; else increments alone
};

/// What a compiled program cannot do itself.
struct Services {
    /// The active threads of an atomic_inc in the order of its increments, for `.order random`; gives how
    /// many.
    std::size_t (*order)(const void* engine, std::uint32_t warp, std::uint64_t step,
                         const std::uint64_t* active, std::uint32_t* threads);
    /// A function of mathematics on typed words; see simulator/fast/math.hpp.
    std::int64_t (*mathematics)(int operation, int type, std::int64_t a, std::int64_t b);
    const void* engine;  ///< for `order`
    int atomic_order;    ///< 0 ascending, 1 descending, 2 random
};

inline constexpr std::int64_t kPageWords = 4096;

/// Words of a row of lanes, from one row to the next, and of a lane mask. Rows of wide warps do not begin at
/// multiples of a page: they would get in one another's way in the cache.
constexpr std::size_t row_lanes(std::size_t threads) {
    return threads <= 64 ? (threads + 15) / 16 * 16 : (threads + 63) / 64 * 64;
}
constexpr std::size_t row_stride(std::size_t threads) {
    return row_lanes(threads) + (threads <= 64 ? 0 : 48);
}
constexpr std::size_t mask_words(std::size_t threads) {
    return (threads + 63) / 64;
}

/// A warp between two stretches. All of it is aligned to cache lines.
struct WarpState {
    void* rows = nullptr;  ///< β: row_stride words for each variable
    std::uint64_t* masks =
        nullptr;           ///< mask_words for each mask of the program; Translation says which there are
    void* room = nullptr;  ///< rows that hold nothing between two stretches
    Sigma* sigma = nullptr;
    const Services* services = nullptr;
    std::uint64_t steps = 0;
    std::uint64_t max_steps = 0;
    std::uint32_t warp = 0;
    std::uint32_t place = 0;          ///< where it stands: 0 at first, then a number of Translation::places
    const bool* interrupt = nullptr;  ///< asked before each jump backward; Ending::handed once it is true
};

/// A compiled program: runs the warp on from its place. `steps` counts on.
using RunFunction = Ending (*)(WarpState* warp);

}  // namespace musimd::native
