#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// Instructions that control can go round: it can get from each of them to each other one. Ascending.
using Loop = std::vector<Label>;

/// The loops of the control-flow graph that contain the instruction, the outermost first; at most
/// kMaxLoopDepth of them. Control goes from a branch to both of its successors, and from a `sync` to the
/// instruction after it: the half of a conditional to which it may go back begins at the branch.
///
/// A run that does not terminate goes round one of the graph's loops.
std::vector<Loop> loops_around(const Program& program, Label pc);

inline constexpr std::size_t kMaxLoopDepth = 100;

/// Whether control can go round some of the loop's instructions without passing this one.
bool avoids(const Program& program, const Loop& loop, Label pc);

/// Where the loop is, as messages say it: `at lines 3-6`, `on line 3`.
std::string where(const Loop& loop, const Program& program);

}  // namespace musimd
