#pragma once

#include "kernels/openmp/call_run.hpp"

namespace musimd::kernels::openmp {

/// Runs the statements of a function in the order of C: host code, and the parallel loops that it launches.
void walk(const dsl::Block& body, CallRun& run);

}  // namespace musimd::kernels::openmp
