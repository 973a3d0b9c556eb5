#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// A loop: instructions that can all reach each other. Ascending.
using Loop = std::vector<Label>;

/// The loops of the control-flow graph that contain the instruction, outermost first; at most kMaxLoopDepth
/// of them. Control goes from a branch to both of its successors, and from a `sync` to the instruction after
/// it: the waiting half to which it may return is a successor of the branch.
///
/// A run that does not terminate stays in one of the graph's loops.
std::vector<Loop> loops_around(const Program& program, Label pc);

inline constexpr std::size_t kMaxLoopDepth = 100;

/// Whether some of the loop's instructions form a loop that does not contain this one.
bool avoids(const Program& program, const Loop& loop, Label pc);

/// The location of the loop for messages: `at lines 3-6`, `on line 3`.
std::string where(const Loop& loop, const Program& program);

}  // namespace musimd
