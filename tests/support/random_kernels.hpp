#pragma once

#include <cstdint>

#include "dsl/lowering/lowering.hpp"

namespace musimd::tests {

/// A kernel with all kinds of statements, a pure function of the seed: integers, f32 and f64, and only
/// functions that tests/support/kernel_interpreter.hpp supports. Its first buffers are only read, at any
/// element, and its last ones are read and written by each element at its own index, so that elements do not
/// race.
dsl::Kernel random_kernel(std::uint64_t seed);

/// A launch of the kernel on n elements.
dsl::Launch random_launch(const dsl::Kernel& kernel, std::int64_t n, std::uint64_t seed);

}  // namespace musimd::tests
