#pragma once

#include <chrono>

#include "engines/doctor.hpp"

namespace musimd::kernels::doctor {

using musimd::doctor::Diagnosis;
using musimd::doctor::Probe;
using musimd::doctor::ProbeGroup;

/// Adds what kernels use: the front end for C, compilers with OpenMP, backends of NSIMD's DSL.
void add_kernel_groups(Diagnosis& diagnosis, std::chrono::milliseconds limit);

}  // namespace musimd::kernels::doctor
