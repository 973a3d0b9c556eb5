#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "semantics/control_graph.hpp"

// From a program to C++ in which control flow is uniform: a label where control arrives, goto where it goes,
// the instructions between them as one loop over strips of lanes. What a lane is, the prelude before it says.

namespace musimd::codegen {

struct TranslationOptions {
    /// All checks, or those alone that a run without a trap cannot do without.
    bool checks = true;
    /// The most places (ControlGraph); what comes behind them is left to another engine.
    std::size_t most_places = 20'000;
    /// Rows are kept in registers, as far as they go, where all together take no more bytes.
    std::size_t most_held_bytes = 4096;
    /// Stretches may begin at every block, and not behind barriers alone: those that end because max_steps
    /// leaves too few steps for the next block end in Ending::paused, and go on with more.
    bool resumable = false;
    /// In warps of up to so many threads, each lane has bits that say which variables it has (DefinedBits),
    /// instead of a lane mask for each variable.
    std::uint32_t most_threads_with_bits = 0;
};

/// The lane masks of a warp, by their numbers in WarpState::masks.
struct MaskNumbers {
    static constexpr std::uint32_t kActive = 0;
    std::uint32_t defined = 1;         ///< of variable 0; the others follow
    std::vector<std::uint32_t> todo;   ///< by the number of the branch: Θ_todo; then Θ_done
    std::vector<std::uint32_t> saved;  ///< by the number of the everywhere: Θ; under `restore` definedness
    std::uint32_t count = 0;
};

/// A program as a class of C++.
struct Translation {
    std::string source;  ///< `struct NAME : Target<…> { static Ending run(WarpState*) … };`

    std::vector<ProgramPoint> places;   ///< where it may begin a stretch or leave: by WarpState::place
    std::vector<OpenEntries> contexts;  ///< that ProgramPoint::context counts
    MaskNumbers masks;
    std::size_t room_rows = 0;  ///< rows of WarpState::room
    std::vector<std::uint32_t>
        saved_rows;  ///< by the number of the everywhere, under `restore`: β from this row of the room on
};

/// `name` is the class's.
Translation translate(const Program& program, const TranslationOptions& options, const std::string& name);

}  // namespace musimd::codegen
