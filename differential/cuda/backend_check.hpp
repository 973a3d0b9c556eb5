#pragma once

#include <optional>
#include <string>

#include "differential/cuda/plain_run.hpp"
#include "differential/harness/campaign.hpp"
#include "differential/harness/run.hpp"

// What the run of a kernel on a backend shows.

namespace musimd::differential::cuda {

/// What is wrong with the run of a kernel without a defect: its values, or that something is reported.
std::optional<harness::Mismatch> mismatch_on(const std::string& backend, const Drawn& kernel,
                                             const PlainRun& expected, const harness::Run& run);

/// How the reports about a kernel with a defect and the machine's finding agree: `both report`,
/// `only musimd: race`.
std::string agreement_of(const PlainRun& expected, const harness::Run& run);

}  // namespace musimd::differential::cuda
