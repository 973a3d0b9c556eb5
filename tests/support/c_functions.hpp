#pragma once

#include <string>

#include "kernels/launch/arguments.hpp"

namespace musimd::support {

/// What the C function f leaves in its last array, as `1 2 3`; under the SIMD model, and if that of SPMD
/// differs, both. If it does not end, `trap NAME on line L`, or the errors of the front end.
std::string results_of(const std::string& text, const kernels::openmp::GivenArguments& given);

/// What the C program prints; under the SIMD model, and if that of SPMD differs, both. If it does not end,
/// `line L: MESSAGE`, or the errors of the front end.
std::string output_of(const std::string& text);

}  // namespace musimd::support
