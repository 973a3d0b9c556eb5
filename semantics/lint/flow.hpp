#pragma once

#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// The instructions that control may go to from pc, whatever Θ and the stacks are: at most two, none of
/// `stop` and of the end of the program. The target to which a `sync` sends waiting threads is a successor of
/// their branch.
std::vector<Label> successors(const Program& program, Label pc);

/// Whether control may come to each instruction, by its number (n+1 for the end), if it is at one of `from`.
std::vector<bool> reachable(const Program& program, std::vector<Label> from);

}  // namespace musimd
