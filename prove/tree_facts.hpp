#pragma once

#include <set>

#include "dsl/kernel.hpp"

// What a tree mentions.

namespace musimd::prove {

/// Of a machine instruction.
bool has_result(const dsl::Statement& statement);
std::set<dsl::VariableId> variables_read(const dsl::Block& block);
/// Declared or assigned.
std::set<dsl::VariableId> variables_changed(const dsl::Statement& statement);
std::set<dsl::BufferId> buffers_written(const dsl::Block& block);
/// In any part of the loop; so the next two. One of the grid, or of the grid or a block.
bool has_barrier(const dsl::Statement& loop, bool of_grid);
/// Whether threads of a warp do something together.
bool has_collective(const dsl::Statement& loop);
bool has_collective(const dsl::Block& block);
/// Whether a thread may leave the kernel, or a call that is around it.
bool may_leave(const dsl::Statement& loop);
/// Whether there is a `break` of this loop.
bool has_break(const dsl::Statement& loop);

}  // namespace musimd::prove
