#pragma once

#include "cli/options.hpp"
#include "differential/cuda/program/program_run.hpp"

namespace musimd::cli {

/// Runs a file with `main`, and reports on its launches. Returns the exit status: 1 with findings, else the
/// program's.
int run_cuda_program(const Options& options, const differential::cuda::ProgramSetting& setting);

}  // namespace musimd::cli
