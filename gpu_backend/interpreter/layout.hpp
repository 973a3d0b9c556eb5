#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gpu_backend/prelude/interpreter_state.hpp"
#include "simulator/engine.hpp"

// Where the parts of machines stand in a device's memory, and what is there before the first step.

namespace musimd::gpu {

/// How much room machines get beyond what their programs name.
struct Room {
    std::int64_t places = 0;     ///< of Σ, of programs without buffers
    std::uint32_t depth = 0;     ///< entries of Π
    std::uint32_t contexts = 0;  ///< entries of Λ
};

/// For a machine alone, and for one among many.
inline constexpr Room kMuchRoom{std::int64_t{1} << 26, 1024, 64};
inline constexpr Room kLittleRoom{std::int64_t{1} << 12, 64, 16};

/// What a machine of the interpreter is, beside its program.
struct Dimensions {
    Dimensions(const PlannedRun& run, const Room& room);

    std::size_t row_lanes() const { return std::size_t{interpreter::kLanes} * strips; }

    std::uint32_t strips;  ///< of 32 threads
    std::uint32_t variables;
    std::uint32_t warps;
    std::uint32_t depth;     ///< of Π, at most
    std::uint32_t contexts;  ///< of Λ, at most
    std::int64_t places;     ///< of Σ
    bool restore;
    bool claims;
};

/// Why the interpreter cannot have the program at all; null if it can.
const char* why_not(const Program& program, const MachineOptions& options);

/// Offsets of the parts of a machine; those of its warps stand one behind the other, each of so many bytes.
struct Parts {
    // Written before the first step.
    std::size_t code, preloads, preload_words, buffers;
    std::size_t warps, active;
    // Zeros at first.
    std::size_t rows, row_bytes;
    std::size_t defined, defined_bytes;
    std::size_t branches, done, todo, depth_bytes;
    std::size_t blocks, bases, named, context_bytes;
    std::size_t saved_rows, saved_row_bytes;
    std::size_t saved_defined, saved_defined_bytes;
    std::size_t words, sigma_defined, claims;
};

/// The memory of a batch: first what is written, of it first what is read back; then zeros.
struct BatchLayout {
    BatchLayout(std::span<const PlannedRun> runs, const Room& room);

    std::vector<Dimensions> dimensions;
    std::vector<Parts> parts;
    std::size_t batch;      ///< interpreter::Batch
    std::size_t machines;   ///< interpreter::Machine of each run
    std::size_t state_end;  ///< behind the warps and their Θ
    std::size_t image_end;  ///< behind all that is written
    std::size_t bank;       ///< β of all machines
    std::size_t bank_end;
    std::size_t end;
};

/// The written part, for memory that begins at `base`.
std::vector<char> image_of(const BatchLayout& layout, std::span<const PlannedRun> runs, char* base);

}  // namespace musimd::gpu
