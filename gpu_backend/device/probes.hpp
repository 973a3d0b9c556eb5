#pragma once

#include <chrono>
#include <vector>

#include "host/doctor/probe.hpp"

// The doctor's probes of CUDA's libraries, run in a child process.

namespace musimd::gpu {

/// The version of NVRTC, as Nvrtc::find finds it.
host::doctor::Answer ask_nvrtc(std::chrono::milliseconds limit);

/// The driver, then each of its devices.
std::vector<host::doctor::Answer> ask_cuda_driver(std::chrono::milliseconds limit);

}  // namespace musimd::gpu
