#pragma once

#include <string>
#include <vector>

#include "cli/command/options.hpp"
#include "cli/kernels/cuda_report.hpp"
#include "prove/launch_terms.hpp"

// The launches of the host code, which `musimd cuda --prove` takes one by one.

namespace musimd::cli {

/// None: the file has none, or --any-launch, --block or --grid says that another launch is meant.
std::vector<prove::HostPremises> host_launches_of(const Options& options, const CudaRequest& request);

/// What is known of it: `gridDim.x == (n + 255) / 256`, `a has n elements`.
std::vector<std::string> words_of(const prove::HostPremises& launch);

}  // namespace musimd::cli
