#pragma once

#include "differential/programs/reduce/search.hpp"

namespace musimd::differential {

// ---- blocks.cpp: between a branch and its `sync`, or in an `everywhere` block

/// Drops runs of neighbouring statements, with their bodies.
void drop_statements(Search& search);
/// Drops a block's begin and end but keeps its body; drops either half of a conditional.
void unnest_blocks(Search& search);

// ---- instructions.cpp

/// Drops instructions in ever smaller pieces (ddmin).
void drop_instructions(Search& search);
/// Drops two instructions at once, in small programs.
void drop_pairs(Search& search);
/// Replaces instructions by simpler ones.
void simplify_instructions(Search& search);
/// Moves targets nearer.
void retarget(Search& search);

// ---- operands.cpp

/// Replaces names by constants, and constants by smaller ones.
void simplify_operands(Search& search);
/// Merges two variables.
void merge_variables(Search& search);
/// Makes masks constants, and drops lanes of them.
void simplify_masks(Search& search);

// ---- machine_config.cpp: N, W, Θ, the word, modes, and how the case is run

void shrink_grid(Search& search);
/// Fewer threads in a block, or no blocks.
void shrink_block(Search& search);
void shrink_warps(Search& search);
void shrink_threads(Search& search);
void simplify_active(Search& search);
void simplify_modes(Search& search);
void simplify_run_options(Search& search);

// ---- memory.cpp: what Σ holds at first, buffers, and what a test expects

void drop_memory(Search& search);
/// Drops shared objects, or takes one for another.
void drop_shared(Search& search);
void shrink_shared(Search& search);
void shrink_preloads(Search& search);
void shrink_buffers(Search& search);
void drop_expectations(Search& search);

}  // namespace musimd::differential
