#pragma once

#include "simulator/codegen/prelude/interface.hpp"

// The compile-time description of a program. The prelude of every target has a Target<Config>.

namespace musimd::native {

using Int32 = std::int32_t;
using Int64 = std::int64_t;
using Bits64 = std::uint64_t;

/// The number of a strip, a constant when a loop over strips is unrolled.
template <int kNumber>
struct Strip {
    static constexpr int value = kNumber;
    MUSIMD_DEVICE constexpr operator int() const { return kNumber; }
};

template <bool kFirst, typename A, typename B>
struct PickType {
    using Type = A;
};
template <typename A, typename B>
struct PickType<false, A, B> {
    using Type = B;
};

/// `.buffer`: the first address of each, and the first past its end.
struct NoBuffers {
    static constexpr int buffers = 0;
    static constexpr Int64 buffer[1][2] = {};
    static constexpr Int64 shared = 0;  ///< words of a block's shared memory
    static constexpr int block_warps =
        0;  ///< warps of a block, if block barriers or fences order accesses; else 0
    static constexpr bool turns = false;  ///< atomics take turns; in blocks, fences order accesses
};
struct NoBuffersInTurns : NoBuffers {
    static constexpr bool turns = true;
};

/// The description of a program. Programs of a unit with equal descriptions share their Target.
template <int kThreads, int kWidth, bool kWrap, bool kChecks, bool kClaims, bool kThreadRaces, bool kRowsHeld,
          bool kMasksHeld, int kSavedRows, typename Buffers>
struct Config : Buffers {
    static constexpr int threads = kThreads;  ///< N
    static constexpr int width = kWidth;      ///< width of the word
    static constexpr bool wrap = kWrap;
    static constexpr bool checks = kChecks;
    static constexpr bool claims = kClaims;  ///< accesses may need claims
    static constexpr bool thread_races = kThreadRaces;
    static constexpr bool held = kRowsHeld;  ///< rows are few enough to keep in registers
    static constexpr bool held_masks = kMasksHeld;
    static constexpr int saved_rows = kSavedRows;  ///< rows of the room in which blocks save β
};

}  // namespace musimd::native
