#pragma once

#include "simulator/codegen/prelude/interface.hpp"

// What a program is for the preludes of all targets, which have a Target<Config>.

namespace musimd::native {

using Int32 = std::int32_t;
using Int64 = std::int64_t;
using Bits64 = std::uint64_t;

/// The number of a strip that is known when a loop over strips is compiled.
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

/// `.buffer`: the first address of each and the first behind it.
struct NoBuffers {
    static constexpr int buffers = 0;
    static constexpr Int64 buffer[1][2] = {};
};

/// What a program is. Programs of a unit that are alike in this share their Target.
template <int kThreads, int kWidth, bool kWrap, bool kChecks, bool kClaims, bool kThreadRaces, bool kRowsHeld,
          bool kMasksHeld, int kSavedRows, typename Buffers>
struct Config : Buffers {
    static constexpr int threads = kThreads;  ///< N
    static constexpr int width = kWidth;      ///< of the word
    static constexpr bool wrap = kWrap;
    static constexpr bool checks = kChecks;
    static constexpr bool claims = kClaims;  ///< accesses may have to claim
    static constexpr bool thread_races = kThreadRaces;
    static constexpr bool held = kRowsHeld;  ///< rows are few enough for registers
    static constexpr bool held_masks = kMasksHeld;
    static constexpr int saved_rows = kSavedRows;  ///< rows of the room in which blocks put β away
};

}  // namespace musimd::native
