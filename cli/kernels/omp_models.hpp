#pragma once

#include <vector>

#include "cli/kernels/model_agreement.hpp"
#include "cli/kernels/omp_report.hpp"

namespace musimd::cli {

/// What the function does if its parallel loops run as warps under each model.
ModelAgreement agreement_of(const OmpRequest& request, const std::vector<kernels::openmp::ModelRun>& runs);

}  // namespace musimd::cli
