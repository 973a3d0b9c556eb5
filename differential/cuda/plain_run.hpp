#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "differential/cuda/tree.hpp"

// A launch as plain C++ computes it: one block after the other, and in each block one statement after the
// other for all of its threads. Of a kernel without races every schedule gives the same.

namespace musimd::differential::cuda {

struct PlainRun {
    /// What must be found, by the machine's names of findings; `barrier` and `mask`: anything, or a warning;
    /// `unknown`: perhaps nothing.
    std::set<std::string> lockstep;
    std::set<std::string> volta;
    /// By parameter array; meaningless after a defect.
    std::vector<std::vector<std::uint64_t>> buffers;
    bool is_too_long = false;

    bool is_clean() const { return lockstep.empty() && volta.empty() && !is_too_long; }
    bool is_comparable() const { return !is_too_long; }
};

/// The elements of all arrays before the launch, as arguments_of says; none of those that are no parameters.
std::vector<std::vector<std::uint64_t>> elements_before(const Drawn& kernel);

/// `buffers`: what is there before; without them, elements_before.
PlainRun run_plainly(const Drawn& kernel, const std::vector<std::vector<std::uint64_t>>& buffers);
PlainRun run_plainly(const Drawn& kernel);

}  // namespace musimd::differential::cuda
