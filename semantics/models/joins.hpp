#pragma once

#include <vector>

#include "isa/program.hpp"

namespace musimd::models {

/// Of each instruction, from number 1, the instruction at which its branch joins; 0 if it has no join.
using Joins = std::vector<Label>;

/// The first instruction that all paths from a branch to the end have in common. Paths that never end do not
/// count.
Joins post_dominators(const Program& program);

/// The `sync` that closes a branch. The program must be structured, as `unaccepted` (accepted.hpp) decides.
Joins declared_joins(const Program& program);

/// Whether control can go from this instruction to the branch without passing the branch's join.
bool leads_back(const Program& program, Label from, Label branch, Label join);

/// The instructions that may follow this one; end() stands for the end of the program.
std::vector<Label> successors(const Program& program, Label pc);

}  // namespace musimd::models
