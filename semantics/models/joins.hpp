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

/// Where branches join under the program's model, which has_groups; empty if they do not.
Joins joins_of(const Program& program);

/// Whether control can go back from the target's side to the branch without passing the branch's join, and
/// from the other side it cannot.
bool only_target_leads_back(const Program& program, Label branch, Label join);

/// The instructions that may follow this one; end() stands for the end of the program.
std::vector<Label> successors(const Program& program, Label pc);

}  // namespace musimd::models
