#pragma once

#include "isa/program.hpp"
#include "views/lanes/row_folder.hpp"

// Steps that are shown as one: those of a line, and of threads that are machines of their own and take turns.

namespace musimd::views {

/// Whether a step, as a row of its own, belongs to the row before it. `by_line`: a row is a line of the
/// source, else an instruction.
bool joins(const LaneRow& before, const LaneRow& step, ThreadModel model, bool by_line);

/// Adds a step that joins; `active` are its threads.
void join(LaneRow& before, const LaneRow& step, const ThreadSet& active);

}  // namespace musimd::views
