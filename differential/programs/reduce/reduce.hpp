#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "differential/programs/generate/generator.hpp"

// Delta debugging: finds the smallest program that still shows a property.

namespace musimd::differential {

/// Whether a case still shows the property. Called for one case at a time.
using Interesting = std::function<bool(const Case&)>;

struct ReduceOptions {
    /// The most cases that may be tried.
    std::uint64_t max_trials = UINT64_MAX;
    /// Asked before each trial: true ends the reduction with the best so far.
    std::function<bool()> cancelled = {};
    /// Called after each trial with the number of trials and the smallest case so far.
    std::function<void(std::uint64_t trials, const Case& best)> progress = {};
};

struct ReductionResult {
    Case best;
    std::uint64_t trials = 0;
    /// No simplification of `best` is interesting; false if the reduction ended early.
    bool minimal = false;
};

/// Reduces an interesting case to a local minimum: first whole blocks, then instructions, then threads,
/// warps, memory, operands and constants. If the program passes the structure check, candidates that pass it
/// too are tried before the rest. Every candidate is normalized (edit.hpp) and lighter than the case that it
/// would replace.
ReductionResult reduce(const Case& from, const Interesting& interesting, const ReduceOptions& options = {});

/// Every case that a reduction would try instead of this one.
std::vector<Case> simplifications(const Case& current);

}  // namespace musimd::differential
