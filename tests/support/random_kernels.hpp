#pragma once

#include <cstdint>

#include "dsl/lowering/lowering.hpp"

namespace musimd::tests {

/// A kernel with all kinds of statements, of the same seed the same: integers, f32 and f64, none of the
/// functions that tests/support/kernel_interpreter.hpp does not know. Its first buffers are read only, at any
/// place, and its last are read and written by each element at its own place, so that no elements race.
dsl::Kernel random_kernel(std::uint64_t seed);

/// A launch of the kernel on n elements.
dsl::Launch random_launch(const dsl::Kernel& kernel, std::int64_t n, std::uint64_t seed);

}  // namespace musimd::tests
