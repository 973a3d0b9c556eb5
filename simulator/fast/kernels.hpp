#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/instruction.hpp"
#include "isa/word.hpp"
#include "simulator/vector_extension.hpp"

// The loops over lanes, compiled for each vector extension.
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

/// Addresses for each byte of LaneMemory::used.
inline constexpr std::int64_t kLanePage = 4096;

/// Σ as arrays of places, and whose claims on them are made; see SharedMemory.
struct LaneMemory {
    void* words = nullptr;                  ///< of the size of a row's
    std::uint8_t* defined = nullptr;        ///< 1 where Σ is
    const std::uint8_t* used = nullptr;     ///< whether anything was stored to a page
    const std::uint64_t* claims = nullptr;  ///< null where nobody looks for races
    std::int64_t limit = 0;                 ///< the addresses from here on are no simple ones
    const std::int64_t* buffers = nullptr;  ///< of each, its first address and that behind its last
    std::size_t buffer_count = 0;           ///< 0: all addresses are valid

    std::uint64_t mine = 0;       ///< a claim of lane 0, but for its uses
    std::uint64_t next_mine = 0;  ///< from a lane's to that of the next
    std::uint64_t shared = 0;     ///< a claim of several agents
    std::uint64_t uses = 0;       ///< the bits of a claim that are its uses
    void* memory = nullptr;       ///< for `take`
    /// Claims a word; `use` is the Use. False if it conflicts.
    bool (*take)(void* memory, std::int64_t address, std::uint64_t mine, unsigned use) = nullptr;
};

/// LD and ST, for addresses that are valid, of words that are defined, claimed without a conflict, and, of
/// stores, ascending. True if it is not done, and nothing has changed but claims.
using MemoryKernel = bool (*)(Registers& registers, const Places& places, const LaneMemory& memory);

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

/// The loops of one vector extension.
struct Kernels {
    StepKernel binary[kOperations][kShapes][kFits];

    TestKernel test[kOperations][kShapes];  ///< null where there is none

    /// dst[i] := src[i] (or the one word) in active lanes.
    void (*copy)(void* dst, Source src, const std::uint64_t* active, std::size_t n);

    /// As TestKernel's not_zero, of a row.
    void (*not_zero)(const void* row, const std::uint64_t* active, std::size_t n, std::uint64_t* not_zero);

    MemoryKernel load;
    MemoryKernel store;
};

struct TypedKernels;

/// The loops of one vector extension. Those of typed operations are for rows of 64-bit words.
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

/// Those of an extension that this processor has.
const KernelSet& kernels(VectorExtension extension);

/// Those of vector_extension(), which may throw.
const KernelSet& kernels();

extern const KernelSet kBaselineKernels;
extern const KernelSet kAvx2Kernels;  ///< defined on x86-64 alone, as kAvx512Kernels
extern const KernelSet kAvx512Kernels;

}  // namespace musimd::fast
