#pragma once

#include <string>

#include "dsl/kernel.hpp"

namespace musimd::differential::spmd {

/// The kernel as a line of text, which is different for different kernels.
std::string spell_out(const dsl::Kernel& kernel);

}  // namespace musimd::differential::spmd
