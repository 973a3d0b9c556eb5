#pragma once

namespace musimd::dsl::openmp {

/// The `function` of a check that is a `throw`, which nothing catches.
inline constexpr const char* kThrow = "throw";

}  // namespace musimd::dsl::openmp
