#pragma once

#include <cstddef>
#include <cstdint>

// The interface between a compiled program and the engine that runs it. This file is part of every compiled
// program, as text, so it includes nothing of the project.

// Prefix of each function, for compilers that distinguish host and device code.
#ifndef MUSIMD_DEVICE
#define MUSIMD_DEVICE
#endif

namespace musimd::native {

/// How a stretch of a warp's steps ended.
enum class Ending : std::int32_t {
    stopped,   ///< STOP
    waits,     ///< at a barrier, or block barrier, that is not open
    handed,    ///< before an instruction that the compiled program leaves to another engine
    conflict,  ///< an access conflicts with another warp's, or thread's, since the last barrier
    paused,    ///< max_steps leaves too few for the next block (TranslationOptions::resumable)
};

/// How the atomics of a grid without blocks are executed, in programs that take turns (takes_turns in
/// translation.hpp).
enum class Atomics : std::uint8_t {
    own,       ///< at once: no other warp may use their addresses
    logged,    ///< passed, for a log that the engine executes; a stretch ends before one if the log is full
    in_turns,  ///< a stretch ends before each
};

/// Σ. Addresses from 0 to limit − 1 are stored here; higher ones are left to another engine.
struct Sigma {
    void* words = nullptr;            ///< words of four or eight bytes
    std::uint8_t* defined = nullptr;  ///< a byte per word: 1 where Σ is defined
    void* claims = nullptr;  ///< who used each word since the last barrier: eight bytes, or four; null if
                             ///< races are not watched
    std::uint8_t* pages = nullptr;  ///< a byte per kPageWords addresses: whether any was stored to
    std::int64_t limit = 0;
    std::uint64_t phase = 0;  ///< the phase of claims, see simulator/fast/memory.hpp
    bool only_thread = true;  ///< no other host thread uses it at this time
    bool claim_all = false;   ///< all accesses claim; else only increments
    Atomics atomics = Atomics::own;

    // In programs with blocks, each block has a Sigma:
    std::int64_t shared = 0;    ///< the address of its shared memory
    std::uint64_t opening = 0;  ///< the openings of its barrier since the grid's last barrier
};

struct WarpState;

/// The addresses that an instruction may access.
struct AccessRange {
    std::int64_t first = 0;
    std::int64_t last = 0;
    bool is_shared = false;  ///< from the beginning of the block's shared memory
};

/// What a compiled program counts for statistics, for the warps of one host thread
/// (TranslationOptions::counts).
struct Counters {
    std::uint64_t* cells = nullptr;     ///< Translation::counted says what they count
    std::uint64_t transactions = 0;     ///< distinct aligned segments, summed over loads, stores and atomics
    std::int64_t segment = 1;           ///< words of a segment
    int segment_bits = 0;               ///< its logarithm; −1 if it is not a power of two
    std::int64_t* addresses = nullptr;  ///< room for those of N threads
    /// How many segments the first n of the addresses are in. It overwrites them.
    std::uint64_t (*segments)(std::int64_t* addresses, std::size_t n, std::int64_t segment) = nullptr;
    const AccessRange* ranges = nullptr;  ///< by instruction; null: any address may be accessed
    bool is_inside = true;                ///< no access was outside of its range
};

/// Services of the engine that a compiled program calls.
struct Services {
    /// The active threads of an atomic_inc in the order of its increments, for `.order random`; returns their
    /// number.
    std::size_t (*order)(const void* engine, std::uint32_t warp, std::uint64_t step,
                         const std::uint64_t* active, std::uint32_t* threads);
    /// A mathematical function on typed words; see simulator/fast/math.hpp.
    std::int64_t (*mathematics)(int operation, int type, std::int64_t a, std::int64_t b);
    const void* engine;  ///< for `order`
    int atomic_order;    ///< 0 ascending, 1 descending, 2 random

    // Of programs that take turns (takes_turns in translation.hpp); `turns` is their first argument.
    /// FE. Returns false if the fences of the warp cannot be counted.
    bool (*fence)(void* turns, WarpState* warp, bool grid) = nullptr;
    /// AT: a thread of the warp observes the word at the address or, when all threads have, updates it.
    void (*observe)(void* turns, const WarpState* warp, std::int64_t address) = nullptr;
    void (*publish)(void* turns, const WarpState* warp, std::int64_t address) = nullptr;
    /// Whether an access of that warp, in the opening of its block's barrier and after `fences` − 1 fences,
    /// is ordered before the next one of `warp`.
    bool (*ordered)(void* turns, std::uint32_t of, std::uint64_t opening, std::uint64_t fences,
                    const WarpState* warp) = nullptr;
    void* turns = nullptr;

    bool* conflict = nullptr;  ///< set when a claim conflicts with another
};

inline constexpr std::int64_t kPageWords = 4096;

/// Words per row of lanes, from one row to the next, and per lane mask. Rows of wide warps do not start at
/// multiples of a page: they would compete for the same cache sets.
constexpr std::size_t row_lanes(std::size_t threads) {
    return threads <= 64 ? (threads + 15) / 16 * 16 : (threads + 63) / 64 * 64;
}
constexpr std::size_t row_stride(std::size_t threads) {
    return row_lanes(threads) + (threads <= 64 ? 0 : 48);
}
constexpr std::size_t mask_words(std::size_t threads) {
    return (threads + 63) / 64;
}

/// A warp between two stretches. Everything is aligned to cache lines.
struct WarpState {
    void* rows = nullptr;  ///< β: row_stride words for each variable
    std::uint64_t* masks =
        nullptr;  ///< mask_words for each mask of the program; MaskLayout in translation.hpp lists them
    void* room = nullptr;  ///< scratch rows, unused between two stretches
    Sigma* sigma = nullptr;
    const Services* services = nullptr;
    std::uint64_t steps = 0;
    std::uint64_t max_steps = 0;
    std::uint32_t warp = 0;
    std::uint32_t point = 0;  ///< index into Translation::points; initially 0
    const bool* interrupt =
        nullptr;  ///< checked before each backward jump; when true, the run ends with Ending::handed
    std::uint32_t votes = 0;       ///< at a block barrier: its threads whose operand is not 0
    std::uint32_t fences = 1;      ///< its fences in programs that take turns, from 1
    std::int64_t opened = 0;       ///< what the block barrier yields, set before it is continued
    std::uint64_t* log = nullptr;  ///< where the next atomic is logged (see logged_atomics.hpp), and the end
    std::uint64_t* log_end = nullptr;
    Counters* counters = nullptr;  ///< if the program counts
    std::uint32_t given_back = 0;  ///< 1 + the number of the block (Translation::counted) that it left early
    std::uint32_t first_given_back = 0;  ///< the first step of that block which it has not done
};

/// The most words that an instruction adds to a log.
constexpr std::size_t log_words(std::size_t threads) {
    return 2 + 3 * threads;
}

/// A compiled program: continues the warp from its program point. `steps` is incremented.
using RunFunction = Ending (*)(WarpState* warp);

}  // namespace musimd::native
