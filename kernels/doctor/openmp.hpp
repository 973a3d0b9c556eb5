#pragma once

#include <chrono>

#include "kernels/doctor/doctor.hpp"

namespace musimd::kernels::doctor {

/// What `musimd omp` uses: the front end for C, and C compilers with their runtimes of OpenMP.
ProbeGroup openmp_group(std::chrono::milliseconds limit);

}  // namespace musimd::kernels::doctor
