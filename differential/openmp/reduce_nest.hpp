#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "differential/harness/search.hpp"
#include "differential/openmp/nest_case.hpp"

// Delta debugging of nests: what a nest shows, a small one shows too. No edit makes the iterations of a loop
// depend on each other: indices of stores, variables of parallel and simd loops and the terms of reductions
// stay as they are, or go.

namespace musimd::differential::openmp {

/// Nests as a kind of case that is reduced.
struct NestReduction {
    using Case = NestCase;
    using Weight = std::vector<std::uint64_t>;

    static std::optional<NestCase> normalized(NestCase nest);
    static Weight weigh(const NestCase& nest);
    static std::string spell(const NestCase& nest);
};

/// Whether variables are used where they are declared, and break and continue are in loops.
bool is_well_formed(const dsl::openmp::LoopFunction& function);

/// The statements and functions of a nest, without types, literals and names: the same for one defect.
std::string outline(const dsl::openmp::LoopFunction& function);

/// The nest without the parameters that it does not use.
NestCase tidied(NestCase nest);

/// One reduction, a round at a time, so that many candidates are compiled together.
class NestReducer {
  public:
    explicit NestReducer(NestCase from) : state_(std::move(from)) {}

    /// At most so many candidates that were not tried yet, the lightest first. None: the reduction is over.
    std::vector<NestCase> propose(std::size_t most);
    /// Whether each candidate of the last proposal still shows the defect.
    void judged(const std::vector<NestCase>& proposal, const std::vector<bool>& shows) {
        state_.judged(proposal, shows);
    }
    const NestCase& best() const { return state_.best(); }

  private:
    harness::SearchState<NestReduction> state_;
};

}  // namespace musimd::differential::openmp
