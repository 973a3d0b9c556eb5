#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/kernel.hpp"
#include "isa/program.hpp"

// Lowers a kernel to a program: element i of a launch is one thread. See docs/lowering.md.

namespace musimd::dsl {

/// The meaning of k_unmasked_set, k_unmasked_store and k_unmasked_load.
enum class UnmaskedReading : std::uint8_t {
    every_lane,    ///< as on a CPU: they act on every lane of the vector, in an `everywhere` block
    active_lanes,  ///< as on a GPU: the same as the masked forms
};

/// How a loop nest of C uses the lanes of a warp. See docs/openmp-language.md.
enum class LoopModel : std::uint8_t {
    spmd,     ///< element i is a lane; a simd loop inside it runs one iteration after the other
    simd,     ///< element i is a warp, of which one lane is active outside of simd loops
    threads,  ///< element i is a thread by itself (`.model volta`), of one block; as spmd otherwise
};

/// A part of Σ that a kernel may touch.
struct Region {
    std::string name;
    std::int64_t address = 0;
    /// Before the launch: one word per element, the element's pattern, sign-extended.
    std::vector<Value> words;
    std::vector<std::uint8_t> defined = {};  ///< by word: 0 if it is undefined; empty if all are defined
    /// A large one has no words of its own but so many elements, and parts with words, ascending and apart.
    /// What is in none of them is undefined, or 0.
    std::int64_t elements = 0;
    std::vector<Region> parts = {};
    bool zeros = false;

    bool is_large() const { return elements != 0; }
    std::int64_t count() const { return is_large() ? elements : static_cast<std::int64_t>(words.size()); }
};

/// Numbers that a thread of a grid has, in CUDA's words: threadIdx, blockIdx, blockDim and gridDim.
enum class ThreadNumber : std::uint8_t {
    thread_x,
    thread_y,
    thread_z,
    block_x,
    block_y,
    block_z,
    threads_x,
    threads_y,
    threads_z,
    blocks_x,
    blocks_y,
    blocks_z,
};

/// In dimensions x, y and z.
using Dimensions = std::array<std::uint32_t, 3>;
constexpr std::int64_t count_of(const Dimensions& d) {
    return std::int64_t{d[0]} * d[1] * d[2];
}

/// The blocks of a grid that run: so many, spread from the first to the last; 0: all.
struct Sample {
    std::uint32_t blocks = 0;

    /// The number in the grid of the i-th that runs.
    std::uint32_t number(std::uint32_t i, const Dimensions& grid) const {
        const auto rest = static_cast<std::uint64_t>(count_of(grid) - 1);
        return static_cast<std::uint32_t>(blocks == 0 ? i : i * rest / (blocks < 2 ? 1 : blocks - 1));
    }
};

/// A launch of threads in blocks: element i is thread i mod T of block i / T. Warps have `Launch::warp_width`
/// lanes.
struct Blocks {
    Dimensions grid = {1, 1, 1};
    Dimensions block = {32, 1, 1};
    /// Of a part of the grid: the number of its first block, and how many it has; 0: it is the whole grid.
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    Sample sample = {};  ///< then `first` and `count` are among its blocks
    ThreadModel model = ThreadModel::lockstep;
    /// Variables that hold a number, a u32.
    std::vector<std::pair<VariableId, ThreadNumber>> numbers = {};
    /// Buffers in the shared memory of each block, and their elements.
    std::vector<std::pair<BufferId, std::int64_t>> shared = {};
    /// Variables that hold the address of a shared buffer.
    std::vector<std::pair<VariableId, BufferId>> addresses = {};
};

/// The elements and memory of a launch.
struct Launch {
    std::int64_t elements = 0;  ///< n, at least 1
    /// Of a part of a longer launch: the number of its first element. The memory of an access without an
    /// index does not move.
    std::optional<std::int64_t> first = {};
    std::vector<Region> regions;        ///< disjoint
    std::vector<std::int64_t> origins;  ///< by BufferId: the address of element 0; several may share a region
    /// N; 0: one warp of n threads if n is at most kMaxThreads, else warps of 1024.
    std::uint32_t warp_width = 0;
    UnmaskedReading unmasked = UnmaskedReading::every_lane;
    LoopModel model = LoopModel::spmd;
    std::optional<Blocks> blocks = {};  ///< then the model is that of `blocks`
    /// The values of variables before the first statement, as patterns of their types.
    std::vector<std::pair<VariableId, std::uint64_t>> values = {};
    /// Ascending; there, signed integers wrap in any case.
    std::vector<std::uint32_t> wrapping_lines = {};
};

/// The number of iterations that run at once in a simd loop that names no width.
inline constexpr std::uint32_t kDefaultSimdWidth = 16;

/// The lanes that the kernel needs under LoopModel::simd: the width of its widest simd loop.
std::uint32_t widest_simd_loop(const Kernel& kernel);

/// Where a simd loop is in a program. Its iterations are numbered from 0: a lane begins with 0 or, where
/// lanes share them, with its own number, and adds `stride` after each trip.
struct SimdLoopCode {
    Label begin = 0;  ///< the instruction that sets the number of the lane's iteration
    Label step = 0;   ///< the one that adds to it
    Label end = 0;    ///< the first after the loop
    std::uint32_t stride = 1;
    bool lanes_share = false;            ///< the iterations of one loop; otherwise each lane has its own
    std::uint32_t safelen = 0;           ///< as in the statement
    std::vector<BufferId> written = {};  ///< by the loop's body
    std::vector<BufferId> locals = {};   ///< arrays with a separate part for each iteration
    std::uint32_t line = 0;
    bool parallel = false;     ///< it is a parallel loop, whose iterations run in order
    bool keeps_order = false;  ///< of accesses whose order in the text is that of their iterations
};

/// Where threads of a team do what orders their accesses: see TeamAct.
struct TeamCode {
    struct Act {
        Label at = 0;
        TeamAct act = TeamAct::barrier;  ///< not `barrier` or `fence`, which are instructions
    };
    /// The instructions of an atomic access.
    struct Atomic {
        Label begin = 0;
        Label end = 0;
        bool acquires = false;
        bool releases = false;
    };
    std::vector<Act> acts;
    std::vector<Atomic> atomics;  ///< that acquire or release
};

/// The program that runs the kernel on element i in thread i (of the grid), with the semantics of C++ for
/// each element. Its instructions carry the kernel's source lines, it passes the structure check, and it
/// detects races between threads. The launch must have an origin for each buffer, and need at most kMaxWarps
/// warps.
Program lower(const Kernel& kernel, const Launch& launch);

/// A call of the source, whose function is inlined: a statement `call` with a name.
struct InlinedCall {
    std::string function;   ///< that is called
    SourcePoint line = {};  ///< where the call is
    friend bool operator==(const InlinedCall&, const InlinedCall&) = default;
};

/// In which calls instructions are.
struct InlinedCalls {
    struct Site {
        InlinedCall call;
        std::uint32_t outer = 0;  ///< as in `of`
    };
    std::vector<Site> sites;
    std::vector<std::uint32_t> of;  ///< by instruction: its site's index, from 1; 0: it is in no call

    /// Those around the instruction, innermost first.
    std::vector<InlinedCall> around(Label pc) const;
};

struct LoweredKernel {
    Program program;
    /// By VariableId: the program's variable; nullopt if the program mentions none.
    std::vector<std::optional<Variable>> variables;
    std::vector<SimdLoopCode> simd_loops = {};
    /// By instruction: the buffer that it accesses, of an access by a buffer; of a copy, the one that it
    /// writes. After them: those that copies read.
    std::vector<std::optional<BufferId>> objects = {};
    /// By copy: the number of its source in `objects`, from 1.
    std::map<Label, Label> sources = {};
    /// By instruction: the byte of its line where it is, from 1; 0 if unknown.
    std::vector<std::uint32_t> columns = {};
    InlinedCalls calls = {};
    TeamCode team = {};
};

LoweredKernel lower_with_variables(const Kernel& kernel, const Launch& launch);

}  // namespace musimd::dsl
