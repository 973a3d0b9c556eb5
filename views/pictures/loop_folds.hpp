#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

// A loop that repeats shows its first and its last iterations; those between them are folded.

namespace musimd::views {

struct TimelineRecord;

/// How a picture folds.
struct Folding {
    std::set<std::uint64_t> open = {};  ///< folds that begin at these steps are shown in full
    /// On both sides of this step, the steps next to it are not folded.
    std::uint64_t around = UINT64_MAX;
    std::size_t most = SIZE_MAX;  ///< columns that are kept, those around the step; all others are left out
};

/// Columns that repeat those before them, in place of which blank ones are drawn.
struct TimelineFold {
    std::size_t column = 0;   ///< the first blank one
    std::size_t width = 0;    ///< how many are blank
    std::uint64_t first = 0;  ///< steps that are left out
    std::uint64_t last = 0;
    std::size_t steps = 0;         ///< of the warp
    std::size_t times = 0;         ///< iterations
    std::uint32_t first_line = 0;  ///< of an iteration; 0: it has no lines
    std::uint32_t last_line = 0;

    /// `9,980 steps: 2,495 times lines 3-6`
    std::string text() const;
};

/// Folds what repeats.
void fold_loops(const Folding& folding, TimelineRecord& record);

/// Leaves out all columns but these.
void keep_columns(std::size_t begin, std::size_t end, TimelineRecord& record);

}  // namespace musimd::views
