#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/instruction.hpp"
#include "isa/word.hpp"

// The loops over lanes, compiled for several instruction sets; the best that the processor has is used.
// Arithmetic is this engine's own: machine words with explicit checks, where the rules compute in ℤ.

namespace musimd::fast {

/// One operand of a lane loop: a row of n words, or one word for all lanes. Words are std::int64_t, or
/// std::int32_t in programs with short rows (DecodedProgram::short_rows).
struct Source {
    const void* words = nullptr;
    bool scalar = false;
};

/// What the steps of a warp work on. A lane mask has ⌈lanes / 64⌉ words; lane t is bit t % 64 of word t / 64.
struct Registers {
    void* bank = nullptr;  ///< β: a row of `lanes` words for each variable; behind them wid's word
    std::uint64_t* active = nullptr;   ///< Θ
    std::uint64_t* defined = nullptr;  ///< a mask for each variable, and one of ones
    std::size_t lanes = 0;             ///< N, rounded up to a multiple of eight; of short rows, of sixteen
    std::size_t mask_words = 0;
    int width = 64;        ///< of the program's word
    bool changed = false;  ///< set by every step that writes to the bank
};

/// Where an instruction finds its operands and its destination in Registers.
struct Places {
    const void* fixed[3] =
        {};  ///< the words of operands that are the same for all warps (constants, tid), or null
    std::size_t rows[3] = {};       ///< else where their rows begin in the bank
    std::uint32_t defined[3] = {};  ///< which masks of `defined` they need
    bool scalar[3] = {};            ///< operands that are one word for all lanes
    std::uint32_t destination = 0;  ///< the variable
    std::size_t row = 0;            ///< where its row begins
};

/// v = o1 ⊕ o2, or v = op.T o1, … in the active lanes. True if it is not done, and nothing has changed: an
/// operand is not defined in an active lane, or has no result there (overflow, division by zero, invalid
/// shift).
using StepKernel = bool (*)(Registers& registers, const Places& places);

/// The same for an operation that always has a result, with what a branch on it asks: bit t of not_zero :=
/// the result ≠ 0, in active lanes (anything in the others, and where no lane of a word is active).
using TestKernel = bool (*)(Registers& registers, const Places& places, std::uint64_t* not_zero);

/// Which of a binary operation's operands are one word for all lanes.
enum class Shape : std::uint8_t { row_row, row_scalar, scalar_row, scalar_scalar };
inline constexpr std::size_t kShapes = 4;

/// How a result that does not fit becomes a word.
enum class Fit : std::uint8_t {
    trap_whole,  ///< it has all bits of a row's words; overflow fails
    wrap_whole,  ///< the same, modulo 2^64 or 2^32
    trap_part,   ///< it has fewer bits; overflow fails
    wrap_part,   ///< the same, modulo 2^width
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
    StepKernel binary[kOperations][kShapes][kFits];

    TestKernel test[kOperations][kShapes];  ///< null where there is none

    /// dst[i] := src[i] (or the one word) in active lanes.
    void (*copy)(void* dst, Source src, const std::uint64_t* active, std::size_t n);

    /// As TestKernel's not_zero, of a row.
    void (*not_zero)(const void* row, const std::uint64_t* active, std::size_t n, std::uint64_t* not_zero);
};

struct TypedKernels;

/// The loops of one instruction set. Those of typed operations are for rows of 64-bit words.
struct KernelSet {
    /// For any number of lanes, and for the 32 of most warps.
    struct Rows {
        Kernels any;
        Kernels of_32;
    };
    Rows rows;        ///< of words of 64 bits
    Rows short_rows;  ///< of 32
    const TypedKernels& typed;

    const Kernels& loops(bool are_short, std::size_t lanes) const {
        const Rows& both = are_short ? short_rows : rows;
        return lanes == 32 ? both.of_32 : both.any;
    }
};

/// The best for this processor.
const KernelSet& kernels();

/// Each instruction set's, for tests: null where the processor has not got it.
const KernelSet* baseline_kernels();
const KernelSet* avx2_kernels();
const KernelSet* avx512_kernels();

}  // namespace musimd::fast
