#pragma once

#include <string>

#include "cli/kernels/cuda_findings.hpp"

// Reports of `musimd cuda` for other tools.

namespace musimd::cli {

/// SARIF 2.1.0.
std::string cuda_sarif(const FindingList& list);

/// JUnit: the test cases of the list.
std::string cuda_junit(const FindingList& list);

/// As NVIDIA's compute-sanitizer prints them.
std::string cuda_sanitizer(const FindingList& list);

}  // namespace musimd::cli
