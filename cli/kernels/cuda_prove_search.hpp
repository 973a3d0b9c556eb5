#pragma once

#include <map>
#include <vector>

#include "cli/kernels/cuda_prove_run.hpp"

// The search for a launch on which the machine shows that an obligation is violated.

namespace musimd::cli {

/// What refutes an obligation.
struct Refutation {
    LaunchFinding found;
    prove::Candidate launch;
    bool was_proved = false;  ///< so the proof is wrong: a defect of musimd
};
using Refutations = std::map<const prove::Obligation*, Refutation>;

/// Runs launches at which the prover's questions may have an answer, for some seconds. Obligations that the
/// machine violates become refuted.
Refutations search_refutations(const LaunchRunner& runner, const dsl::cuda::KernelFunction& kernel,
                               const prove::Premises& premises, prove::Prover& prover,
                               std::vector<prove::Obligation>& obligations, std::chrono::seconds limit);

/// Makes their launches smaller, as long as the machine shows the same, for some seconds.
void shrink_refutations(const LaunchRunner& runner, prove::Prover& prover, Refutations& refutations);

}  // namespace musimd::cli
