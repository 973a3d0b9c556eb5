#pragma once

#include <vector>

#include "cli/kernels/lockstep_report.hpp"
#include "cli/kernels/model_agreement.hpp"

namespace musimd::cli {

/// What all instances of the kernel do on the machine under each model.
ModelAgreement agreement_of(const LockstepRequest& request,
                            const std::vector<kernels::lockstep::TargetRun>& runs,
                            const kernels::SourceLines& lines);

}  // namespace musimd::cli
