#pragma once

#include <string>

#include "cli/cuda_report.hpp"

// Reports of `musimd cuda` for other tools.

namespace musimd::cli {

/// SARIF 2.1.0.
std::string cuda_sarif(const CudaReport& report);

/// JUnit: a test case for each run, and one for the comparison of their results.
std::string cuda_junit(const CudaReport& report);

/// As NVIDIA's compute-sanitizer prints them.
std::string cuda_sanitizer(const CudaReport& report);

}  // namespace musimd::cli
