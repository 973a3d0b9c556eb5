#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "dsl/openmp/loop_function.hpp"

namespace musimd::differential::openmp {

/// How many elements of a buffer are what they are in another run.
struct Comparison {
    std::size_t same = 0;   ///< the same bits; NaNs are equal
    std::size_t close = 0;  ///< floats that differ by reassociation
    std::size_t different = 0;
    std::optional<std::size_t> first = {};  ///< the first that is different, or else close
};

/// Whether the function has a sum or product of floats by a simd loop: its order depends on the model.
bool reassociates(const dsl::openmp::LoopFunction& function);

/// Compares patterns of the type. Where floats are reassociated, two are close if they differ by at most
/// 4096 · ε of the largest finite element.
Comparison compare(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b, Type type,
                   bool reassociated);

}  // namespace musimd::differential::openmp
