#pragma once

#include <string>

#include "differential/cuda/tree.hpp"

namespace musimd::differential::cuda {

/// A program in C that runs the kernel `k` of this file of OpenCL C on the first device that it finds, and
/// prints where its results are not those of a plain run.
std::string opencl_host_of(const Drawn& kernel, const std::string& file);

}  // namespace musimd::differential::cuda
