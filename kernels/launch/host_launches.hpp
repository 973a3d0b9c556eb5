#pragma once

#include <vector>

#include "reader/host_launches.hpp"

namespace musimd::kernels {

/// The launches of the kernel in the host code of its file; none without Clang.
std::vector<reader::HostLaunch> read_host_launches(const reader::Source& source);

}  // namespace musimd::kernels
