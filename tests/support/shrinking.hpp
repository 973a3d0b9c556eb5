#pragma once

#include <vector>

#include "differential/programs/generate/draft.hpp"
#include "differential/programs/generate/tree.hpp"
#include "isa/program.hpp"

// How random programs get smaller. Each function gives what has a little less, what has much less first.

namespace musimd::tests {

using namespace musimd::differential;

/// Trees without some statements, with what is in a statement in its place, and with simpler operands.
std::vector<Tree> shrink(const Tree& tree);

/// Machines with fewer threads and warps, the usual word and modes.
std::vector<Program> shrink_machine(const Program& machine);

/// Programs without some instructions, or with simpler operands, and on smaller machines.
std::vector<Program> shrink_program(const Program& program);

/// By trees where there is one, by instructions else.
std::vector<Draft> shrink(const Draft& draft);

}  // namespace musimd::tests
