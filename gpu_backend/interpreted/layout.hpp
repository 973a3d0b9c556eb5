#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gpu_backend/interpreted/prelude/interpreter_state.hpp"
#include "simulator/engine.hpp"

// The layout of machines in a device's memory, and its content before the first step.

namespace musimd::gpu {

/// The capacity of machines beyond what their programs name.
struct Capacity {
    std::int64_t limit = 0;      ///< words of Σ, for programs without buffers
    std::uint32_t depth = 0;     ///< entries of Π
    std::uint32_t contexts = 0;  ///< entries of Λ
};

/// For a single machine, and for one of many.
inline constexpr Capacity kLargeCapacity{std::int64_t{1} << 26, 1024, 64};
inline constexpr Capacity kSmallCapacity{std::int64_t{1} << 12, 64, 16};

/// The dimensions of a machine.
struct Dimensions {
    Dimensions(const PlannedRun& run, const Capacity& capacity);

    std::size_t row_lanes() const { return std::size_t{interpreter::kLanes} * strips; }

    std::uint32_t strips;  ///< strips of 32 threads each
    std::uint32_t variables;
    std::uint32_t warps;
    std::uint32_t blocks;    ///< 1 without `.block`
    std::uint32_t depth;     ///< maximum depth of Π
    std::uint32_t contexts;  ///< maximum depth of Λ
    std::uint32_t warnings;  ///< at most
    std::int64_t limit;      ///< words of Σ
    std::int64_t shared;     ///< words of all blocks together
    bool restore;
    bool claims;
};

/// Why the interpreter cannot run the program at all; null if it can.
const char* unsupported_reason(const Program& program, const MachineOptions& options);

/// Offsets of the parts of a machine; those of its warps are consecutive, each of this many bytes.
struct Parts {
    // Initialized before the first step.
    std::size_t code, preloads, preload_words, buffers;
    std::size_t warps, active, all;
    std::size_t block_states;
    // Initially zero.
    std::size_t rows, row_bytes;
    std::size_t defined, defined_bytes;
    std::size_t branches, done, todo, joins, depth_bytes;
    std::size_t blocks, bases, entry_mask, context_bytes;
    std::size_t saved_rows, saved_row_bytes;
    std::size_t saved_defined, saved_defined_bytes;
    std::size_t warned, warnings, warned_threads;
    std::size_t words, sigma_defined, claims;
};

/// The memory of a batch: first the initialized part, which starts with the part that is read back; then
/// zeros.
struct BatchLayout {
    BatchLayout(std::span<const PlannedRun> runs, const Capacity& capacity);

    std::vector<Dimensions> dimensions;
    std::vector<Parts> parts;
    std::size_t batch;      ///< interpreter::Batch
    std::size_t machines;   ///< interpreter::Machine of each run
    std::size_t state_end;  ///< past the warps with their Θ and Θ_all
    std::size_t image_end;  ///< past the initialized part
    std::size_t bank;       ///< β of all machines
    std::size_t bank_end;
    std::size_t end;
};

/// The initialized part, for memory that starts at `base`.
std::vector<char> image_of(const BatchLayout& layout, std::span<const PlannedRun> runs, char* base);

}  // namespace musimd::gpu
