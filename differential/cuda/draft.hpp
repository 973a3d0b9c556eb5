#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "differential/cuda/tree.hpp"
#include "differential/random/dice.hpp"

// What the parts of the generator of CUDA kernels share.

namespace musimd::differential::cuda {

__extension__ using Wide = __int128;  ///< holds every integer of 64 bits

struct Range {
    Wide least = 0;
    Wide most = 0;
    bool within(const Range& other) const { return least >= other.least && most <= other.most; }
};

/// Of an integer type.
inline Range range_of(Type type) {
    const Wide one = 1;
    if (is_unsigned_integer(type)) return {0, (one << width_of(type)) - 1};
    return {-(one << (width_of(type) - 1)), (one << (width_of(type) - 1)) - 1};
}

/// All threads for which a value is the same.
enum class Level : std::uint8_t { block, warp, thread };

struct Known {
    Expr expr;
    Range range = {};  ///< for integers
};

struct Local {
    std::uint32_t id = 0;
    Type type = Type::i32;
    Range range = {};
    Level level = Level::thread;
    bool is_assignable = false;
};

/// How the threads of a block share an array until the next barrier.
enum class Mode : std::uint8_t {
    own,    ///< each has elements of its own: those of thread (t + rotation) mod T
    read,   ///< all read all
    sums,   ///< all update all by atomics of one form
    warps,  ///< each warp reads what its own threads have
};

struct SharedUse {
    std::uint32_t array = 0;
    std::uint32_t own = 1;  ///< elements of a thread
    Mode mode = Mode::own;
    std::uint32_t rotation = 0;
    Form form = Form::add;  ///< for sums
};

struct Draft {
    explicit Draft(std::uint64_t seed) : dice(seed) {}

    Dice dice;
    Drawn kernel;
    std::vector<Local> visible;
    std::vector<std::uint32_t> inputs;
    std::vector<std::uint32_t> locals;  ///< arrays of a thread
    std::vector<SharedUse> shared;      ///< arrays of a block
    std::vector<SharedUse> outputs;     ///< each thread has elements of its own
    std::vector<SharedUse> sums;        ///< sums over the grid, updated by atomics of one form
    Level flow = Level::block;          ///< which threads are here together
    std::optional<Expr> mask;           ///< mask of the warp's threads that are here; none: unknown
    bool is_full = true;                ///< no thread has left
    bool may_change = true;             ///< barriers, and other modes
    unsigned loops = 0;
    bool may_leave = false;  ///< the loop, by break and continue

    bool has_full_warps() const { return kernel.threads() % 32 == 0; }

    std::uint32_t variable(Type type) {
        kernel.variables.push_back(type);
        return static_cast<std::uint32_t>(kernel.variables.size() - 1);
    }
};

}  // namespace musimd::differential::cuda
