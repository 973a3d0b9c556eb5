#pragma once

#include <string>

#include "cli/command/options.hpp"
#include "kernels/cuda/program/program_run.hpp"
#include "kernels/findings/list.hpp"

namespace musimd::cli {

/// Runs a file with `main`, and reports on its launches. Returns the exit status: that of the judgement with
/// findings, else the program's.
int run_cuda_program(const Options& options, kernels::cuda::ProgramSetting setting,
                     kernels::Judgement judgement, const std::string& format);

}  // namespace musimd::cli
