#pragma once

#include <span>

#include "simulator/vector_extension.hpp"

namespace musimd::support {

/// This processor's, which a test runs through. Prints them.
std::span<const VectorExtension> tested_vector_extensions();

}  // namespace musimd::support
