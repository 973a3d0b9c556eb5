#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/control_graph.hpp"

// From a program to C++ in which control flow is uniform: a label where control arrives, a goto where it
// leaves, and the instructions between as one loop over strips of lanes. The prelude defines the lanes.

namespace musimd::codegen {

struct TranslationOptions {
    /// All checks, or only those that a run without traps needs.
    bool checks = true;
    /// The maximum number of program points (ControlGraph); code past them is left to another engine.
    std::size_t max_points = 20'000;
    /// Rows are kept in registers, as far as these suffice, if all rows together have at most this many
    /// bytes.
    std::size_t max_held_bytes = 4096;
    /// Stretches may begin at every block, not only after barriers: a stretch with too few steps left for the
    /// next block ends with Ending::paused, and continues when max_steps is raised.
    bool resumable = false;
    /// In grids whose warps share words of Σ, stretches may also end before atomics (takes_turns).
    bool turns = true;
    /// In warps of up to this many threads, each lane has a bit per variable for definedness (DefinedBits),
    /// instead of a lane mask per variable.
    std::uint32_t max_threads_with_bits = 0;
    /// For a processor, not a device: variables that are 0 or 1 (Truths) are lane masks while the code runs,
    /// and an address that all threads have used before is not checked again.
    bool for_processor = false;
    /// Counts what statistics need (Translation::counted). For a processor; not of programs with blocks.
    bool counts = false;
};

/// The lane masks of a warp, by index into WarpState::masks.
struct MaskNumbers {
    static constexpr std::uint32_t kActive = 0;
    std::uint32_t defined = 1;         ///< definedness of variable 0; the others follow
    std::vector<std::uint32_t> todo;   ///< by branch number: Θ_todo; Θ_done follows it
    std::vector<std::uint32_t> saved;  ///< by everywhere number: Θ; with `restore`, definedness as well
    std::vector<std::uint32_t>
        truths;             ///< by variable: its lanes; those of a new value follow. 0: it has words
    std::uint32_t all = 0;  ///< Θ_all, if the program uses_blocks; the threads that have exited follow
    std::uint32_t count = 0;
};

/// A block of a program that counts. Its cells (Counters::cells): how often it began, the threads that were
/// active then, and, if it ends with a bz or bnz, how often that diverged.
struct CountedBlock {
    std::uint32_t cell = 0;           ///< the first of its cells
    std::vector<Label> steps;         ///< its instructions
    std::uint32_t sync_depth = 0;     ///< entries of the current Π after it
    std::uint32_t context_depth = 0;  ///< entries of Λ after it
};

/// A program as a C++ class.
struct Translation {
    std::string source;  ///< `struct NAME : Target<…> { static Ending run(WarpState*) … };`

    std::vector<ProgramPoint> points;   ///< where a stretch may begin or end: by WarpState::point
    std::vector<OpenEntries> contexts;  ///< the contexts that ProgramPoint::context refers to
    MaskNumbers masks;
    std::size_t room_rows = 0;  ///< rows of WarpState::room
    std::vector<std::uint32_t>
        saved_rows;  ///< by everywhere number, with `restore`: β is saved from this row of the room on
    std::vector<CountedBlock> counted;  ///< if it counts
    std::uint32_t cells = 0;            ///< cells of all counted blocks
};

bool has_block_barrier(const Program& program);

/// Whether a stretch may end before each atomic, because what it yields depends on turns. With blocks each
/// does, and fences order accesses; else that is decided at run time (Sigma::atomics).
bool takes_turns(const Program& program);

/// Whether claims are those of a warp, or a thread, between two openings of its block's barrier, and two of
/// its fences.
bool claims_by_blocks(const Program& program);

/// `name` is the name of the class.
Translation translate(const Program& program, const TranslationOptions& options, const std::string& name);

}  // namespace musimd::codegen
