#pragma once

#include <cstdint>
#include <functional>

#include "differential/text/source.hpp"

// Delta debugging of sources of other languages, which no compiler reads.

namespace musimd::differential::text {

/// Whether a source still shows the property. Called for one source at a time.
using Interesting = std::function<bool(const Source&)>;

struct ReduceOptions {
    /// Asked before each trial: true ends the reduction with the best so far.
    std::function<bool()> cancelled = {};
    /// Called after each trial with the number of trials and the smallest source so far.
    std::function<void(std::uint64_t trials, const Source& best)> progress = {};
};

struct ReductionResult {
    Source best;
    std::uint64_t trials = 0;
    /// No edit of `best` is interesting; false if the reduction ended early.
    bool minimal = false;
};

/// Reduces an interesting source to a local minimum: first what is largest, at last names and layout. Every
/// candidate is lighter than the source that it would replace.
ReductionResult reduce(Source from, const Interesting& interesting, const ReduceOptions& options = {});

}  // namespace musimd::differential::text
