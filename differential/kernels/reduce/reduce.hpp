#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "differential/kernels/kernel_case.hpp"

// Delta debugging of kernels: a trial that shows something becomes the smallest that still shows it.

namespace musimd::differential::kernels {

/// One reduction, a round at a time, so that the candidates of a round, and of several reductions, can be
/// judged together: compiling another unit costs much more than another kernel in a unit.
class Reduction {
  public:
    explicit Reduction(Trial from);

    /// Candidates that were not tried yet, all lighter than best(), the lightest first; `most` kernels at
    /// most. None: nothing that is left to try is simpler, and the reduction is over.
    std::vector<Trial> propose(std::size_t most);

    /// What became of the last proposal: whether each candidate still shows it. The lightest of those that do
    /// is the best one now.
    void judged(const std::vector<Trial>& proposal, const std::vector<bool>& shows);

    const Trial& best() const { return best_; }
    bool over() const { return over_; }
    std::size_t trials() const { return tried_.size(); }

  private:
    Trial best_;
    bool over_ = false;
    std::unordered_set<std::size_t> tried_;
};

/// Every candidate that a reduction would try instead of this one; well formed, and each lighter.
std::vector<Trial> simplifications(const Trial& of);

/// The size of a trial, which a reduction decreases. Compared lexicographically.
std::vector<std::uint64_t> weight(const Trial& trial);

/// Whether it is a kernel: variables are read and set where they are declared, loops are around break and
/// continue. What the generator draws is, and what a reduction tries.
bool is_well_formed(const dsl::Kernel& kernel);

/// The trial without variables and buffers that it does not use, with short names.
Trial tidied(const Trial& trial);

/// The kernel under another name, which those of its functions begin with.
dsl::Kernel renamed(dsl::Kernel kernel, const std::string& name);

/// The kernel without its names, literals and types: equal of two that are the same defect, reduced.
std::string outline(const dsl::Kernel& kernel);

}  // namespace musimd::differential::kernels
