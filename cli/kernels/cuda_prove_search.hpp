#pragma once

#include <map>
#include <string>
#include <vector>

#include "cli/command/options.hpp"
#include "cli/kernels/cuda_report.hpp"
#include "kernels/cuda/launch_program.hpp"
#include "kernels/findings/finding.hpp"
#include "prove/proof.hpp"

// The search for a launch on which the machine shows that an obligation is violated.

namespace musimd::cli {

/// What the machine has shown, and how to see it again.
struct Shown {
    kernels::Finding finding;
    std::string again;
};

/// Whether a finding of a launch is a violation of the obligation.
bool shows(const kernels::Finding& finding, const prove::Obligation& obligation,
           const dsl::cuda::KernelFunction& kernel, const kernels::cuda::LaunchConfiguration& config);

/// Runs launches at which the prover's questions may have an answer. Obligations that the machine violates
/// become refuted; of each, what shows it.
std::map<const prove::Obligation*, Shown> search_refutations(const Options& options,
                                                             const CudaRequest& request,
                                                             prove::Prover& prover,
                                                             std::vector<prove::Obligation>& obligations);

}  // namespace musimd::cli
