#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/kernels/cuda_report.hpp"
#include "cli/kernels/model_agreement.hpp"

namespace musimd::cli {

/// `12`, or `sum.h:12` if it is not in the first file.
std::string line_text(const kernels::SourceLines& lines, dsl::SourcePoint point);

/// How a launch ended: `stop`, `race in line 5, overflow in line 7`, `limit in line 3`. `word`: without
/// findings.
std::string end_text(const std::vector<kernels::Finding>& findings,
                     const std::vector<kernels::Finding>& warnings, std::string_view word,
                     dsl::SourcePoint line, const kernels::SourceLines& lines);

/// Whether one of the warnings says that the kernel is wrong.
bool has_errors(const std::vector<kernels::Finding>& warnings);

/// What the model leaves open, and the result depends on, by the warnings of a run: `which threads are
/// together`; empty if it is nothing.
std::string_view what_is_open(const std::vector<kernels::Finding>& warnings);

/// What the kernel does under each model, with all lists of arguments.
ModelAgreement agreement_of(const CudaRequest& request, const std::vector<CudaRun>& runs,
                            const kernels::SourceLines& lines);

}  // namespace musimd::cli
