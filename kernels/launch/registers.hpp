#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isa/program.hpp"

// Registers that a program needs on hardware of vectors. See docs/openmp.md, "Cost".

namespace musimd::kernels::openmp {

/// What is known of the values of a program.
struct ValueSizes {
    std::vector<std::uint32_t> lanes;  ///< by instruction: those that execute it
    std::vector<bool> ignored;         ///< by instruction: hardware does not have it
    /// By instruction: of what it loads, 0 if unknown.
    std::vector<int> loaded_bits;
    /// By variable: of its values, 0 if its instructions decide it.
    std::vector<int> variable_bits;
};

/// The bytes of the values that are held before one instruction of the program, where they are most. A value
/// is held from where it is set to its last use, also for the lanes that wait at a branch; a condition takes
/// a bit per lane. nullopt if the control flow of the program is too large to follow.
std::optional<std::uint64_t> most_register_bytes(const Program& program, const ValueSizes& sizes);

}  // namespace musimd::kernels::openmp
