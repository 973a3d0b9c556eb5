#pragma once

#include <string>

#include "cli/command/options.hpp"
#include "cli/kernels/cuda_findings.hpp"
#include "kernels/cuda/program/program_run.hpp"

namespace musimd::cli {

/// Runs a file with `main`, and reports on its launches. Returns the exit status: that of the judgement with
/// findings, else the program's.
int run_cuda_program(const Options& options, kernels::cuda::ProgramSetting setting, CudaJudgement judgement,
                     const std::string& format);

}  // namespace musimd::cli
