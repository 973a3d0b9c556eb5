#pragma once

#include <cstdint>
#include <vector>

#include "kernels/launch/part.hpp"
#include "semantics/data_rules.hpp"

// The memory of a call, on the machine and at the end.

namespace musimd::kernels::openmp {

/// All buffers of the program are in the memory.
MachineOptions options_of(const Program& program, std::uint64_t max_steps);

/// At the end of a call: the elements of each buffer of the function, as patterns. The values of structures
/// become those of their members.
std::vector<std::vector<std::uint64_t>> final_elements(const dsl::openmp::LoopFunction& function,
                                                       CallState& state);

}  // namespace musimd::kernels::openmp
