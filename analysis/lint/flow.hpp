#pragma once

#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// The instructions that may follow pc for any Θ and stacks: at most two, and none for `stop` and the end of
/// the program. The target to which a `sync` sends waiting threads counts as a successor of their branch.
std::vector<Label> successors(const Program& program, Label pc);

/// For each instruction (n+1 for the end), whether control may reach it from one of `from`.
std::vector<bool> reachable(const Program& program, std::vector<Label> from);

}  // namespace musimd
