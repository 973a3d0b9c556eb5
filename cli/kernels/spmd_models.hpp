#pragma once

#include "cli/kernels/model_agreement.hpp"
#include "cli/kernels/spmd_report.hpp"
#include "dsl/kernel.hpp"
#include "simulator/engine.hpp"

namespace musimd::cli {

/// What a kernel of NSIMD's DSL does under each model.
ModelAgreement agreement_of(const SpmdRequest& request, const dsl::Kernel& kernel, const Engine& engine,
                            std::uint64_t max_steps);

}  // namespace musimd::cli
