#pragma once

#include "differential/programs/reduce/search.hpp"

namespace musimd::differential {

// ---- blocks.cpp: what stands between a branch and its `sync`, or in an `everywhere` block

/// Runs of neighbouring statements, each with all that is in it.
void drop_statements(Search& search);
/// A block's begin and end, without its body; and either half of a conditional.
void unnest_blocks(Search& search);

// ---- instructions.cpp

/// Instructions, in ever smaller pieces (ddmin).
void drop_instructions(Search& search);
/// Two instructions at once, in programs that are small already.
void drop_pairs(Search& search);
/// Another opcode that does less.
void simplify_instructions(Search& search);
/// Targets that are nearer.
void retarget(Search& search);

// ---- operands.cpp

/// Names in place of which a constant will do, and smaller constants.
void simplify_operands(Search& search);
/// Two variables that may be one.
void merge_variables(Search& search);

// ---- machine.cpp: N, W, Θ, the word, modes, and how the case is run

void shrink_warps(Search& search);
void shrink_threads(Search& search);
void simplify_active(Search& search);
void simplify_modes(Search& search);
void simplify_run_options(Search& search);

// ---- memory.cpp: what Σ holds at first, buffers, and what a test expects

void drop_memory(Search& search);
void shrink_preloads(Search& search);
void shrink_buffers(Search& search);
void drop_expectations(Search& search);

}  // namespace musimd::differential
