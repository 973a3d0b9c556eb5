#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/instruction.hpp"
#include "isa/word.hpp"

// The loops over lanes, compiled for several instruction sets; the best that the processor has is used.
// Arithmetic is this engine's own: machine words with explicit checks, where the rules compute in ℤ.

namespace musimd::fast {

/// One operand of a lane loop: a row of n words, or one word for all lanes.
struct Source {
    const std::int64_t* words = nullptr;
    bool scalar = false;
};

/// dst[i] := a[i] ⊕ b[i] in active lanes, old[i] in the others. `lanes[i]` is −1 in active lanes and 0 in
/// others. True if an active lane has no result (overflow, division by zero, invalid shift): then dst is
/// meaningless.
using BinaryKernel = bool (*)(std::int64_t* dst, const std::int64_t* old, const std::int64_t* a,
                              const std::int64_t* b, const std::int64_t* lanes, std::size_t n, int width);

/// Which of a binary operation's operands are one word for all lanes.
enum class Shape : std::uint8_t { row_row, row_scalar, scalar_row };
inline constexpr std::size_t kShapes = 3;

/// How a result that does not fit becomes a word.
enum class Fit : std::uint8_t {
    trap64,  ///< 64 bits, overflow fails
    wrap64,  ///< 64 bits, modulo 2^64
    trap,    ///< fewer bits, overflow fails
    wrap,    ///< fewer bits, modulo 2^width
};
inline constexpr std::size_t kFits = 4;

inline constexpr std::size_t kOperations = 0
#define MUSIMD_OPERATION(name, spelling, functor, meaning) +1
#include "isa/operations.def"
#undef MUSIMD_OPERATION
    ;

/// The loops of one instruction set.
struct Kernels {
    const char* name;
    BinaryKernel binary[kOperations][kShapes][kFits];

    /// dst[i] := src[i] (or the one word) in active lanes, old[i] in the others.
    void (*copy)(std::int64_t* dst, const std::int64_t* old, Source src, const std::int64_t* lanes,
                 std::size_t n);

    /// Bit i of the words := row[i] ≠ 0. n is a multiple of 8; bits from n on are 0.
    void (*not_zero)(const std::int64_t* row, std::size_t n, std::uint64_t* bits);

    /// lanes[i] := −1 where bit i is set, 0 elsewhere.
    void (*expand)(const std::uint64_t* bits, std::size_t n, std::int64_t* lanes);
};

/// The loops of one instruction set for any number of lanes, and for the 32 of most warps.
struct KernelSet {
    Kernels any;
    Kernels of_32;

    const Kernels& for_lanes(std::size_t n) const { return n == 32 ? of_32 : any; }
};

/// The best for this processor.
const KernelSet& kernels();

/// Each instruction set's, for tests: null where the processor has not got it.
const KernelSet* baseline_kernels();
const KernelSet* avx2_kernels();
const KernelSet* avx512_kernels();

}  // namespace musimd::fast
