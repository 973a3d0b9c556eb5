#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "differential/programs/generate/generator.hpp"

// Delta debugging: a program that shows something becomes the smallest that still shows it.

namespace musimd::differential {

/// Whether a case still shows what its reduction is about. Asked of one case after the other.
using Interesting = std::function<bool(const Case&)>;

struct ReduceOptions {
    /// The most cases that may be tried.
    std::uint64_t most_trials = UINT64_MAX;
    /// Asked before each trial: true ends the reduction with the best so far.
    std::function<bool()> cancelled = {};
    /// Called after each trial: how many there were, and the smallest case so far.
    std::function<void(std::uint64_t trials, const Case& best)> progress = {};
};

struct Reduction {
    Case best;
    std::uint64_t trials = 0;
    /// Nothing that could be made simpler in `best` keeps it interesting; false if the reduction ended early.
    bool minimal = false;
};

/// Makes a case that is interesting as small as it gets. Whole blocks go first, then instructions, then
/// threads, warps, memory, operands and constants, until nothing can go (a local minimum). While the program
/// passes the structure check, what passes it too is tried first; only then the rest. Every case tried is as
/// its own text gives it, the scheduler's order included, and lighter than the one that it would replace.
Reduction reduce(const Case& from, const Interesting& interesting, const ReduceOptions& options = {});

/// Every case that the reduction would try instead of this one.
std::vector<Case> simplifications(const Case& of);

}  // namespace musimd::differential
