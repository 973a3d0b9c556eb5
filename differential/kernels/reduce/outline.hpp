#pragma once

#include <string>

#include "dsl/kernel.hpp"

namespace musimd::differential::kernels {

/// The kernel as a line of text: equal of kernels that are the same, and of no others.
std::string spell_out(const dsl::Kernel& kernel);

}  // namespace musimd::differential::kernels
