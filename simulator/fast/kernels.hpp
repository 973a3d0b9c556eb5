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

/// dst[i] := a[i] ⊕ b[i] in the active lanes, whose bits are set in `active`. dst may be a or b, and n is a multiple of
/// eight. True if an active lane has no result (overflow, division by zero, invalid shift): then dst stays as it was.
using BinaryKernel = bool (*)(std::int64_t* dst, const std::int64_t* a, const std::int64_t* b,
                              const std::uint64_t* active, std::size_t n, int width);

/// The same for operations that always have a result, with what a branch on it asks: bit i of not_zero := dst[i] ≠ 0, in
/// active lanes (anything in the others, and where no lane of a word is active).
using TestKernel = void (*)(std::int64_t* dst, const std::int64_t* a, const std::int64_t* b,
                            const std::uint64_t* active, std::size_t n, std::uint64_t* not_zero);

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

    TestKernel test[kOperations][kShapes];  ///< null where there is none

    /// dst[i] := src[i] (or the one word) in active lanes.
    void (*copy)(std::int64_t* dst, Source src, const std::uint64_t* active, std::size_t n);

    /// As TestKernel's not_zero, of a row.
    void (*not_zero)(const std::int64_t* row, const std::uint64_t* active, std::size_t n, std::uint64_t* not_zero);
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
