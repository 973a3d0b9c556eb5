#pragma once

#include <cstddef>
#include <cstdint>

#include "isa/instruction.hpp"
#include "isa/word.hpp"
#include "simulator/vector_extension.hpp"

// The loops over lanes, compiled for each vector extension.
// This engine has its own arithmetic: machine words with explicit checks, where the rules compute in ℤ.

namespace musimd::fast {

/// One operand of a lane loop: a row of n words, or one word for all lanes. Words are std::int64_t, or
/// std::int32_t in programs with short rows (DecodedProgram::short_rows).
struct LaneOperand {
    const void* words = nullptr;
    bool scalar = false;
};

/// The state for a step of a warp. A lane mask has ⌈lanes / 64⌉ words; lane t is bit t % 64 of word t / 64.
struct Registers {
    void* bank = nullptr;                  ///< β: a row of `lanes` words for each variable, then wid's word
    std::uint64_t* active = nullptr;       ///< Θ
    const std::uint64_t* entry = nullptr;  ///< Θ_mask: Θ itself outside of blocks
    std::uint64_t* defined = nullptr;      ///< a mask for each variable, and one of all ones
    std::size_t lanes = 0;  ///< N, rounded up to a multiple of eight, or of sixteen for short rows
    std::size_t mask_words = 0;
    int width = 64;        ///< width of the program's word
    bool changed = false;  ///< set by every step that writes to the bank
};

/// Where an instruction's operands and destination are in Registers.
struct OperandSlots {
    const void* fixed[3] =
        {};  ///< words of operands that are the same for all warps (constants, tid), or null
    std::size_t rows[3] = {};       ///< otherwise the offset of the row in the bank
    std::uint32_t defined[3] = {};  ///< the masks of `defined` that they need
    bool scalar[3] = {};            ///< operands that are one word for all lanes
    std::uint32_t destination = 0;  ///< the variable
    std::size_t row = 0;            ///< the offset of its row
};

/// v = o1 ⊕ o2, or v = op.T o1, … in the active lanes. Returns true, with nothing changed, if it fails: an
/// operand is undefined in an active lane, or there is no result (overflow, division by zero, invalid
/// shift).
using StepKernel = bool (*)(Registers& registers, const OperandSlots& slots);

/// The same for an operation that cannot fail, and the outcome of a branch on it: bit t of not_zero :=
/// the result ≠ 0, in active lanes (unspecified in others, and in words without active lanes).
using TestKernel = bool (*)(Registers& registers, const OperandSlots& slots, std::uint64_t* not_zero);

/// Addresses per byte of LaneMemory::used.
inline constexpr std::int64_t kLanePage = 4096;

/// A word of Σ in programs with short rows, with its tag: one access for both.
struct [[gnu::may_alias]] Cell {
    std::int32_t word;
    std::uint32_t tag;
};

// The bits of a tag: whether Σ is defined, and a claim. The lowest bits of a claim are its uses, one for each
// Use and one more; see SharedMemory.
inline constexpr std::uint64_t kDefined = 1;
inline constexpr unsigned kFirstUse = 1;
inline constexpr unsigned kUseBits = 5;
inline constexpr std::uint64_t kOthersCompare = std::uint64_t{1} << (kFirstUse + kUseBits - 1);
inline constexpr std::uint64_t kUses = ((std::uint64_t{1} << kUseBits) - 1) << kFirstUse;

/// Σ, and on whose behalf words are claimed; see SharedMemory. With rows of 64-bit words, the two parts of
/// the tags are arrays.
struct LaneMemory {
    void* words = nullptr;               ///< 64-bit words; or cells
    std::uint8_t* defined = nullptr;     ///< bit 0 of the tags; not of cells
    std::uint64_t* claims = nullptr;     ///< the rest of them; null if races are not watched
    const std::uint8_t* used = nullptr;  ///< per page: whether anything was stored to it
    std::int64_t limit = 0;              ///< higher addresses are outside of the arrays
    const std::int64_t* buffers =
        nullptr;                   ///< the first address of each, ascending, and the first past its end
    std::size_t buffer_count = 0;  ///< 0: all addresses are valid

    bool watched = false;         ///< whether races are: else what follows is not used
    bool alone = false;           ///< no other host thread uses the memory
    std::uint64_t phase = 0;      ///< lesser claims are of earlier phases, and count no more
    std::uint64_t mine = 0;       ///< a claim by lane 0, without uses
    std::uint64_t next_mine = 0;  ///< difference between the claims of neighbouring lanes
    std::uint64_t shared = 0;     ///< a claim by several agents
    void* memory = nullptr;       ///< argument of `take`
    /// Claims a word; `use` is the Use. Returns false on a conflict.
    bool (*take)(void* memory, std::int64_t address, std::uint64_t mine, unsigned use) = nullptr;
};

/// LD and ST, for valid addresses of defined words that are claimed without a conflict; stores must ascend.
/// Returns true, with nothing changed but claims, if that does not hold.
using MemoryKernel = bool (*)(Registers& registers, const OperandSlots& slots, const LaneMemory& memory);

/// Which operands of a binary operation are one word for all lanes.
enum class Shape : std::uint8_t { row_row, row_scalar, scalar_row, scalar_scalar };
inline constexpr std::size_t kShapes = 4;

/// How a result is reduced to a word.
enum class Fit : std::uint8_t {
    trap_whole,  ///< as wide as the words of rows; overflow fails
    wrap_whole,  ///< the same, modulo 2^64 or 2^32
    trap_part,   ///< narrower; overflow fails
    wrap_part,   ///< the same, modulo 2^width
};
inline constexpr std::size_t kFits = 4;

inline constexpr std::size_t kOperations = 0
#define MUSIMD_OPERATION(name, ...) +1
#include "isa/operations.def"
    ;

/// The untyped loops of one vector extension.
struct Kernels {
    StepKernel binary[kOperations][kShapes][kFits];

    TestKernel test[kOperations][kShapes];  ///< for comparisons and `and`; null for others

    /// For a unary instruction of that name: on a row, and on one word for all lanes.
#define MUSIMD_UNARY(opcode, ...) StepKernel opcode[2];
#include "isa/instructions.def"

    /// dst[i] := src[i] (or the single word) in active lanes.
    void (*copy)(void* dst, LaneOperand src, const std::uint64_t* active, std::size_t n);

    /// As TestKernel's not_zero, for a row.
    void (*not_zero)(const void* row, const std::uint64_t* active, std::size_t n, std::uint64_t* not_zero);

    MemoryKernel load;
    MemoryKernel store;

    /// v = o, of a row and of one word for all lanes.
    StepKernel assign[2];
    /// Of warps of up to 64 threads. A shuffle fails if it reads a lane outside of Θ_mask, which it may, too.
    StepKernel shuffle;
    StepKernel ballot;
    TestKernel named;  ///< bit t := operand 0 names a thread of Θ_mask
};

struct TypedKernels;

/// For any number of lanes, and for the 32 of most warps.
struct RowKernels {
    Kernels any;
    Kernels of_32;
};

/// All loops of one vector extension. Those of typed operations are for rows of 64-bit words.
struct KernelSet {
    const RowKernels& rows;        ///< 64-bit words
    const RowKernels& short_rows;  ///< 32-bit words
    const TypedKernels& typed;

    const Kernels& loops(bool are_short, std::size_t lanes) const {
        const RowKernels& both = are_short ? short_rows : rows;
        return lanes == 32 ? both.of_32 : both.any;
    }
};

/// The kernels of one of vector_extensions().
const KernelSet& kernels(VectorExtension extension);

/// The kernels of vector_extension(), which may throw.
const KernelSet& kernels();

// Of kernels_*.cpp and kernels_short_*.cpp. The extensions other than the baseline are of x86-64 only, and a
// build may leave them out.
extern const RowKernels kBaselineRows, kBaselineShortRows;
extern const RowKernels kAvx2Rows, kAvx2ShortRows;
extern const RowKernels kAvx512Rows, kAvx512ShortRows;

}  // namespace musimd::fast
