#pragma once

#include <span>

#include "simulator/vector_extension.hpp"

namespace musimd::support {

/// vector_extensions(), for tests that try each. Prints them.
std::span<const VectorExtension> tested_vector_extensions();

}  // namespace musimd::support
