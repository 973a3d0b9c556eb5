#pragma once

#include <vector>

#include "differential/programs/generate/draft.hpp"
#include "differential/programs/generate/tree.hpp"
#include "isa/program.hpp"

// How random programs are shrunk. Each function returns smaller variants, much smaller ones first.

namespace musimd::tests {

using namespace musimd::differential;

/// Trees without some statements, with statements replaced by their bodies, and with simpler operands.
std::vector<Tree> shrink(const Tree& tree);

/// Machines with fewer threads and warps, and the default word and modes.
std::vector<Program> shrink_machine(const Program& machine);

/// Programs without some instructions, or with simpler operands, and on smaller machines.
std::vector<Program> shrink_program(const Program& program);

/// By trees if there is one, otherwise by instructions.
std::vector<Draft> shrink(const Draft& draft);

}  // namespace musimd::tests
