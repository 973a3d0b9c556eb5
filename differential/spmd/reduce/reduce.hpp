#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "differential/harness/search.hpp"
#include "kernels/spmd/kernel_case.hpp"

// Delta debugging of kernels: a test that shows a defect becomes the smallest one that still shows it.

namespace musimd::differential::spmd {

/// How large a test is: what a reduction minimizes. Compared from the front.
std::vector<std::uint64_t> weight(const kernels::KernelCase& test);

/// Kernels as a kind of case that is reduced.
struct KernelKind {
    using Case = kernels::KernelCase;
    using Weight = std::vector<std::uint64_t>;

    static std::optional<kernels::KernelCase> normalized(kernels::KernelCase test);
    static Weight weigh(const kernels::KernelCase& test) { return weight(test); }
    static std::string spell(const kernels::KernelCase& test);
};

/// One reduction, a round at a time, so that the candidates of a round, and of several reductions, can be
/// judged together: compiling one unit costs much more than adding a kernel to it.
class KernelReducer {
  public:
    explicit KernelReducer(kernels::KernelCase from) : state_(std::move(from)) {}

    /// Candidates that were not tried yet, all lighter than best(), the lightest first; at most `most`
    /// kernels. Empty: the reduction is over.
    std::vector<kernels::KernelCase> propose(std::size_t most);

    /// Reports whether each candidate of the last proposal still shows the defect. The lightest that does
    /// becomes the best.
    void judged(const std::vector<kernels::KernelCase>& proposal, const std::vector<bool>& shows) {
        state_.judged(proposal, shows);
    }

    const kernels::KernelCase& best() const { return state_.best(); }
    bool over() const { return over_; }

  private:
    harness::SearchState<KernelKind> state_;
    bool over_ = false;
};

/// Every candidate that a reduction would try instead of this one: well formed, and lighter.
std::vector<kernels::KernelCase> simplifications(const kernels::KernelCase& current);

/// Whether the kernel is valid: variables are read and set in the scope of their declarations, and break and
/// continue are in loops. The generator and reductions produce only such kernels.
bool is_well_formed(const dsl::Kernel& kernel);

/// The test without variables and buffers that it does not use, with short names.
kernels::KernelCase tidied(const kernels::KernelCase& test);

/// The kernel under another name, which is also the prefix of its functions.
dsl::Kernel renamed(dsl::Kernel kernel, const std::string& name);

/// The kernel without its names, literals and types: equal for reductions of the same defect.
std::string outline(const dsl::Kernel& kernel);

}  // namespace musimd::differential::spmd
