#pragma once

#include <vector>

#include "analysis/divergence/lane_fact.hpp"
#include "isa/program.hpp"

namespace musimd {

/// Facts about the variables in one set of threads, by Variable.
using VariableFacts = std::vector<LaneFact>;

/// What is known of an operand in a set of threads of a warp.
LaneFact fact_of(const Operand& operand, const Program& program, const VariableFacts& variables);

/// What is known of the destination in the active threads after the instruction, from the facts about them
/// before it. The instruction has a destination.
LaneFact result_of(const Instruction& instruction, const Program& program, const VariableFacts& active);

/// Addresses of a run are assumed to be less than 2^(kAddressBits − 1), as they are unless --max-address says
/// otherwise.
inline constexpr int kAddressBits = 32;

/// What is known of the address of an access, whose first operand is this. A stride is exact: nothing wraps
/// between two threads that access memory.
LaneFact fact_of_address(const LaneFact& operand, const Program& program);

}  // namespace musimd
