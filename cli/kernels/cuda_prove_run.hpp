#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command/options.hpp"
#include "cli/kernels/cuda_report.hpp"
#include "kernels/findings/finding.hpp"
#include "prove/proof.hpp"

namespace musimd::cli {

/// What a launch has shown on the machine.
struct LaunchFinding {
    kernels::Finding finding;
    bool is_warning = false;
    bool is_first = false;  ///< of its run: what a proof claims is about this one
    std::string model;
    std::string again;                       ///< the command that shows it
    std::optional<prove::Level> level = {};  ///< of a race: that of its two threads
};

/// Runs launches of the prover on the machine.
class LaunchRunner {
  public:
    LaunchRunner(const Options& options, const CudaRequest& request);

    /// Under the models of --model, or under one. `seed`: of random contents.
    std::vector<LaunchFinding> run(const prove::Candidate& launch, std::uint64_t seed = 0) const;
    std::vector<LaunchFinding> run_under(const std::string& model, const prove::Candidate& launch,
                                         std::uint64_t seed = 0) const;

  private:
    const Options& options_;
    const CudaRequest& request_;
    std::vector<std::string> models_;
};

/// Whether a finding of the machine is a violation of the obligation.
bool shows(const LaunchFinding& found, const prove::Obligation& obligation);
/// Whether it violates one that is proved. Only the first finding of a run does. On its line may be another
/// of the kind that is not proved: a barrier is one of a block, and of the grid.
bool contradicts(const LaunchFinding& found, const prove::Obligation& obligation,
                 const std::vector<prove::Obligation>& all);

}  // namespace musimd::cli
